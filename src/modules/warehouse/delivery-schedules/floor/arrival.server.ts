import { bookingsDuring, release } from "#server/bookings/bookings.ts";
import { invalid, message, Problem } from "#shared/contract/problem.ts";
import type { BodyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StepWork } from "#server/records/flow.ts";
import { revokeLinks } from "#server/mail/links.ts";
import { recountLoad } from "../booking/delivery-lines.server.ts";
import type { Req } from "#server/http/serve.ts";
import { insertRow, nextNumber } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { readSite } from "#modules/settings/locations/site.server.ts";
import { usableDocks, freeOn } from "../../docks/availability.server.ts";
import { firstFreeLane, iso } from "../../docks/free-starts.server.ts";
import { addDays, wallTime } from "#shared/format/wall-time.ts";
import { carrierThere } from "../booking/delivery-carrier.server.ts";
import { place, slotOf } from "../booking/delivery-slots.server.ts";
import { placedColumns, type Delivery } from "../delivery-plan.server.ts";
import { foundBy } from "../delivery-record.server.ts";
import type { deliveryScheduleSteps, deliverySchedules } from "../delivery-schedules.contract.ts";
import { realTimeKeys, type RealTimeKey } from "./real-times.contract.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { withStep } from "../undo/kept-steps.server.ts";
import { assertInOrder, happenedAt, nextTime, timeChanges } from "./real-times.server.ts";

const minute = 60_000;
/** How long a truck without a booking is taken to need, until somebody knows better. */
const walkInLength = 60 * minute;
const offered = 3;
const daysAhead = 3;

/** A truck that is there is there, at its true time; nobody is asked any more. At another site it waits there for a dock. */
export const arrive: StepWork<"delivery_schedules", BodyOf<typeof deliveryScheduleSteps.arrive>, "arrived"> = {
  async set(ctx, delivery, { at, dockId, locationId, ...body }) {
    const visit = await newVisit(ctx, delivery, at);
    const gateInAt = await nextTime(ctx, { ...delivery, ...visit }, at, ["gateInAt"]);
    const told = Object.fromEntries(
      (["driverName", "driverPhone", "tractorPlate", "trailerNumber"] as const).flatMap((key) =>
        body[key] === null ? [] : [[key, body[key]]],
      ),
    );
    const answered = { awaitingParty: "none", holdExpiresAt: null };
    const place = await siteOfArrival(ctx, delivery, locationId);
    const door = await doorOfArrival(ctx, { ...delivery, ...place }, dockId);
    return { ...visit, gateInAt, ...answered, ...told, ...place, ...door };
  },
  async then(ctx, delivery) {
    await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "decided" });
    await recountLoad(ctx, delivery.id);
  },
  async event(ctx, delivery, _body, before) {
    const firstVisit = before.gateOutAt === null ? {} : timeChanges(before, delivery);
    if (before.locationId === delivery.locationId) return { changes: firstVisit };
    const [from, to] = [await readSite(ctx.db, before.locationId), await readSite(ctx.db, delivery.locationId)];
    return { changes: { ...firstVisit, location: { from: from.name, to: to.name } } };
  },
};

/** It came to another site than it was booked for: the dock that it had there is no use to it. */
async function siteOfArrival(ctx: Ctx, delivery: Delivery, locationId: string | null) {
  if (locationId === null || locationId === delivery.locationId) return {};
  const site = await readSite(ctx.db, locationId);
  if (!site.isUsable) throw invalid({ locationId: message("{location} is not in use.", { location: site.name }) });
  return { locationId, dockId: null, lane: null };
}

/**
 * Where a truck that is here waits: at the door it has booked, while that time is not over; at another one that was named;
 * else at its own, if that is free now; else at the gate, without a door.
 */
