import { sql } from "kysely";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { notAnsweredFor } from "../guards/answered-checks.server.ts";
import { tripChecks } from "../guards/trip-checks.server.ts";
import { nothingToAnswer } from "../trips.flow.ts";
import { answerRemarks, isUnanswered, keepRemarks } from "./legs.server.ts";

/*
 * What has happened is recorded, also what nobody would have let go. It stands on the trip, open, until somebody who may let a
 * trip leave anyway has answered for it: reporting a thing late is no way around asking them.
 */

type Trip = RecordOf<"trips">;

/** Keeps what would have kept a trip from leaving as it leaves, but for what somebody has answered for before. */
export async function judgeStart(ctx: Ctx, trip: Trip): Promise<void> {
  const checks = await notAnsweredFor(ctx, trip.id, await tripChecks(ctx, trip.id));
  await keepRemarks(ctx, trip, checks, { isAnswered: false });
}

/** The step that answers for it: the reason stands in the history. */
export const answerFor = {
  to: (_ctx: Ctx, { status }: Trip) => status as "completed", // it stays what it is
  check: async (ctx: Ctx, { id }: Trip): Promise<void> => {
    const { rows } = await sql`select from trips t where t.company_id = current_company() and t.id = ${id}
      and ${isUnanswered}`.execute(ctx.db);
    if (rows.length === 0) throw conflict(nothingToAnswer.code, nothingToAnswer.sentence);
  },
  then: (ctx: Ctx, { id }: Trip): Promise<void> => answerRemarks(ctx, id),
};
