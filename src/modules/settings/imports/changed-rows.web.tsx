import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { imports, type ImportRecord } from "./imports.contract.ts";

/** The rows that change a record that is there: each value as it is saved and as it will be. */
export function ChangedRows({ record }: { record: ImportRecord }) {
  const { t } = useLingui();
  const rows = useInfiniteQuery({
    queryKey: [imports.rows.path, record.id, "changed", record.changedCount],
    queryFn: ({ pageParam, signal }) =>
      call(imports.rows, { id: record.id, query: { outcome: "changed", after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.items.at(-1)?.rowNo : undefined),
  });
  const labels = new Map([
    ...record.fields.map(({ name, label }) => [name, label] as const),
    ["archived", t`Archived`],
  ]);
  const key = record.mapping[record.key]?.column;
  const keyAt = key === undefined ? 0 : record.columns.indexOf(key);
  const shown = (value: string | null) =>
    value === null ? "–" : value === "yes" ? t`Yes` : value === "no" ? t`No` : value;
  return (
    <>
      <Table label={t`What changes`} minWidth={620}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Row</Trans>
            </th>
            <th scope="col">
              <Trans>Record</Trans>
            </th>
            <th scope="col">
              <Trans>What changes</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.data?.pages
            .flatMap(({ items }) => items)
            .map((row) => (
              <tr key={row.rowNo}>
                <td>{row.rowNo}</td>
                <td>{row.cells[keyAt]}</td>
                <td data-wraps data-grows>
                  {Object.entries(row.changes ?? {}).map(([field, { from, to }]) => (
                    <div key={field}>
                      <b>{labels.get(field) ?? field}</b> {shown(from)} → {shown(to)}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
        </tbody>
      </Table>
      {rows.hasNextPage && (
        <Button variant="subtle" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
