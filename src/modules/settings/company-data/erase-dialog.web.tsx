import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { erasures, type Leaver } from "../erasures/erasures.contract.ts";
import { nameOf } from "./leaver-name.web.ts";

const typed = erasures.erase.body.pick({ name: true });

/** Says what goes and what stays, and has the name typed before it does it. */
export function EraseDialog({ person, onClose }: { person: Leaver; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [erasures.preview.path, person.userId],
    queryFn: ({ signal }) => call(erasures.preview, { query: { userId: person.userId }, signal }),
    meta: { quiet: true },
  });
  const name = nameOf(person);
  const words = (data?.replaced ?? []).map(({ value }) => value).join(", ");
  const erase = async (input: Record<string, unknown>) => {
    await call(erasures.erase, { body: { ...typed.parse(input), userId: person.userId } });
    await client.invalidateQueries();
    toastDone(t`The person was erased`);
  };
  return (
    <LazyInputDialog
      title={<Trans>Erase {name}?</Trans>}
      verb={t`Erase for good`}
      schema={typed}
      isDangerous
      onSubmit={erase}
      onClose={onClose}
    >
      <ul>
        <li>
          <Trans>Name, e-mail, phone, photo, password and devices go.</Trans>
        </li>
        {data && (
          <li>
            <Trans>Wherever it stands, this is replaced: {words}.</Trans>
          </li>
        )}
        {(data?.drivers ?? []).map((driver) => (
          <li key={driver.id}>
            <Trans>The driver {driver.name} is erased too, with all licences, documents and files.</Trans>
          </li>
        ))}
        {data && data.events > 0 && (
          <li>
            <Plural
              value={data.events}
              one="In # event the name goes, the event stays."
              other="In # events the name goes, the events stay."
            />
          </li>
        )}
        {data && data.mails > 0 && (
          <li>
            <Plural
              value={data.mails}
              one="# mail to this address is cleared."
              other="# mails to this address are cleared."
            />
          </li>
        )}
        <li>
          <Trans>Exports of the company that are kept here are removed.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Type <b>{name}</b> to confirm.
        </Trans>
      </p>
    </LazyInputDialog>
  );
}
