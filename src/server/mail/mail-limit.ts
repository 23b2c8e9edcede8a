import { sql } from "kysely";
import { message, tooMany } from "#shared/contract/problem.ts";
import type { Ctx } from "../http/context.ts";

const mostPerHour = 5;

/**
 * Refuses (429, with the time to wait) what would mail the same people about the same record more than five times within
 * an hour. `step` is the event that each such mail leaves; callers of the same record queue here, so none slips through.
 */
export async function limitMails({ db }: Ctx, entity: string, id: string, step: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${entity} ${id} ${step}`}, 0))`.execute(db);
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from at + interval '1 hour' - clock_timestamp()))::int as wait from events
    where company_id = current_company() and entity = ${entity} and entity_id = ${id} and step = ${step}
      and at > clock_timestamp() - interval '1 hour'
    order by at desc offset ${mostPerHour - 1} limit 1`.execute(db);
  const [oldest] = rows;
  if (!oldest) return;
  const wait = Math.max(1, oldest.wait);
  throw tooMany(
    wait,
    message("This was mailed {count} times within the last hour. Try again in {minutes} minutes.", {
      count: mostPerHour,
      minutes: Math.ceil(wait / 60),
    }),
  );
}
