import { conflict, invalid, notFound, message } from "#shared/contract/problem.ts";
import { swapBookings, type Held } from "#server/bookings/bookings.ts";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { newId } from "#server/crypto/keys.ts";
import { findById, insertRow, nextNumber, updateRow, stale, lockById, lockMany } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { boardOf } from "./board/delivery-board.server.ts";
import { carrierChange, mustBeSentWith, plannedCarrier } from "./booking/delivery-carrier.server.ts";
import { checkLoad, takeLoad, writeLoad, type Line } from "./booking/delivery-lines.server.ts";
import { followMove, followPlan, moveChanges, placedColumns, type Delivery } from "./delivery-plan.server.ts";
import { foundBy, refreshSearch, standard } from "./delivery-record.server.ts";
import { deliverySchedule, deliverySchedules } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";
import { place } from "./booking/delivery-slots.server.ts";
import { mustBeReachable, steps } from "./delivery-steps.server.ts";
import { walkIn, freePlacesFor } from "./floor/arrival.server.ts";
import { correctTimes } from "./floor/correct-times.server.ts";
import { undo } from "./undo/undo.server.ts";

const { counter: _byLinkOnly, ...staffSteps } = steps;

export default serve(deliverySchedules, {
  ...standard,
  ...staffSteps,
  async create(ctx, { body }) {
    const { lines, askParty, override, dockId, ...given } = body;
    const load = await takeLoad(ctx, null, lines);
    const items = await checkLoad(ctx, load, { ...given, lines });
    const details = {
      ...given,
      ...(await plannedCarrier(ctx, given, null)),
      vendorId: given.vendorId ?? onlyOne(items.map(({ vendorId }) => vendorId)),
    };
    if (askParty !== "none") await mustBeReachable(ctx, { ...details, party: askParty });
    const plan = planOf(ctx, askParty);
    const id = newId();
    const placed = await place(
      ctx,
      id,
      { ...given, dockId, direction: "inbound" },
      override && ctx.can("CAN_SCHEDULE_DOCK") ? "override" : "staff",
    );
    const number = `DS-${String(await nextNumber(ctx.db, "delivery-schedule")).padStart(5, "0")}`;
    const delivery = await insertRow(ctx.db, "delivery_schedules", {
      ...details,
      ...placedColumns(placed),
      ...plan,
      id,
      number,
      originalPlannedStart: given.plannedStart,
      holdExpiresAt: plan.status === "scheduled" ? null : placed.keptUntil,
      createdBy: ctx.user?.id ?? null,
      searchText: foundBy(
        { ...details, number },
        items.map(({ orderNumber }) => orderNumber),
      ),
    });
    await writeLoad(ctx, id, load, lines);
    await ctx.emit("delivery-schedule.created", delivery, {
      to: plan.status,
      ...(override ? { changes: { override } } : {}),
    });
    await followPlan(ctx, delivery);
    return standard.read(ctx, { id });
  },
  async update(ctx, { id, body }) {
    const { version, lines, ...given } = body;
    const load = await takeLoad(ctx, id, lines);
    const delivery = await lockById(ctx.db, "delivery_schedules", id);
    if (!deliveryScheduleFlow.editable.some((state) => state === delivery.status))
      throw conflict(
        "wrong_state",
        message("It can no longer be changed: it is {status} now.", { status: delivery.status }),
      );
    if (delivery.version !== version) throw stale(deliverySchedule.parse(await standard.read(ctx, { id })));
    const vendorId = given.vendorId === delivery.vendorId ? null : given.vendorId;
    await checkLoad(ctx, load, { locationId: delivery.locationId, vendorId, lines });
    const carrier = await plannedCarrier(ctx, given, delivery);
    const details = { ...given, ...carrier };
    if (delivery.status === "proposed" && delivery.awaitingParty !== "none")
      await mustBeReachable(ctx, { ...details, party: delivery.awaitingParty === "carrier" ? "carrier" : "vendor" });
    const changedLines = difference({ lines: comparable(load.before) }, { lines: comparable(lines) });
    const isAskedAnew =
      delivery.status === "proposed" && (changedLines["lines"] !== undefined || isOtherParty(delivery, details));
    if (isAskedAnew && delivery.awaitingParty === "carrier") await mustBeSentWith(ctx, details.carrierId);
    const updated = await updateRow(ctx.db, "delivery_schedules", delivery, {
      ...details,
      revision: delivery.revision + (isAskedAnew ? 1 : 0),
    });
    if (changedLines["lines"]) await writeLoad(ctx, id, load, lines);
    if (isAskedAnew) await followMove(ctx, updated); // what the other party was shown is not what it would agree to
    await refreshSearch(ctx, id);
    await ctx.emit("delivery-schedule.updated", delivery, {
      changes: {
        ...difference(delivery, { ...given, carrierId: delivery.carrierId, carrierName: delivery.carrierName }),
        ...(await carrierChange(ctx, delivery, carrier)),
        ...changedLines,
      },
    });
    return standard.read(ctx, { id });
  },
  async archive(ctx, { id }) {
    const { status } = await lockById(ctx.db, "delivery_schedules", id);
    if (inGroup(deliveryScheduleFlow, "live", status))
      throw conflict("still_live", message("It still holds its dock. Cancel or complete it first."));
    return standard.archive(ctx, { id });
  },
  async swap(ctx, { id, body }) {
    const found = await lockMany(ctx.db, "delivery_schedules", [id, body.withId]);
    const [one, other] = [id, body.withId].map((wanted) => found.find((delivery) => delivery.id === wanted));
    if (!one) throw notFound();
    if (!other || other.id === id) throw invalid({ withId: message("Choose another delivery.") });
    if (one.version !== body.version) throw stale(await standard.read(ctx, one));
    if (other.version !== body.withVersion) throw stale(await standard.read(ctx, other));
    const held = [mustHoldDock(one), mustHoldDock(other)] as const;
    for (const { plannedEnd } of [one, other])
      if (Date.parse(plannedEnd) < Date.now()) throw conflict("past", message("This time has passed already."));
    if (one.locationId !== other.locationId || one.direction !== other.direction)
      throw conflict(
        "not_alike",
        message("Only deliveries of the same kind to the same location can exchange their times."),
      );
    await lockMany(
      ctx.db,
      "docks",
      held.map(({ resourceId }) => resourceId),
    );
    await swapBookings(ctx.db, ...held);
    await takeSlot(ctx, one, other);
    await takeSlot(ctx, other, one);
    return { items: [await standard.read(ctx, one), await standard.read(ctx, other)] };
  },
  walkIn: async (ctx, req) => standard.read(ctx, await walkIn(ctx, req)),
  correctTimes,
  undo,
  freePlaces: async (ctx, { id }) => ({
    items: await freePlacesFor(ctx, await findById(ctx.db, "delivery_schedules", id)),
  }),
  board: (ctx, { query }) => boardOf(ctx, query),
});

