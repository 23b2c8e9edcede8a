import { release } from "#server/bookings/bookings.ts";
import { invalid, message } from "#shared/contract/problem.ts";
import type { BodyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StepWork } from "#server/records/flow.ts";
import { dockChange, type Delivery } from "../delivery-plan.server.ts";
import type { deliveryScheduleSteps } from "../delivery-schedules.contract.ts";
import { realTimeKeys, type RealTimeKey } from "./real-times.contract.ts";
import type { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { doorOfArrival } from "./arrival.server.ts";
import { checkOut } from "./departure.server.ts";
import { assertInOrder, happenedAt, nextTime } from "./real-times.server.ts";
import { followStay, standAt, stands } from "./stand.server.ts";

type State = (typeof deliveryScheduleFlow.states)[number];
type Work<N extends keyof typeof deliveryScheduleSteps> = StepWork<
  "delivery_schedules",
  BodyOf<(typeof deliveryScheduleSteps)[N]>,
  State
>;

const stays = (_ctx: Ctx, { status }: Delivery): State => status as State; // checked by the table

/** Unloading begins at a dock; a trailer that stands there already, or at another one, goes on from there. */
export const start: Work<"start"> = {
  async check(ctx, delivery, { at, dockId, departed }) {
    const startedAt = stands(delivery)
      ? await nextTime(ctx, delivery, at, ["unloadStartAt"])
      : await nextTime(ctx, delivery, at, ["dockedAt", "unloadStartAt"]);
    if (stands(delivery)) await notBefore(ctx, delivery, startedAt);
    await checkOut(ctx, dockId ?? delivery.dockId, departed, startedAt);
  },
  async set(ctx, delivery, { at, dockId }) {
    const startedAt = await happenedAt(ctx, at);
    const target = dockId ?? delivery.dockId;
    if (target === null) throw invalid({ dockId: message("It has no dock. Give it one.") });
    if (!stands(delivery))
      return { dockedAt: startedAt, unloadStartAt: startedAt, ...(await standAt(ctx, delivery, target, startedAt)) };
    return {
      unloadStartAt: startedAt,
      ...(target === delivery.dockId ? {} : await changeTo(ctx, delivery, target, startedAt)),
    };
  },
  then: followStay,
  event: async (ctx, delivery, _body, before) =>
    before.dockId === delivery.dockId ? {} : { changes: await dockChange(ctx, before, delivery) },
};

/** What stands at a dock stands at another one from then on, and the first is free; what waits for one waits for another. */
export const changeDock: Work<"changeDock"> = {
  to: stays,
  async check(ctx, delivery, { at, dockId, departed }) {
    if (dockId === delivery.dockId) throw invalid({ dockId: message("It is at this dock already.") });
    const changedAt = await happenedAt(ctx, at);
    await notBefore(ctx, delivery, changedAt);
    await checkOut(ctx, dockId, departed, changedAt);
  },
  set: async (ctx, delivery, { at, dockId }) =>
    stands(delivery)
      ? changeTo(ctx, delivery, dockId, await happenedAt(ctx, at))
      : doorOfArrival(ctx, delivery, dockId),
  then: (ctx, delivery) => (stands(delivery) ? followStay(ctx, delivery) : undefined),
  event: async (ctx, delivery, _body, before) => ({ changes: await dockChange(ctx, before, delivery) }),
};

/** The driver has left. A trailer that was put at a dock stands there from then on; without one it waits in the yard. */
export const dropTrailer: Work<"dropTrailer"> = {
  to: stays,
  async check(ctx, delivery, { at, dockId, departed }) {
    const leftAt = await happenedAt(ctx, at);
    await notBefore(ctx, delivery, leftAt);
    if (stands(delivery) && dockId !== null && dockId !== delivery.dockId)
      throw invalid({ dockId: message("It stands at another dock. Change the dock first.") });
    if (!stands(delivery)) await checkOut(ctx, dockId, departed, leftAt);
  },
  async set(ctx, delivery, { at, dockId }) {
    const driverLeftAt = await happenedAt(ctx, at);
    if (dockId === null || stands(delivery)) return { driverLeftAt };
    return { driverLeftAt, dockedAt: driverLeftAt, ...(await standAt(ctx, delivery, dockId, driverLeftAt)) };
  },
  then: (ctx, delivery) => (stands(delivery) ? followStay(ctx, delivery) : undefined),
  event: async (ctx, delivery, _body, before) => ({
    changes: { driverLeftAt: { from: null, to: delivery.driverLeftAt }, ...(await dockChange(ctx, before, delivery)) },
  }),
};

/** The old dock is free from then on; what lies behind there stays as history. */
async function changeTo(ctx: Ctx, delivery: Delivery, dockId: string, at: string) {
  await release(ctx.db, [delivery.id], { kind: "dock" });
  return { dockChangedAt: at, ...(await standAt(ctx, delivery, dockId, at)) };
}

const timeless = Object.fromEntries(realTimeKeys.map((key) => [key, null])) as Record<RealTimeKey, null>; // each of the keys

/** 422 where this was before the truck came, or came to its dock. */
async function notBefore(ctx: Ctx, delivery: Delivery, at: string): Promise<void> {
  const { locationId, gateInAt, dockedAt, dockChangedAt } = delivery;
  await assertInOrder(
    ctx,
    { ...timeless, locationId, gateInAt, dockedAt: dockChangedAt ?? dockedAt },
    { gateOutAt: at },
  );
}
