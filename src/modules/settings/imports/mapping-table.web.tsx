import { TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import type { ImportRecord } from "./imports.contract.ts";
import { judgedOf, StyleCell, type ChosenStyles } from "./style-cell.web.tsx";
import styles from "./imports.module.css";

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
}

/** Which column becomes which field, with the first values of the file beside it. */
export function MappingTable({ record, mapping, onChange, chosenStyles, onStyle }: MappingTableProps) {
  const { t } = useLingui();
  const { fields, columns, sample } = record;
  const choose = (name: string, choice: string) => {
    const { [name]: _, ...rest } = mapping;
    onChange(
      choice === none ? rest : { ...rest, [name]: choice === fixed ? { value: "" } : { column: choice.slice(1) } },
    );
  };
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={t`Columns`}>
      <table className={styles.table}>
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
        <tbody>
          {fields.map((field) => {
            const source = mapping[field.name];
            const column = source?.column === undefined ? -1 : columns.indexOf(source.column);
            const judged = judgedOf(record, field, source?.column);
            return (
              <tr key={field.name}>
                <th scope="row">
                  {field.label}{" "}
                  {field.required && (
                    <span className={styles.needed}>
                      {field.name === record.key ? <Trans>key</Trans> : <Trans>needed</Trans>}
                    </span>
                  )}
                  {field.hint && <span className={styles.hint}>{field.hint}</span>}
                </th>
                <td>
                  <SelectInput
                    aria-label={t`${field.label} comes from`}
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
                      className={styles.fixed}
                      aria-label={t`Value of ${field.label} for all rows`}
                      value={source.value}
                      onChange={(event) => onChange({ ...mapping, [field.name]: { value: event.currentTarget.value } })}
                    />
                  )}
                </td>
                <td className={judged ? undefined : styles.sample}>
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
      </table>
    </div>
  );
}
