import { sql } from "kysely";
import { notFound, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** What a new rate is held against. */
interface Around {
  /** The company's own currency. */
  readonly own: string;
  readonly known: readonly string[];
  /** Tomorrow at the company: a site further east may be there already. */
  readonly lastDay: string;
}

export async function around(ctx: Ctx): Promise<Around> {
  const { rows } = await sql<Around>`
    select c.default_currency as own, (now() at time zone c.timezone)::date + 1 as "lastDay",
      (select array_agg(m.code::text) from currencies m where m.is_active) as known
    from companies c where c.id = current_company()`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Why a rate cannot be kept, by field; empty where it can. */
export function refusals(rate: { fromCurrency: string; asOf: string }, { own, known, lastDay }: Around) {
  const fields: Record<string, Sentence> = {};
  if (!known.includes(rate.fromCurrency))
    fields["fromCurrency"] = message("There is no currency {code}.", { code: rate.fromCurrency });
  else if (rate.fromCurrency === own)
    fields["fromCurrency"] = message("{code} is your own currency. It needs no rate.", { code: own });
  if (rate.asOf > lastDay) fields["asOf"] = message("A rate is known on its day. Enter it then.");
  else if (rate.asOf < "2000-01-01") fields["asOf"] = message("Give a date between 2000 and 2199.");
  return fields;
}
