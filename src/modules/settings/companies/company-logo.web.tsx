import { Trans, useLingui } from "@lingui/react/macro";
import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { Portrait } from "#web/ui/marks.tsx";
import { reloadUser, useMay, useUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { files } from "../files/files.contract.ts";
import { companyRecord } from "./companies.contract.ts";

/** The logo as the top bar shows it; who may change the profile chooses another or removes it. */
export function CompanyLogo() {
  const { t } = useLingui();
  const { company } = useUser();
  const mayEdit = useMay()(companyRecord.files.edit);
  const of = { entity: "company" as const, entityId: company.id };
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const { items: before } = await call(files.list, { query: of });
      const body = new FormData();
      if (file) body.append("file", file);
      const kept = file && (await call(files.upload, { query: of, body }));
      await Promise.all(
        before
          .filter(({ id }) => id !== kept?.id)
          .map(({ id, version }) => call(files.remove, { id, query: { version } })),
      );
      await reloadUser();
    },
    onSuccess: (_, file) => toastDone(file ? t`Saved successfully` : t`Removed successfully`),
  });
  return (
    <Row as="section" aria-label={t`Logo`}>
      <Portrait src={company.logo} alt={t`Logo of ${company.name}`} name={company.name} />
      {mayEdit && (
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => file && change.mutate(file)}
          inputProps={{ "aria-label": t`Logo file` }}
        >
          {(props) => (
            <Button variant="default" loading={change.isPending} {...props}>
              {company.logo ? <Trans>Choose another logo</Trans> : <Trans>Choose a logo</Trans>}
            </Button>
          )}
        </FileButton>
      )}
      {mayEdit && company.logo && (
        <Button variant="subtle" color="gray" disabled={change.isPending} onClick={() => change.mutate(null)}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </Row>
  );
}
