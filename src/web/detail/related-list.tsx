import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import type { Column } from "#web/list/grid/columns.tsx";
import { RowHref } from "#web/list/record-link.tsx";
import type { ListQuery, RecordOf, Resource } from "#web/list/data/resource.ts";
import { useList } from "#web/list/data/use-list.ts";
import { useMay } from "#web/api/session.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";

interface RelatedListProps<R extends Resource> {
  of: R;
  title: ReactNode;
  columns: readonly Column<RecordOf<R>>[];
  /** Which records belong here: a query of their list. */
  where: ListQuery<R>;
  /** The screen that shows one of them. */
  opens?: string;
  /** What is said when there is none. */
  none?: ReactNode;
  actions?: ReactNode;
}

/** Records of another entity that belong to this one, in a small table; shown to those who may see them. */
export function RelatedList<R extends Resource>({
  of,
  title,
  columns,
  where,
  opens,
  none,
  actions,
}: RelatedListProps<R>) {
  const may = useMay();
  const words = useWords();
  const fmt = useFormat();
  const { go } = useAddress();
  const isAllowed = may(of.list.can);
  const query = { limit: 20, ...(where as object) } as never; // the query plus a page's length
  const { records, total, isFirstLoad, hasMore, loadMore, isLoadingMore } = useList(of, query, isAllowed);
  if (!isAllowed) return null;
  return (
    <Stack as="section" gap={6}>
      <Row align="baseline">
        <h2>{title}</h2>
        {total && (
          <Text tone="dim">
            {fmt.quantity(total.count)}
            {total.more && "+"}
          </Text>
        )}
        {actions && <Row atEnd>{actions}</Row>}
      </Row>
      {!isFirstLoad && records.length === 0 && (
        <Text as="p" tone="dim">
          {none ?? <Trans>None yet</Trans>}
        </Text>
      )}
      {records.length > 0 && (
        <Table label={typeof title === "string" ? title : undefined} minWidth={roomFor(columns)} isFixed>
          <thead>
            <tr>
              {columns.map(({ key, label, align, width, grows }) => (
                <th key={key} scope="col" data-align={align} style={grows > 0 ? {} : { width }}>
                  {words(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr
                key={record.id}
                onClick={(event) =>
                  opens && isPlainClick(event.target) && go({ path: opens, search: { id: record.id } })
                }
                data-opens={opens !== undefined || undefined}
              >
                <RowHref value={opens ? recordHref(opens, record.id) : null}>
                  {columns.map(({ key, align, cell, text }) => (
                    <td key={key} data-align={align} title={text?.(record) ?? undefined}>
                      {cell(record)}
                    </td>
                  ))}
                </RowHref>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {hasMore && (
        <Button variant="subtle" loading={isLoadingMore} onClick={loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  );
}

/** What all columns need, so that the one that takes the rest has some. */
const roomFor = (columns: readonly { width: number; grows: number }[]) =>
  columns.reduce((sum, { width, grows }) => sum + (grows > 0 ? Math.max(width, 140) : width), 0);

const isPlainClick = (target: EventTarget) => target instanceof Element && target.closest("a, button") === null;
