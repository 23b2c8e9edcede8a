import { sql } from "kysely";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { nothingToAnswer } from "../trips.flow.ts";
import { answerRemarks, isUnanswered } from "./legs.server.ts";

type Trip = RecordOf<"trips">;

/** The step that answers for what drives, or drove, though something should have kept it: the reason stands in the history. */
export const answerFor = {
  check: async (ctx: Ctx, { id }: Trip): Promise<void> => {
    const { rows } = await sql`select from trips t where t.company_id = current_company() and t.id = ${id}
      and ${isUnanswered}`.execute(ctx.db);
    if (rows.length === 0) throw conflict(nothingToAnswer.code, nothingToAnswer.sentence);
  },
  then: (ctx: Ctx, { id }: Trip): Promise<void> => answerRemarks(ctx, id),
};
