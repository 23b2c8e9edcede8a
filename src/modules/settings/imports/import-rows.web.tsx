import type { ReactNode } from "react";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { imports, type ImportRecord, type ImportRow } from "./imports.contract.ts";

/** The rows that cannot be taken as they are, each with what to correct, as they stand in the file. */
export function BadRows({ record }: { record: ImportRecord }) {
  const { t } = useLingui();
  const labels = new Map(record.fields.map(({ name, label }) => [name, label]));
  return (
    <Rows
      label={t`Rows to correct`}
      record={record}
      outcome="bad"
      count={record.badCount}
      head={
        <>
          <th scope="col">
            <Trans>What to correct</Trans>
          </th>
          <th scope="col">
            <Trans>As it stands in the file</Trans>
          </th>
        </>
      }
      cells={(row) => (
        <>
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
        </>
      )}
    />
  );
}

/** The rows that change a record that is there: each value as it is saved and as it will be. */
export function ChangedRows({ record }: { record: ImportRecord }) {
  const { t } = useLingui();
  const labels = new Map([
    ...record.fields.map(({ name, label }) => [name, label] as const),
    ["archived", t`Archived`],
  ]);
  const key = record.mapping[record.key]?.column;
  const keyAt = key === undefined ? 0 : record.columns.indexOf(key);
  const shown = (value: string | null) =>
    value === null ? "–" : value === "yes" ? t`Yes` : value === "no" ? t`No` : value;
  return (
    <Rows
      label={t`What changes`}
      record={record}
      outcome="changed"
      count={record.changedCount}
      head={
        <>
          <th scope="col">
            <Trans>Record</Trans>
          </th>
          <th scope="col">
            <Trans>What changes</Trans>
          </th>
        </>
      }
      cells={(row) => (
        <>
          <td>{row.cells[keyAt]}</td>
          <td data-wraps data-grows>
            {Object.entries(row.changes ?? {}).map(([field, { from, to }]) => (
              <div key={field}>
                <b>{labels.get(field) ?? field}</b> {shown(from)} → {shown(to)}
              </div>
            ))}
          </td>
        </>
      )}
    />
  );
}

interface RowsProps {
  label: string;
  record: ImportRecord;
  outcome: "bad" | "changed";
  /** How many there are; another count asks again. */
  count: number;
  head: ReactNode;
  cells: (row: ImportRow) => ReactNode;
}

/** Rows of the file by their number, some at a time. */
function Rows({ label, record, outcome, count, head, cells }: RowsProps) {
  const rows = useInfiniteQuery({
    queryKey: [imports.rows.path, record.id, outcome, count],
    queryFn: ({ pageParam, signal }) =>
      call(imports.rows, { id: record.id, query: { outcome, after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.items.at(-1)?.rowNo : undefined),
  });
  return (
    <>
      <Table label={label} minWidth={620}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Row</Trans>
            </th>
            {head}
          </tr>
        </thead>
        <tbody>
          {rows.data?.pages
            .flatMap(({ items }) => items)
            .map((row) => (
              <tr key={row.rowNo}>
                <td>{row.rowNo}</td>
                {cells(row)}
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
