import type { z } from "zod";
import { useWords } from "#web/ui/values/labels.ts";
import { fieldMetaOf } from "./field-meta.ts";
import { fieldsOf } from "./fields.tsx";

/** The fields of a small input that nobody laid out, e.g. the reason of a step: each as its schema says. */
export function AutoFields({ schema }: { schema: z.ZodObject }) {
  return Object.keys(schema.shape).map((name, index) => (
    <AutoField key={name} schema={schema} name={name} isFirst={index === 0} />
  ));
}

function AutoField({ schema, name, isFirst }: { schema: z.ZodObject; name: string; isFirst: boolean }) {
  const words = useWords();
  const { kind, isMultiline, maxLength = 0, list } = fieldMetaOf(schema, name);
  // The names come from the schema itself, which is not known at compile time.
  const Field = fieldsOf(schema) as unknown as Record<
    "Text" | "Textarea" | "Number" | "Decimal" | "Date" | "Moment" | "Switch" | "Select" | "Listed",
    (props: { name: string; label: string; autoFocus: boolean }) => React.ReactNode
  >;
  const props = { name, label: name, autoFocus: isFirst };
  if (list) return <Field.Listed {...props} />;
  switch (kind) {
    case "text":
      return isMultiline || maxLength > 200 ? <Field.Textarea {...props} /> : <Field.Text {...props} />;
    case "number":
      return <Field.Number {...props} />;
    case "decimal":
      return <Field.Decimal {...props} />;
    case "date":
      return <Field.Date {...props} />;
    case "moment":
      return <Field.Moment {...props} />;
    case "yes":
      return <Field.Switch {...props} />;
    case "choice":
      return <Field.Select {...props} />;
    default:
      throw new Error(`${words(name)} needs a form of its own.`);
  }
}
