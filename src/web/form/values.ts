import type { z } from "zod";
import { factsOf, type Facts } from "./facts.ts";
import { decimalShown, decimalTyped } from "./decimal.ts";

/** A form holds what fields hold: text, yes or no, rows. Empty is "", and nowhere else is null turned into "" or back. */
export type FormValue = string | boolean | readonly FormRow[];
export type FormValues = Record<string, FormValue>;
/** Rows keep a key of their own, so that removing one does not move what was typed into another. */
export type FormRow = FormValues & { rowKey: string };

let lastRow = 0;

/** A record as its form's values; without a record, those that a new one starts with. */
export function toForm(schema: z.ZodObject, record: object | null, locale: string): FormValues {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => {
    const facts = factsOf(schema, name);
    const value: unknown = record ? Reflect.get(record, name) : facts.fallback;
    return [name, valueToForm(facts, value ?? facts.fallback, locale)];
  }));
}

/** An empty row, or one that holds a record's. */
export function rowToForm(row: z.ZodObject, record: object | null, locale: string): FormRow {
  lastRow += 1;
  return { ...toForm(row, record, locale), rowKey: String(lastRow) };
}

/** The values of a form as the contract's input; what can't be understood is left as typed, for the schema to refuse. */
export function fromForm(schema: z.ZodObject, values: FormValues, locale: string): Record<string, unknown> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, valueFromForm(factsOf(schema, name), values[name] ?? "", locale)]));
}

/** The names of the fields that differ. */
export function changedNames(schema: z.ZodObject, before: FormValues, now: FormValues, locale: string): string[] {
  const [one, two] = [fromForm(schema, before, locale), fromForm(schema, now, locale)];
  return Object.keys(schema.shape).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(two[name]));
}

function valueToForm(facts: Facts, value: unknown, locale: string): FormValue {
  if (facts.row) return Array.isArray(value) ? value.map((one: object) => rowToForm(facts.row as z.ZodObject, one, locale)) : []; // asked just before
  if (facts.kind === "yes") return value === true;
  if (value === null || value === undefined) return "";
  return facts.kind === "decimal" || facts.kind === "number" ? decimalShown(String(value), locale) : String(value);
}

function valueFromForm(facts: Facts, value: FormValue, locale: string): unknown {
  if (facts.row && typeof value === "object") return value.map((row) => fromForm(facts.row as z.ZodObject, row, locale)); // asked just before
  if (typeof value !== "string") return value;
  if (value.trim() === "") return emptyOf(facts);
  if (facts.kind === "decimal") return decimalTyped(value, locale);
  if (facts.kind !== "number") return value;
  const typed = Number(decimalTyped(value, locale));
  return Number.isNaN(typed) ? value : typed;
}

function emptyOf(facts: Facts): unknown {
  if (facts.isNullable) return null;
  return facts.isOptional || facts.kind !== "text" ? undefined : "";
}
