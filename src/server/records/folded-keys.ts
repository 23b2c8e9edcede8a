import { sql } from "kysely";
import type { Ctx } from "../http/context.ts";

/** A text as keys are compared; nothing is an empty text. */
export type Folded = (text: unknown) => string;

/**
 * These texts as the database folds keys, in one statement: it takes capital letters of some languages for others than
 * JavaScript does, and which depends on how it was set up.
 */
export async function foldedKeys(ctx: Pick<Ctx, "db">, texts: Iterable<unknown>): Promise<Folded> {
  const given = [...new Set([...texts].flatMap((text) => (typeof text === "string" && text !== "" ? [text] : [])))];
  if (given.length === 0) return plain;
  const { rows } = await sql<{ keys: string[] }>`
    select array(select lower(t.text) from unnest(${given}::text[]) with ordinality as t(text, at) order by t.at) as keys`.execute(
    ctx.db,
  );
  const keys = new Map(given.map((text, at) => [text, rows[0]?.keys[at] ?? ""]));
  return (text) => keys.get(plain(text)) ?? plain(text);
}

/** Texts beside what keys are compared by, as `text` and `key`: folded before anything is looked up, so that an index serves. */
export const withKeys = (texts: readonly string[]) =>
  sql`(select t.text, lower(t.text) as key from unnest(${[...texts]}::text[]) t(text) offset 0)`;

const plain: Folded = (text) => (text === null || text === undefined ? "" : String(text as string | number));
