import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconLayoutRows from "@tabler/icons-react/dist/esm/icons/IconLayoutRows.mjs";
import { urlOf } from "#web/api/api.ts";
import { ColumnMenu } from "#web/list/grid/column-menu.tsx";
import type { Column } from "#web/list/grid/columns.tsx";
import listStyles from "#web/list/list-screen.module.css";
import type { useColumnChoice, useDensity } from "#web/list/grid/preferences.ts";
import tools from "#web/list/tools.module.css";
import { audit, type AuditEvent } from "./audit.contract.ts";

/** Takes away what the list shows, all of it. */
export function ExportButton({
  query,
  columns,
}: {
  query: Readonly<Record<string, string>>;
  columns: readonly Column<AuditEvent>[];
}) {
  const keys = columns.flatMap(({ key }) =>
    key === "recordName" ? ["entity", key] : key === "reason" ? [key, "note"] : [key],
  );
  return (
    <div className={listStyles.buttons}>
      <Button
        variant="default"
        component="a"
        download
        href={urlOf(audit.exportCsv, { query: { ...query, columns: keys.join(",") } })}
        leftSection={<IconDownload size={15} stroke={1.7} />}
        className={listStyles.wide}
      >
        <Trans>Export</Trans>
      </Button>
    </div>
  );
}

/** How dense the rows are, and which columns they have. */
export function AuditTools({
  density,
  choice,
}: {
  density: ReturnType<typeof useDensity>;
  choice: ReturnType<typeof useColumnChoice<AuditEvent>>;
}) {
  return (
    <div className={`${tools.toolsEnd} ${listStyles.wide}`}>
      <Button
        variant="subtle"
        color="gray"
        className={listStyles.quiet}
        aria-pressed={density.isCompact}
        onClick={density.turn}
        leftSection={<IconLayoutRows size={15} stroke={1.7} />}
      >
        <Trans>Compact</Trans>
      </Button>
      <ColumnMenu choice={choice} />
    </div>
  );
}
