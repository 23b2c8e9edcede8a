import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Code } from "#web/ui/values/values.tsx";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
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
        <Table label={undefined}>
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
                    <Text tone="dim" size="tiny" weight={400}>
                      <Trans>required</Trans>
                    </Text>
                  )}
                </th>
                <td>
                  <Code>{row.type}</Code>
                </td>
                <td data-wraps>
                  <Rules row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
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
        <Row as="span" gap={6}>
          {choices.map((one) => (
            <Code key={String(one)}>{String(one)}</Code>
          ))}
        </Row>
      )}
      {pattern && choices.length === 0 && (
        <Row as="span" gap={6}>
          <Code>{pattern}</Code>
        </Row>
      )}
    </>
  );
}
