import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { z } from "zod";
import { KeyValue, Nothing } from "#web/ui/summary-bar.tsx";
import { DateValue, Quantity } from "#web/ui/values/values.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { fieldMetaOf, type FieldMeta as FieldFacts } from "#web/form/fields/field-meta.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import styles from "./detail.module.css";

interface FieldListProps<S extends z.ZodObject> {
  schema: S;
  record: NoInfer<z.output<S>>;
  /** Where the field's name does not read well. */
  labels?: Partial<Record<keyof z.output<S> & string, Label>>;
  /** What the strip says already, or another part of the page. */
  except?: readonly (keyof z.output<S> & string)[];
}

/** All fields of a record that hold something, as its form would ask for them; rows become small tables. */
export function FieldList<S extends z.ZodObject>({ schema, record, labels = {}, except = [] }: FieldListProps<S>) {
  const words = useWords();
  const label = (name: string) => (labels as Readonly<Record<string, Label>>)[name] ?? name; // keyed by field
  const fields = Object.keys(schema.shape)
    .filter((name) => !except.includes(name))
    .map((name) => ({ name, meta: fieldMetaOf(schema, name), value: Reflect.get(record, name) as unknown }));
  const plain = fields.filter(
    ({ meta, value }) =>
      !meta.row &&
      meta.kind !== "record" &&
      value !== null &&
      value !== undefined &&
      value !== "" &&
      !(Array.isArray(value) && value.length === 0),
  );
  const tables = fields.filter(({ meta, value }) => meta.row && Array.isArray(value) && value.length > 0);
  return (
    <>
      {plain.length > 0 && (
        <div className={styles.facts}>
          <KeyValue
            rows={plain.map(({ name, meta, value }) => ({
              label: label(name),
              value: <FieldValue meta={meta} value={value} />,
            }))}
          />
        </div>
      )}
      {tables.map(({ name, meta, value }) => (
        <Section key={name} title={words(label(name))}>
          <RowTable label={words(label(name))} row={meta.row as z.ZodObject} rows={value as object[]} />{" "}
          {/* kept only where it has rows */}
        </Section>
      ))}
    </>
  );
}

function RowTable({ label, row, rows }: { label: string; row: z.ZodObject; rows: readonly object[] }) {
  const words = useWords();
  const names = Object.keys(row.shape);
  return (
    <Table label={label} minWidth={520} isFixed>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {words(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one, index) => (
          <tr key={index}>
            {names.map((name) => (
              <td key={name}>
                <FieldValue meta={fieldMetaOf(row, name)} value={Reflect.get(one, name)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function FieldValue({ meta, value }: { meta: FieldFacts; value: unknown }): ReactNode {
  const words = useWords();
  if (value === null || value === undefined || value === "") return <Nothing />;
  if (typeof value === "boolean") return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  if (meta.kind === "words") return (value as readonly string[]).map((word) => words(word)).join(", "); // as the schema has it
  const text = String(value);
  switch (meta.kind) {
    case "date":
      return <DateValue date={text} year="always" />;
    case "decimal":
    case "number":
      return <Quantity value={text} />;
    case "choice":
      return words(text);
    default:
      return meta.isMultiline ? <Text shape="lines">{text}</Text> : text;
  }
}
