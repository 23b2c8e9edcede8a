import { Button, type ButtonProps } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import type { RouteShape } from "#shared/contract/contract.ts";
import { urlOf } from "#web/api/api.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Column } from "./grid/columns.tsx";
import styles from "./list-screen.module.css";

/** What the CSV of a list is asked for: the columns that are seen, headed and said as they are here. */
export function useExportQuery(columns: readonly Pick<Column<never>, "key" | "label" | "fields">[]) {
  const [words, { zone }] = [useWords(), useFormat()];
  const said = new Map(
    columns.flatMap(({ key, label, fields = [key] }) =>
      fields.map((field) => [field, words(field === key ? label : field).replaceAll("|", " ")] as const),
    ),
  );
  return { columns: [...said.keys()].join(), headings: [...said.values()].join("|"), values: "words", timezone: zone };
}

interface ExportButtonProps extends ButtonProps {
  route: RouteShape;
  query?: Readonly<Record<string, unknown>>;
}

/** Takes a file away: what the list shows, all of it, or what route and query say. */
export function ExportButton({ route, query = {}, children, ...props }: ExportButtonProps) {
  return (
    <Button
      variant="default"
      component="a"
      download
      href={urlOf(route, { query: query as never })}
      leftSection={<IconDownload size={15} stroke={1.7} />}
      className={styles.wide}
      {...props}
    >
      {children ?? <Trans>Export</Trans>}
    </Button>
  );
}