/** Without the right to give docks away it is a request; with it, it counts at once, or when the asked party agrees. */
function planOf(ctx: Ctx, askParty: "none" | "vendor" | "carrier") {
  if (!ctx.can("CAN_SCHEDULE_DOCK")) return { status: "requested", awaitingParty: "warehouse" };
  return askParty === "none"
    ? { status: "scheduled", awaitingParty: "none" }
    : { status: "proposed", awaitingParty: askParty };
}

/** What it holds of its dock; 409 where it is not only planned any more, or has none. */
function mustHoldDock({ id, number, status, dockId }: Delivery): Held {
  if (!inGroup(deliveryScheduleFlow, "planned", status))
    throw conflict(
      "wrong_state",
      message("{number} cannot be moved any more: it is {status} now.", {
        number,
        status: status,
      }),
      { status },
    );
  if (dockId === null) throw conflict("no_dock", message("{number} has no dock to exchange.", { number }));
  return { subjectId: id, resourceId: dockId };
}

/** The dock and time of the other, its buffers included; its booking has changed hands already. */
async function takeSlot(ctx: Ctx, delivery: Delivery, from: Delivery): Promise<void> {
  const { dockId, lane, plannedStart, plannedEnd, occupiedFrom, occupiedUntil } = from;
  const holdExpiresAt =
    delivery.holdExpiresAt && plannedStart < delivery.holdExpiresAt ? plannedStart : delivery.holdExpiresAt;
  const moved = await updateRow(ctx.db, "delivery_schedules", delivery, {
    dockId,
    lane,
    plannedStart,
    plannedEnd,
    occupiedFrom,
    occupiedUntil,
    holdExpiresAt,
    displacedById: null,
    revision: delivery.revision + 1,
    rescheduleCount: delivery.rescheduleCount + 1,
  });
  await ctx.emit("delivery-schedule.swapped", delivery, {
    from: delivery.status,
    to: delivery.status,
    changes: { with: from.number, ...(await moveChanges(ctx, delivery, moved)) },
  });
  await followMove(ctx, moved);
}

/** Whether somebody else than before is asked: what was mailed to the one is not for the other to answer, nor the reverse. */
function isOtherParty(
  delivery: Delivery,
  given: Pick<Delivery, "vendorId" | "carrierId" | "carrierName" | "carrierEmail">,
): boolean {
  const partyKeys =
    delivery.awaitingParty === "carrier"
      ? (["carrierId", "carrierName", "carrierEmail"] as const)
      : (["vendorId"] as const);
  return partyKeys.some((key) => delivery[key] !== given[key]);
}

const onlyOne = (ids: readonly string[]): string | null => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
/** Lines without regard to their order and to zeros that only fill the scale. */
const comparable = (lines: readonly Line[]) =>
  lines
    .map(({ purchaseOrderItemId, plannedQty }) => ({
      purchaseOrderItemId,
      plannedQty: plannedQty.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""),
    }))
    .toSorted((a, b) => a.purchaseOrderItemId.localeCompare(b.purchaseOrderItemId));
