import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconLayoutRows from "@tabler/icons-react/dist/esm/icons/IconLayoutRows.mjs";
import { ExportButton, useExportQuery } from "#web/list/export-button.tsx";
import { ColumnMenu } from "#web/list/grid/column-menu.tsx";
import type { Column } from "#web/list/grid/columns.tsx";
import listStyles from "#web/list/list-screen.module.css";
import type { useColumnChoice, useDensity } from "#web/list/grid/preferences.ts";
import tools from "#web/list/tools.module.css";
import { audit, type AuditEvent } from "./audit.contract.ts";

/** Takes away what the list shows, all of it. */
export function AuditExport({
  query,
  columns,
}: {
  query: Readonly<Record<string, string>>;
  columns: readonly Column<AuditEvent>[];
}) {
  const more: Readonly<Record<string, string[]>> = { recordName: ["entity", "recordName"], reason: ["reason", "note"] };
  const exported = useExportQuery(columns.map((column) => ({ fields: more[column.key] ?? [column.key], ...column })));
  return (
    <div className={listStyles.buttons}>
      <ExportButton route={audit.exportCsv} query={{ ...query, ...exported }} />
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
