import { sql } from "kysely";
import { utc } from "#server/db/utc.ts";
import type { Ctx } from "#server/http/context.ts";
import { tripFlow } from "../trips.flow.ts";
import { answeringEvents, type TripCheck } from "./trip-check.contract.ts";

/*
 * Somebody with the right lets a trip go though something should keep it. That they have answered for, and for nothing that comes
 * up later: each check is kept by what it is about and how much there was of it, without what anybody wrote.
 */

/** By what a check is known again, whatever there is of it. */
export interface Print {
  readonly same: string;
  readonly has: string | null;
  readonly may: string | null;
}

export const printOf = ({ key, has, may }: TripCheck): Print => ({ same: key.replace(/:.*$/, ""), has, may });

/** The same as before, and no more of it. */
export const covers = (before: Print, now: Print): boolean =>
  before.same === now.same && tooMuch(now) <= tooMuch(before);

const tooMuch = ({ has, may }: Print): number => Number(has ?? 0) - Number(may ?? 0);

/** The same was so before, and is not more of it now. */
export const isNoWorse = (now: TripCheck, before: TripCheck): boolean => covers(printOf(before), printOf(now));

/** Somebody has answered for these of a trip that has not left; what was answered for before stays so. */
export async function answerBeforehand(ctx: Ctx, tripId: string, checks: readonly TripCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const prints = JSON.stringify(checks.map(printOf));
  await sql`update trips set answered_checks = answered_checks || ${prints}::jsonb
    where company_id = current_company() and id = ${tripId}`.execute(ctx.db);
}

/** The trip is taken back: whoever gives it away again answers for it again. */
export async function forgetAnswers(ctx: Ctx, tripId: string): Promise<void> {
  await sql`update trips set answered_checks = '[]' where company_id = current_company() and id = ${tripId}`.execute(
    ctx.db,
  );
}

/** Those of a trip's checks for which nobody has answered before it left, or that are more by now. */
export async function notAnsweredFor<C extends TripCheck>(
  ctx: Ctx,
  tripId: string,
  checks: readonly C[],
): Promise<readonly C[]> {
  if (checks.length === 0) return checks;
  const { rows } = await sql<{ answered: readonly Print[] }>`select answered_checks as answered from trips
    where company_id = current_company() and id = ${tripId}`.execute(ctx.db);
  const answered = rows[0]?.answered ?? [];
  return checks.filter((check) => !answered.some((one) => covers(one, printOf(check))));
}

/** Who has answered for a trip `t`, in the order in which they did; by whom it was let go before it was taken back is over. */
export const answers = sql`(select coalesce(json_agg(json_build_object('event', e.step, 'at', ${utc("e.at")},
    'byName', e.actor_name, 'reason', e.reason) order by e.at, e.id), '[]') from events e
  where e.company_id = t.company_id and e.entity = 'trip' and e.entity_id = t.id
    and e.step in (${sql.join(answeringEvents.map((name) => sql.lit(name)))})
    and not exists (select from events r where r.company_id = t.company_id and r.entity = 'trip' and r.entity_id = t.id
      and r.step = ${sql.lit(tripFlow.steps.recall.done)} and r.at >= e.at))`;
