import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { dateReadings, realDate } from "#shared/format/number-styles.ts";
import { instantsOf } from "#shared/format/wall-time.ts";
import type { Ctx } from "#server/http/context.ts";

/** The zone of the company, in which files say their moments that name no other. */
export async function companyZone(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select timezone as zone from companies
    where id = current_company()`.execute(ctx.db);
  return rows[0]?.zone ?? "UTC";
}

const written = /^([\d./-]+?)(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\.?)?)?$/i;

/**
 * A cell as a moment: "2026-01-31 14:30" by the clock of the zone, a day alone from its beginning, or with Z or an offset behind it
 * by itself. What could be two days is none.
 */
export function momentOfCell(cell: string, zone: string): string | Sentence {
  const text = cell.trim();
  const isSure = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  if (isSure && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  const [, day = "", hours = "0", minutes = "00", seconds = "00", half] = written.exec(text) ?? [];
  const date = dayOf(day);
  if (typeof date !== "string") return date ?? notOne(text);
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return notOne(text);
  const [at] = instantsOf(date, `${String(hour).padStart(2, "0")}:${minutes}:${seconds}`, zone);
  return at === undefined
    ? message('"{text}" is in the hour that the clocks leave out on that day.', { text })
    : new Date(at).toISOString();
}

const notOne = (text: string) => message('"{text}" is no date and time. Write it like 2026-01-31 14:30.', { text });

function dayOf(text: string): string | Sentence | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year && month && day) return realDate(year, month, day);
  const { dayFirst, monthFirst } = dateReadings(text);
  if (dayFirst && monthFirst && dayFirst !== monthFirst)
    return message('"{text}" is {one} or {other}. Write one of these.', { text, one: dayFirst, other: monthFirst });
  return dayFirst ?? monthFirst ?? null;
}
