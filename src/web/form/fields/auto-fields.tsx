import type { z } from "zod";
import type { ComponentType } from "react";
import { fieldMetaOf, type FieldKind } from "./field-meta.ts";
import { fieldsOf } from "./fields.tsx";
import type { FieldProps } from "./frame.tsx";

/** The fields of a small input that nobody laid out, e.g. the reason of a step: each as its schema says. */
export function AutoFields({ schema }: { schema: z.ZodObject }) {
  return Object.keys(schema.shape).map((name, index) => (
    <AutoField key={name} schema={schema} name={name} isFirst={index === 0} />
  ));
}

const inputs: Readonly<Partial<Record<FieldKind, string>>> = {
  text: "Text",
  number: "Number",
  decimal: "Decimal",
  date: "Date",
  moment: "Moment",
  yes: "Switch",
  choice: "Select",
};

function AutoField({ schema, name, isFirst }: { schema: z.ZodObject; name: string; isFirst: boolean }) {
  const { kind, isMultiline, maxLength = 0, list } = fieldMetaOf(schema, name);
  const isLong = kind === "text" && (isMultiline || maxLength > 200);
  // The names come from the schema itself, which is not known at compile time.
  const fields = fieldsOf(schema) as unknown as Record<string, ComponentType<FieldProps>>;
  const Field = fields[list ? "Listed" : isLong ? "Textarea" : (inputs[kind] ?? "")];
  if (!Field) throw new Error(`${name} needs a form of its own.`);
  return <Field name={name} autoFocus={isFirst} />;
}
