import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { history } from "#shared/contract/contract.ts";
import { message } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { render } from "#server/mail/language.ts";
import { languages } from "#server/mail/languages.ts";

/*
 * What a driver does in passing (a reading, a hold of a vehicle) is read by people who see no drivers. They are told that it was
 * a driver, and not who.
 */

/** Whose name it would be, as it is said to whoever sees no drivers. */
const aDriver = message("A driver");

/** The name of the user in a column of `t`. */
export type Person = (column: string) => RawBuilder<unknown>;

const named: Person = (column) => sql`(select ${fullName("u")} from users u
  where u.company_id = t.company_id and u.id = ${sql.ref(`t.${column}`)})`;
const unnamed =
  (said: string): Person =>
  (column) =>
    sql`(case when exists (select from drivers d where d.company_id = t.company_id and d.user_id = ${sql.ref(`t.${column}`)})
      then ${sql.lit(said)} else ${named(column)} end)`;

/** Handlers that name people, for whoever asks: drivers by their names to who sees drivers, and to nobody else. */
export function namingDrivers<H>(make: (person: Person) => H): (ctx: Pick<Ctx, "can" | "language">) => H {
  const whole = make(named);
  const cut = new Map<string, H>(languages.map((language) => [language, make(unnamed(render(aDriver, language)))]));
  const english = make(unnamed(render(aDriver, "en")));
  return (ctx) => (ctx.can("CAN_VIEW_DRIVERS") ? whole : (cut.get(ctx.language) ?? english));
}

type History = z.output<typeof history>;

/** What happened to a record, as whoever asks may read who did it. */
export async function toldWithoutDrivers(ctx: Ctx, told: History): Promise<History> {
  if (ctx.can("CAN_VIEW_DRIVERS") || told.items.length === 0) return told;
  const times = told.items.map(({ at }) => Date.parse(at));
  const { rows } = await sql<{ id: string }>`select e.id from events e
    join drivers d on (d.company_id, d.user_id) = (e.company_id, e.actor_id)
    where e.company_id = current_company() and e.id = any(${told.items.map(({ id }) => id)}::uuid[])
      and e.at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times) + 1)}`.execute(ctx.db);
  const theirs = new Set(rows.map(({ id }) => id));
  const said = render(aDriver, ctx.language);
  return { items: told.items.map((item) => (theirs.has(item.id) ? { ...item, actorName: said } : item)) };
}
