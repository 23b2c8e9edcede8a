import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "../http/context.ts";
import { Turns } from "./export-turns.ts";
import { inCodes, inWords } from "./export-words.ts";
import { page, type ListQuery, type ListSource } from "./list.ts";

/**
 * A cell that a spreadsheet would take for a formula gets an apostrophe in front (ASVS 1.2.10), also where the sign is the
 * full-width one of East Asian keyboards, which some of them read alike. Numbers stay numbers.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value as string | number | boolean); // JSON holds nothing else
  return /^[=+\-@\t\r\0＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** What the caller may do with a record is nothing of the record. */
const ofTheCaller = new Set(["steps", "abilities"]);

/** Rows of their own have no place in a line; words and numbers of records have. */
export function isRows(type: z.ZodType): boolean {
  if (type instanceof z.ZodOptional) return isRows(type.unwrap() as z.ZodType); // Zod's own types are what it wraps
  return type instanceof z.ZodArray && !(type.element instanceof z.ZodEnum || type.element instanceof z.ZodString);
}

/** What an export asks for beyond its list. */
export interface ExportQuery extends ListQuery {
  readonly columns?: string | undefined;
  readonly values?: "codes" | "words" | undefined;
  readonly headings?: string | undefined;
  readonly timezone?: string | undefined;
}

/** So many exports of one person are made at once, and so many wait: four clicks give four files, and the others their turn. */
const turns = new Turns(3, 20);
const inTurn = (ctx: BareCtx, work: () => Promise<void>): Promise<void> =>
  turns.take(ctx.user?.id ?? ctx.link?.linkId ?? ctx.address, ctx.reply.raw, work);

/** Streams a whole list as CSV (UTF-8 with BOM) in keyset batches, each in a short transaction of its own. */
export const exportCsv = (ctx: BareCtx, source: ListSource, query: ExportQuery): Promise<void> =>
  inTurn(ctx, () => exportList(ctx, source, query));

async function exportList(ctx: BareCtx, source: ListSource, query: ExportQuery): Promise<void> {
  const known = Object.entries(source.record.shape)
    .filter(([key, type]) => !isRows(type as z.ZodType) && !ofTheCaller.has(key))
    .map(([key]) => key);
  const keys = query.columns ? query.columns.split(",") : known;
  const strange = keys.find((key) => !known.includes(key));
  if (strange !== undefined) throw invalid({ columns: message("There is no column {column}.", { column: strange }) });
  const { columns: _columns, values, headings, timezone = "UTC", ...listQuery } = query;
  const wording = values === "words" ? inWords(source.record, ctx.language, timezone) : inCodes;
  const given = headings?.split("|");
  if (given && given.length !== keys.length) throw invalid({ headings: message("Give one heading for each column.") });
  const read = (inner: Ctx, cursor?: string) =>
    page(inner, source, { ...listQuery, limit: 200, ...(cursor ? { cursor } : {}) });
  const batch = (cursor?: string) => ctx.open((inner) => read(inner, cursor));
  // A refusal comes before the head is out; who takes a list away is noted with its first rows.
  const first = await ctx.open(async (inner) => {
    const rows = await read(inner);
    if (ctx.user)
      await inner.emit("user.exported", ctx.user, {
        note: source.path,
        changes: asked(listQuery),
        address: ctx.address,
      });
    return rows;
  });
  async function* batches() {
    yield [(given ?? keys.map(wording.heading)).map(csvCell)];
    for (let current = first; ; current = await batch(current.nextCursor ?? undefined)) {
      yield current.items.map((item) => keys.map((key) => csvCell(wording.value(key, item[key]))));
      if (!current.nextCursor) return;
    }
  }
  await send(ctx, source.table.replaceAll("_", "-"), batches(), wording.delimiter);
}

type Batches = Iterable<readonly string[][]> | AsyncIterable<readonly string[][]>;

/** Sends a CSV file as it is made: each batch of rows has its turn, and waits for a reader that is slow. */
export const sendCsv = (ctx: BareCtx, name: string, batches: Batches, delimiter: "," | ";" = ","): Promise<void> =>
  inTurn(ctx, () => send(ctx, name, batches, delimiter));

async function send(ctx: BareCtx, name: string, batches: Batches, delimiter: "," | ";"): Promise<void> {
  ctx.reply.hijack();
  const { raw } = ctx.reply;
  raw.writeHead(200, {
    ...headersOf(ctx),
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
  });
  const lines = stringify({ bom: true, delimiter, record_delimiter: "windows", quoted_match: /[\r\n]/ });
  await pipeline(Readable.from(rowByRow(batches)), lines, raw).catch((error: unknown) =>
    ctx.request.log.info({ err: error }, "a download was cut off"),
  );
}

async function* rowByRow(batches: Batches) {
  for await (const rows of batches) yield* rows;
}

/** What the list was narrowed to. */
function asked(query: ListQuery): Readonly<Record<string, unknown>> {
  const { limit: _, cursor: __, ...narrowed } = query;
  return Object.fromEntries(
    Object.entries(narrowed).filter(
      ([name, value]) => value !== undefined && !(name === "archived" && value === "without"),
    ),
  );
}

function headersOf(ctx: BareCtx): Record<string, string> {
  return Object.fromEntries(Object.entries(ctx.reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
