import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Code } from "#web/ui/values/values.tsx";
import styles from "./api.module.css";
import type { ApiDocument, Schema } from "./document.web.ts";
import { rowsOf, typeOf, type SchemaRow } from "./schema-rows.web.ts";

interface SchemaTableProps {
  document: ApiDocument;
  /** Without one there is nothing to tell: a reply without a body. */
  schema: Schema | undefined;
  title: ReactNode;
  note?: ReactNode;
}

/** What is sent or comes back, field by field; those of inner objects are moved in below their own. */
export function SchemaTable({ document, schema, title, note }: SchemaTableProps) {
  const rows = schema ? rowsOf(document, schema) : [];
  return (
    <>
      <h3>
        {title} {note} {schema && typeOf(document, schema) !== "object" && <Code>{typeOf(document, schema)}</Code>}
      </h3>
      {rows.length > 0 && (
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Type</Trans>
              </th>
              <th scope="col">
                <Trans>Rules</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <th scope="row" style={{ paddingInlineStart: 10 + Math.min(row.depth, 4) * 14 }}>
                  <Code>{row.name}</Code>{" "}
                  {row.isRequired && (
                    <small>
                      <Trans>required</Trans>
                    </small>
                  )}
                </th>
                <td>
                  <Code>{row.type}</Code>
                </td>
                <td>
                  <Rules row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Limits, choices and defaults of a field, in words. */
function Rules({ row: { schema, isNullable } }: { row: SchemaRow }) {
  const { t } = useLingui();
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, minItems, maxItems, pattern, description } = schema;
  const usual = schema.default === undefined ? undefined : JSON.stringify(schema.default);
  const said = [
    minLength !== undefined && maxLength !== undefined && t`${minLength} to ${maxLength} characters`,
    minLength !== undefined && maxLength === undefined && t`at least ${minLength} characters`,
    minLength === undefined && maxLength !== undefined && t`at most ${maxLength} characters`,
    minimum !== undefined && t`from ${minimum}`,
    exclusiveMinimum !== undefined && t`above ${exclusiveMinimum}`,
    maximum !== undefined && t`up to ${maximum}`,
    minItems !== undefined && t`at least ${minItems} entries`,
    maxItems !== undefined && t`at most ${maxItems} entries`,
    isNullable && t`may be null`,
    usual !== undefined && t`${usual} if left out`,
  ].filter(Boolean);
  const choices = schema.enum ?? schema.values ?? (schema.const === undefined ? [] : [schema.const]);
  return (
    <>
      {description && <p>{description}</p>}
      {said.join(", ")}
      {choices.length > 0 && (
        <span className={styles.choices}>
          {choices.map((one) => (
            <Code key={String(one)}>{String(one)}</Code>
          ))}
        </span>
      )}
      {pattern && choices.length === 0 && (
        <span className={styles.choices}>
          <Code>{pattern}</Code>
        </span>
      )}
    </>
  );
}
