import type { Ctx } from "#server/http/context.ts";
import { lockMany } from "#server/records/records.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { takeLoad } from "./delivery-lines.server.ts";

/** What a task looks at again when it runs: a delivery, as it was planned then. */
export interface OnePlan {
  deliveryScheduleId: string;
  revision: number;
}

/** The delivery, locked behind its orders, if its plan is still this one. */
export async function lockPlan(ctx: Ctx, { deliveryScheduleId, revision }: OnePlan): Promise<Delivery | undefined> {
  await takeLoad(ctx, deliveryScheduleId);
  const [delivery] = await lockMany(ctx.db, "delivery_schedules", [deliveryScheduleId]);
  return delivery?.revision === revision ? delivery : undefined;
}
