import type { z } from "zod";
import { fieldMetaOf, type FieldMeta } from "./field-meta.ts";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { decimalShown, decimalTyped } from "./decimal.ts";

/**
 * A form holds what fields hold: text (words with commas between them), yes or no, rows. Empty is "", and nowhere else
 * is null turned into "" or back.
 */
export type FormValue = string | boolean | readonly FormRow[];
export type FormValues = Record<string, FormValue>;
/** Rows keep a key of their own, so that removing one does not move what was typed into another. */
export type FormRow = FormValues & { rowKey: string };

/** How the person writes: their language, and the clock that is meant. */
export interface Writing {
  readonly locale: string;
  readonly zone: string;
}

let lastRow = 0;

/** A record as its form's values; without a record, those that a new one starts with. */
export function toForm(schema: z.ZodObject, record: object | null, writing: Writing): FormValues {
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const meta = fieldMetaOf(schema, name);
      const value: unknown = record ? Reflect.get(record, name) : meta.fallback;
      return [name, valueToForm(meta, value ?? meta.fallback, writing)];
    }),
  );
}

/** An empty row, or one that holds a record's. */
export function rowToForm(row: z.ZodObject, record: object | null, writing: Writing): FormRow {
  lastRow += 1;
  return { ...toForm(row, record, writing), rowKey: String(lastRow) };
}

/** The values of a form as the contract's input; what can't be understood is left as typed, for the schema to refuse. */
export function fromForm(schema: z.ZodObject, values: FormValues, writing: Writing): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [
      name,
      valueFromForm(fieldMetaOf(schema, name), values[name] ?? "", writing),
    ]),
  );
}

/** The names of the fields that differ. */
export function changedNames(schema: z.ZodObject, before: FormValues, now: FormValues, writing: Writing): string[] {
  const [one, two] = [fromForm(schema, before, writing), fromForm(schema, now, writing)];
  return Object.keys(schema.shape).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]));
}

function valueToForm(meta: FieldMeta, value: unknown, writing: Writing): FormValue {
  if (meta.row)
    return Array.isArray(value) ? value.map((one: object) => rowToForm(meta.row as z.ZodObject, one, writing)) : []; // asked just before
  if (meta.kind === "yes") return value === true;
  if (meta.kind === "words") return Array.isArray(value) ? value.join(",") : "";
  if (value === null || value === undefined) return "";
  if (meta.kind === "moment") return wallTime(String(value), writing.zone);
  return meta.kind === "decimal" || meta.kind === "number"
    ? decimalShown(String(value), writing.locale)
    : String(value);
}

function valueFromForm(meta: FieldMeta, value: FormValue, writing: Writing): unknown {
  // asked just before
  if (meta.row && typeof value === "object") return value.map((row) => fromForm(meta.row as z.ZodObject, row, writing));
  if (typeof value !== "string") return value;
  if (value.trim() === "") return emptyOf(meta);
  if (meta.kind === "words") return value.split(",");
  if (meta.kind === "moment") return momentOf(value, writing.zone);
  if (meta.kind === "decimal") return decimalTyped(value, writing.locale);
  if (!meta.isNumber) return value;
  const typed = Number(decimalTyped(value, writing.locale));
  return Number.isNaN(typed) ? value : typed;
}

function emptyOf(meta: FieldMeta): unknown {
  if (meta.kind === "words") return [];
  if (meta.isNullable) return null;
  return meta.isOptional || meta.kind !== "text" ? undefined : "";
}
