import { sql } from "kysely";
import { message, tooMany } from "#shared/contract/problem.ts";
import type { Db } from "../db/database.ts";
import type { Ctx } from "../http/context.ts";
import type { Mail } from "../jobs/reactions.ts";

const mostPerHour = 5;

/**
 * Refuses (429, with the time to wait) what would mail the same people about the same record more than five times within
 * an hour. `steps` are the events that each such mail leaves; callers of the same record queue here, so none slips through.
 */
export async function limitMails({ db }: Ctx, entity: string, id: string, ...steps: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${entity} ${id} ${steps.join(" ")}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from at + interval '1 hour' - clock_timestamp()))::int as wait from events
    where company_id = current_company() and entity = ${entity} and entity_id = ${id} and step = any(${steps})
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

const mostToOneAddress = 10;
/** Why a mail was not sent; the outbox says it. */
export const overLimit = message(
  "Not sent: this address got ten mails about this record within an hour. What the mail would have said is recorded.",
);

/**
 * Whether an address got as many mails about one record within the hour as it may. Steps are recorded however often they
 * are done; what they mail is not without end, for whoever does them chooses the address.
 */
export async function isOverLimit(db: Db, { to, about, entityId }: Mail): Promise<boolean> {
  if (about !== "work" || entityId === undefined) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mails ${entityId} ${to.toLowerCase()}`}, 0))`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where company_id = current_company() and entity_id = ${entityId}
      and lower(recipient) = lower(${to}) and status <> 'failed' and created_at > now() - interval '1 hour'`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) >= mostToOneAddress;
}