export async function doorOfArrival(ctx: Ctx, delivery: Delivery, dockId: string | null) {
  if (dockId !== null && dockId !== delivery.dockId) return placeNow(ctx, delivery, dockId);
  const isBooked = inGroup(deliveryScheduleFlow, "planned", delivery.status) && delivery.dockId !== null;
  if (isBooked && Date.parse(delivery.occupiedUntil) > Date.now()) return {};
  try {
    if (delivery.dockId !== null) return await placeNow(ctx, delivery, delivery.dockId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  await release(ctx.db, [delivery.id], { kind: "dock" });
  return { dockId: null, lane: null };
}

/** A truck that was sent away is back: what was recorded of its first visit stands in the history, and not on the delivery. */
export async function newVisit(ctx: Ctx, delivery: Delivery, at: string | null) {
  if (delivery.gateOutAt === null) return {};
  const cameBack = await happenedAt(ctx, at);
  await assertInOrder(
    ctx,
    { ...timeless, locationId: delivery.locationId, dockClearedAt: delivery.gateOutAt },
    { gateOutAt: cameBack },
  );
  return { ...timeless, dockChangedAt: null, driverLeftAt: null, refusedReason: null };
}

const timeless = Object.fromEntries(realTimeKeys.map((key) => [key, null])) as Record<RealTimeKey, null>; // each of the keys

/** Takes a dock from now on for as long as was planned; the plan itself stays what it was. */
async function placeNow(ctx: Ctx, delivery: Delivery, dockId: string) {
  const now = Date.now();
  const length = Date.parse(delivery.plannedEnd) - Date.parse(delivery.plannedStart);
  const slot = { ...slotOf(delivery), dockId, plannedStart: iso(now), plannedEnd: iso(now + length) };
  return { ...placedColumns(await place(ctx, delivery.id, slot, "override")), displacedById: null };
}

/** A truck stands at the gate that nobody has booked: it is here, and waits for a door. */
export async function walkIn(ctx: Ctx, { body }: Req<typeof deliverySchedules.walkIn>): Promise<{ id: string }> {
  const { at, ...told } = body;
  await readSite(ctx.db, told.locationId);
  const given = { ...told, ...(await carrierThere(ctx, told, null)) };
  const gateInAt = await happenedAt(ctx, at);
  const { tractorPlate, trailerNumber, carrierId, carrierName, driverName, vendorId } = given;
  if (!tractorPlate && !trailerNumber && !carrierId && !carrierName && !driverName && !vendorId)
    throw invalid({ tractorPlate: message("Say by what the truck is known: its plate, carrier, driver or vendor.") });
  const number = `DS-${String(await nextNumber(ctx.db, "delivery-schedule")).padStart(5, "0")}`;
  const plannedEnd = iso(Date.parse(gateInAt) + walkInLength);
  const delivery = await insertRow(ctx.db, "delivery_schedules", {
    ...given,
    number,
    status: "arrived",
    walkIn: true,
    gateInAt,
    plannedStart: gateInAt,
    originalPlannedStart: gateInAt,
    plannedEnd,
    occupiedFrom: gateInAt,
    occupiedUntil: plannedEnd,
    createdBy: ctx.user?.id ?? null,
    searchText: foundBy({ ...given, number }, []),
    undoableSteps: withStep({ status: "cancelled", undoableSteps: [] }, "arrive", { gateInAt }), // taken back, it never came
  });
  await ctx.emit("delivery-schedule.created", delivery, { to: "arrived", changes: { walkIn: true } });
  await ctx.emit("delivery-schedule.arrived", delivery, { to: "arrived", changes: { walkIn: true } });
  return delivery;
}

type FreePlace = { dockId: string; dockCode: string; plannedStart: string; plannedEnd: string };

/** The doors that are free now for a truck that is here; else the free times nearest to its own, of this day or the next. */
export async function freePlacesFor(ctx: Ctx, delivery: Delivery): Promise<FreePlace[]> {
  const length = Date.parse(delivery.plannedEnd) - Date.parse(delivery.plannedStart);
  const slot = slotOf(delivery);
  if (inGroup(deliveryScheduleFlow, "onSite", delivery.status)) return doorsNow(ctx, delivery, length);
  const site = await readSite(ctx.db, delivery.locationId);
  const wanted = Math.max(Date.parse(delivery.plannedStart), Date.now());
  const found: FreePlace[] = [];
  for (let day = 0; day < daysAhead && found.length < offered; day += 1) {
    const { docks } = await freeOn(ctx.db, site, {
      locationId: site.id,
      direction: slot.direction,
      date: addDays(wallTime(wanted, site.timezone).date, day),
      minutes: Math.ceil(length / minute),
      exceptSubject: delivery.id,
    });
    const places = docks
      .flatMap(({ dock, free }) =>
        free.map(({ start, end }) => ({ dockId: dock.id, dockCode: dock.code, plannedStart: start, plannedEnd: end })),
      )
      .toSorted((a, b) => away(a, wanted) - away(b, wanted));
    found.push(...places);
  }
  return found.slice(0, offered);
}

async function doorsNow(ctx: Ctx, delivery: Delivery, length: number): Promise<FreePlace[]> {
  const now = Date.now();
  const window = { from: iso(now), until: iso(now + length) };
  const docks = await usableDocks(ctx.db, { ...slotOf(delivery), dockId: undefined });
  const booked = await bookingsDuring(ctx.db, { resourceIds: docks.map(({ id }) => id), ...window });
  const others = booked.filter(({ subjectId }) => subjectId !== delivery.id);
  return docks
    .filter((dock) => firstFreeLane(dock, others, window) > 0)
    .slice(0, offered)
    .map(({ id, code }) => ({ dockId: id, dockCode: code, plannedStart: window.from, plannedEnd: window.until }));
}

const away = ({ plannedStart }: FreePlace, wanted: number): number => Math.abs(Date.parse(plannedStart) - wanted);
