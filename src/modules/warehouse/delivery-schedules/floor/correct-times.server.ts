import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { lockById, stale, updateRow } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { standard } from "../delivery-record.server.ts";
import type { deliverySchedules } from "../delivery-schedules.contract.ts";
import { realTimeKeys, type RealTimeKey } from "./real-times.contract.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { assertInOrder, happenedAt } from "./real-times.server.ts";

/** What was written down wrongly is put right: what is recorded already, in order, with a reason; the history keeps both. */
export async function correctTimes(ctx: Ctx, { id, body }: Req<typeof deliverySchedules.correctTimes>) {
  const { reason, version, ...given } = body;
  const delivery = await lockById(ctx.db, "delivery_schedules", id);
  if (version !== undefined && version !== delivery.version) throw stale(await standard.read(ctx, { id }));
  if (!inGroup(deliveryScheduleFlow, "timed", delivery.status))
    throw conflict("wrong_state", message("Nothing of it has happened yet that could be corrected."), {
      status: delivery.status,
    });
  const written: Partial<Record<RealTimeKey, string>> = {};
  for (const key of realTimeKeys) {
    const at = given[key];
    if (at === undefined || at === delivery[key]) continue;
    if (delivery[key] === null) throw invalid({ [key]: message("This has not been recorded yet.") });
    written[key] = await happenedAt(ctx, at, key);
  }
  if (Object.keys(written).length === 0) throw invalid({ reason: message("No time differs from what is recorded.") });
  await assertInOrder(ctx, delivery, written, (key) => key);
  await updateRow(ctx.db, "delivery_schedules", delivery, written);
  await ctx.emit("delivery-schedule.timesCorrected", delivery, {
    reason,
    changes: Object.fromEntries(
      Object.entries(written).map(([key, to]) => [key, { from: delivery[key as RealTimeKey], to }]),
    ), // keys of `written`
  });
  return standard.read(ctx, { id });
}
