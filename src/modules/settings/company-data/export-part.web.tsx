import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { call, urlOf } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Failed } from "#web/list/list-states.tsx";
import { asProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ItemList, Row } from "#web/ui/layout/layout.tsx";
import { companyExports, type CompanyExport } from "../company-exports/company-exports.contract.ts";

const statusStyles: StatusStyles<CompanyExport["state"]> = {
  waiting: "wait",
  working: "live",
  ready: "done",
  failed: "bad",
  expired: { icon: "ended", tone: "n", label: msg`Removed` },
};
const key = [companyExports.list.path];
const isOpen = ({ state }: CompanyExport) => state === "waiting" || state === "working";

/** All data of the company as one file: asked for here, and fetched here. */
export function ExportPart() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(companyExports.list, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? 1_000 : false),
    meta: { quiet: true },
  });
  const ask = useMutation({
    mutationFn: () => call(companyExports.ask, { idempotencyKey: newKey() }),
    onSuccess: () => toastDone(t`The export has begun`, { line: t`You get a mail when it is ready.` }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <p>
        <Trans>
          Every table as JSON lines and as CSV, the files beside records, and a list with checksums, in one zip file.
          Passwords and other secrets are not in it. It is kept for 7 days, for those who may export the company; each
          download is noted in the audit trail.
        </Trans>
      </p>
      <Row>
        <Button
          variant="default"
          disabled={data?.items.some(isOpen) ?? true}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          <Trans>Export all data</Trans>
        </Button>
      </Row>
      {error && !data && (
        <Failed
          title={<Trans>The list did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      <ItemList aria-label={t`Exports`} aria-live="polite">
        {data?.items.map((one) => (
          <ExportRow key={one.id} one={one} />
        ))}
      </ItemList>
    </>
  );
}

function ExportRow({ one }: { one: CompanyExport }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const size = one.bytes === null ? null : fmt.quantity(Math.max(0.1, Math.round(one.bytes / 104_858) / 10));
  return (
    <li>
      <StateChip statusStyles={statusStyles} state={one.state} />
      <Text grows>
        <b>
          <Instant at={one.createdAt} />
        </b>{" "}
        <Trans>by {one.askedByName}</Trans>
        <Text tone="dim" shape="block">
          {one.state !== "waiting" && <Trans>{fmt.quantity(one.rowsDone)} rows</Trans>}
          {size && (
            <>
              {" · "}
              <Trans>{size} MB</Trans>
            </>
          )}
          {one.state === "ready" && one.expiresAt && (
            <>
              {" · "}
              <Trans>
                until <Instant at={one.expiresAt} />
              </Trans>
            </>
          )}
          {one.failure}
        </Text>
      </Text>
      {one.state === "ready" && (
        <Button
          variant="default"
          size="compact-sm"
          component="a"
          download
          href={urlOf(companyExports.download, { id: one.id })}
          leftSection={<IconDownload size={14} stroke={1.7} />}
          aria-label={t`Download the export`}
        >
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  );
}
