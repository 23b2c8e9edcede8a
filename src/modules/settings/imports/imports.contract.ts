import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";

const source = z.strictObject({ column: z.string().max(200).optional(), value: z.string().max(500).optional() });
export const importMapping = z.record(z.string().max(60), source);
const numberStyle = z.enum(["dot", "comma"]);
const dateStyle = z.enum(["dayFirst", "monthFirst"]);
const byColumn = <T extends z.ZodType>(style: T) => z.record(z.string().max(200), style).default({});
/**
 * How numbers and dates are written. A column whose values leave no doubt needs nothing said; for one that could be either
 * (`1.200`, `03/04/2026`) its own style is said by its name, or one for all of them.
 */
const style = {
  decimalComma: z.boolean().optional(),
  dayFirst: z.boolean().optional(),
  numberStyles: byColumn(numberStyle),
  dateStyles: byColumn(dateStyle),
};
const styled = <S extends z.ZodEnum>(one: S) =>
  z.object({
    /** `open`: each could be either; `mixed`: some can only be the one and some only the other. */
    style: z.enum([...(one.options as string[]), "open", "mixed"]),
    /** Values of the column, and what they are in each style in which they can be read. */
    samples: z.array(z.object({ text: z.string(), as: z.record(z.string(), z.string()) })),
  });
export const encoding = z.enum(["utf-8", "utf-8-bom", "utf-16le", "utf-16be", "windows-1250", "windows-1252"]);

/** How the file was read. */
const reading = z.object({
  /** Of a text file. */
  encoding: encoding.nullable(),
  /** Of a workbook: the sheet that was read, and all there are. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The row with the headings; 0 where there are none. */
  headRow: z.number().int(),
  /** The first rows of the file. */
  top: z.array(z.object({ rowNo: z.number().int(), cells: z.array(z.string()) })),
  /** By the column: how its numbers and dates are written, judged over all of its rows; only where that matters. */
  styles: z.record(
    z.string(),
    z.object({ numbers: styled(numberStyle).optional(), dates: styled(dateStyle).optional() }),
  ),
});
export type ImportReading = z.output<typeof reading>;

export const importField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.string(),
  required: z.boolean(),
  hint: z.string().nullable(),
});

/** An import from the upload to its result. */
export const importRecord = z.object({
  id: z.uuid(),
  entity: z.string(),
  fileName: z.string(),
  state: z.enum(["uploaded", "checked", "applying", "done", "failed"]),
  mode: z.enum(["all_or_nothing", "skip_bad"]),
  rowCount: z.number().int(),
  badCount: z.number().int(),
  createdCount: z.number().int(),
  /** Rows that changed a record; those that left theirs as it was are `unchangedCount`. */
  updatedCount: z.number().int(),
  /** Of the dry run: rows that would make a record, change one, or leave one as it is. */
  newCount: z.number().int(),
  changedCount: z.number().int(),
  unchangedCount: z.number().int(),
  failure: z.string().nullable(),
  /** What the dry run says of all rows: how it takes what the file leaves open. */
  notes: z.array(z.string()),
  columns: z.array(z.string()),
  /** The first rows of the file, as they stand there. */
  sample: z.array(z.array(z.string())),
  fields: z.array(importField),
  key: z.string(),
  mapping: importMapping,
  /** Whether the mapping is one that was used for such a file before. */
  isRemembered: z.boolean(),
  reading,
  createdAt: instant,
});
export type ImportRecord = z.output<typeof importRecord>;

export const importRow = z.object({
  rowNo: z.number().int(),
  cells: z.array(z.string()),
  outcome: z.string().nullable(),
  errors: z.record(z.string(), z.string()).nullable(),
  /** What the row changes: by the field, what is saved and what the file says. */
  changes: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })).nullable(),
});
export type ImportRow = z.output<typeof importRow>;

const path = "/api/imports";
export const imports = {
  upload: route({
    method: "POST",
    path,
    can: "CAN_VIEW",
    summary: "Upload a CSV or XLSX file to import (multipart, field `file`)",
    query: z.strictObject({
      entity: z.string().max(60),
      /** What is not said is found out from the file. */
      encoding: encoding.optional(),
      sheet: z.string().max(100).optional(),
      /** The row that holds the headings, as the file's program counts; 0 where none does. */
      headRow: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    reply: importRecord,
    transaction: "none",
    takesFile: true,
  }),
  template: route({
    method: "GET",
    path: `${path}/template.csv`,
    can: "CAN_VIEW",
    summary: "An empty file with the headings of an import",
    query: z.strictObject({ entity: z.string().max(60) }),
    transaction: "none",
    gives: "text/csv",
  }),
  read: route({
    method: "GET",
    path: `${path}/:id`,
    can: "CAN_VIEW",
    summary: "Read an import and how far it is",
    reply: importRecord,
  }),
  check: route({
    method: "POST",
    path: `${path}/:id/check`,
    can: "CAN_VIEW",
    summary: "Try an import without changing anything",
    body: z.strictObject({ mapping: importMapping, ...style }),
    reply: importRecord,
  }),
  progress: route({
    method: "GET",
    path: `${path}/:id/progress`,
    can: "CAN_VIEW",
    summary: "How many rows are checked, or written, while that goes on",
    reply: z.object({ rowsDone: z.number().int() }),
  }),
  rows: route({
    method: "GET",
    path: `${path}/:id/rows`,
    can: "CAN_VIEW",
    summary: "The rows of an import: the bad ones, those that change a record, or all",
    query: z.strictObject({
      outcome: z.enum(["bad", "changed", "all"]).default("bad"),
      after: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    reply: z.object({ items: z.array(importRow), more: z.boolean() }),
  }),
  apply: route({
    method: "POST",
    path: `${path}/:id/apply`,
    can: "CAN_VIEW",
    summary: "Apply a checked import",
    body: z.strictObject({ mode: z.enum(["all_or_nothing", "skip_bad"]) }),
    reply: importRecord,
  }),
  result: route({
    method: "GET",
    path: `${path}/:id/result.csv`,
    can: "CAN_VIEW",
    summary: "The file with an outcome beside each row",
    transaction: "none",
    gives: "text/csv",
  }),
};
