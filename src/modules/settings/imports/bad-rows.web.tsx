import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { imports, type ImportRecord } from "./imports.contract.ts";

/** The rows that cannot be taken as they are, each with what to correct, as they stand in the file. */
export function BadRows({ record }: { record: ImportRecord }) {
  const { t } = useLingui();
  const rows = useInfiniteQuery({
    queryKey: [imports.rows.path, record.id, record.badCount],
    queryFn: ({ pageParam, signal }) =>
      call(imports.rows, { id: record.id, query: { outcome: "bad", after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.items.at(-1)?.rowNo : undefined),
  });
  const labels = new Map(record.fields.map(({ name, label }) => [name, label]));
  return (
    <>
      <Table label={t`Rows to correct`} minWidth={620}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Row</Trans>
            </th>
            <th scope="col">
              <Trans>What to correct</Trans>
            </th>
            <th scope="col">
              <Trans>As it stands in the file</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.data?.pages
            .flatMap(({ items }) => items)
            .map((row) => (
              <tr key={row.rowNo}>
                <td>{row.rowNo}</td>
                <td data-wraps style={{ minWidth: 220 }}>
                  {Object.entries(row.errors ?? {}).map(([field, sentence]) => (
                    <div key={field}>
                      <b>{labels.get(field) ?? field}</b> {sentence}
                    </div>
                  ))}
                </td>
                <td data-wraps data-grows>
                  {row.cells.filter(Boolean).join(" · ")}
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
