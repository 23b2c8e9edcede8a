import { TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import type { ImportRecord } from "./imports.contract.ts";
import { judgedOf, StyleCell, type ChosenStyles } from "./style-cell.web.tsx";

export type Mapping = ImportRecord["mapping"];

const none = "";
const fixed = "=";

interface MappingTableProps {
  record: ImportRecord;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** By the column: how its numbers or dates are written, where somebody has said it. */
  chosenStyles: ChosenStyles;
  onStyle: (column: string, style: string) => void;
  /** What the server refused, by field: each is marked, and the first has the focus. */
  refused: Readonly<Record<string, string>>;
}

/** Which column becomes which field, with the first values of the file beside it. */
export function MappingTable({ record, mapping, onChange, chosenStyles, onStyle, refused }: MappingTableProps) {
  const { t } = useLingui();
  const { fields, columns, sample } = record;
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => rows.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [refused]);
  const choose = (name: string, choice: string) => {
    const { [name]: _, ...rest } = mapping;
    onChange(
      choice === none ? rest : { ...rest, [name]: choice === fixed ? { value: "" } : { column: choice.slice(1) } },
    );
  };
  return (
    <Table label={t`Columns`} minWidth={620}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans>Comes from</Trans>
          </th>
          <th scope="col">
            <Trans>First values</Trans>
          </th>
        </tr>
      </thead>
      <tbody ref={rows}>
        {fields.map((field) => {
          const source = mapping[field.name];
          const column = source?.column === undefined ? -1 : columns.indexOf(source.column);
          const judged = judgedOf(record, field, source?.column);
          return (
            <tr key={field.name}>
              <th scope="row" data-wraps style={{ minWidth: "min(180px, 38vw)" }}>
                {field.label}{" "}
                {field.required && (
                  <Text tone="dim" size="tiny" weight={400}>
                    {field.name === record.key ? <Trans>key</Trans> : <Trans>needed</Trans>}
                  </Text>
                )}
                {field.hint && (
                  <Text tone="dim" size="small" shape="block" weight={400}>
                    {field.hint}
                  </Text>
                )}
              </th>
              <td data-wraps style={{ minWidth: "min(200px, 50vw)" }}>
                <Stack gap={6}>
                  <SelectInput
                    aria-label={t`${field.label} comes from`}
                    error={refused[field.name]}
                    value={source === undefined ? none : source.column === undefined ? fixed : `:${source.column}`}
                    data={[
                      { value: none, label: t`Nothing` },
                      { value: fixed, label: t`One value for all rows` },
                      ...columns.map((name) => ({ value: `:${name}`, label: name })),
                    ]}
                    onChange={(choice) => choice !== null && choose(field.name, choice)}
                  />
                  {source?.value !== undefined && (
                    <TextInput
                      aria-label={t`Value of ${field.label} for all rows`}
                      value={source.value}
                      onChange={(event) => onChange({ ...mapping, [field.name]: { value: event.currentTarget.value } })}
                    />
                  )}
                </Stack>
              </td>
              <td data-grows={judged ? undefined : true}>
                {judged && source?.column !== undefined ? (
                  <StyleCell
                    field={field}
                    judged={judged}
                    chosen={chosenStyles[source.column]}
                    onChoose={(style) => onStyle(source.column ?? "", style)}
                  />
                ) : (
                  column >= 0 &&
                  sample
                    .map((cells) => cells[column])
                    .filter(Boolean)
                    .slice(0, 3)
                    .join(" · ")
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
