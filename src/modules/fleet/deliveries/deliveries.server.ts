import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { childRows } from "#server/records/child-rows.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { lockById, nextNumber, stale, type RecordOf } from "#server/records/records.ts";
import { dropExports } from "../../settings/company-exports/drop-exports.server.ts";
import { discreet } from "../discreet.server.ts";
import { askedFirst, mustSeeTrip } from "../trips/own-trip.server.ts";
import { begunAt, momentOf } from "../trips/true-times.server.ts";
import { mustCarryAsWell } from "../trips/guards/added-goods.server.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { notRunning } from "../trips/trip-stops/trip-stops.flow.ts";
import { complete, windowOf, withCode, type NewDelivery } from "./complete-delivery.server.ts";
import {
  deliveryLine,
  fleetDeliveries,
  fleetDeliveryRecord,
  type FleetDelivery,
  untold,
} from "./deliveries.contract.ts";
import { fleetDeliveryFlow, notBegun } from "./deliveries.flow.ts";
import { facts, inWorklist } from "./delivery-facts.server.ts";
import { forgetConsignee, mustBeKnown } from "./forget-consignee.server.ts";
import { fromSchedule } from "./from-schedule.server.ts";
import { goesOnTrip, lockTrip, mustBeFreeFor } from "./goes-on-trip.server.ts";
import { forgetLoad } from "./loading/loading.server.ts";
import { mustHaveNoDocuments } from "./no-documents.server.ts";
import { restOf } from "./plan-rest.server.ts";
import { lockTrips, recordOutcome } from "./record-outcome.server.ts";
import {
  beginAnew,
  bringBack,
  missing,
  deliverAll,
  deliverSome,
  forgetLater,
  keepAttempts,
  mustBeWholeStill,
  otherOnBoard,
  outcomeOf,
} from "./outcomes.server.ts";
import { dropStops, stopAgain } from "../trips/trip-stops/stops-of-delivery.server.ts";
import { fitWindows } from "../trips/trip-stops/stop-windows.server.ts";
import { askForCode, forgetCode } from "./proofs/codes.server.ts";
import { mustBring, proveDelivery, tellLoad } from "./told-on-the-road.server.ts";
import { tripOf } from "./trip-effects.server.ts";

type Row = RecordOf<"fleet_deliveries">;

const standard = crudHandlers(fleetDeliveries, {
  record: fleetDeliveryRecord,
  defaultSort: "windowStart",
  flow: fleetDeliveryFlow,
  rows: { lines: childRows("fleet_delivery_lines", "delivery_id", deliveryLine) },
  add: facts,
  where: {
    worklist: (names: (keyof typeof inWorklist)[]) =>
      sql`(${sql.join(
        names.map((name) => inWorklist[name]),
        sql` or `,
      )})`,
    isLate: (wanted: boolean) => (wanted ? facts.isLate : sql`not ${facts.isLate}`),
    isProofMissing: (wanted: boolean) => (wanted ? facts.isProofMissing : sql`not ${facts.isProofMissing}`),
    isOutcomeMissing: (wanted: boolean) => (wanted ? facts.isOutcomeMissing : sql`not ${facts.isOutcomeMissing}`),
  },
});

/** The record as its own route shows it. */
export const readFleetDelivery = standard.read;

const offTrip = { tripId: null, pickupStopId: null, dropoffStopId: null };

/** The steps, each of which answers with the delivery as `answer` reads it. */
const stepsAnswering = (answer: (ctx: Ctx, req: { id: string }) => Promise<unknown>) =>
  flowHandlers(
    fleetDeliveries,
    fleetDeliveryFlow,
    { record: fleetDeliveryRecord, read: answer },
    {
      assign: goesOnTrip("trip.deliveryAssigned"),
      assignAnyway: goesOnTrip("trip.deliveryAssignedAnyway"),
      unassign: { set: () => offTrip, event: (ctx, _delivery, _body, before) => leaveTrip(ctx, before) },
      deliver: {
        check: async (ctx, delivery) => {
          await mustHaveBegun(ctx, delivery);
          const [other] = await otherOnBoard(ctx, delivery);
          if (other)
            throw conflict(
              "not_as_planned",
              message("{loaded} of {planned} are on board. Say line by line what was handed over.", {
                loaded: other.loaded,
                planned: other.planned,
              }),
            );
        },
        set: async (ctx, { tripId }, { at, signerName }) => ({
          outcomeAt: momentOf(at, await begunAt(ctx, tripId)),
          receivedBy: signerName,
        }),
        then: async (ctx, delivery) => {
          await deliverAll(ctx, delivery);
          await ended(ctx, delivery, "delivered");
        },
      },
      deliverPartly: {
        check: mustHaveBegun,
        to: (ctx, delivery, { lines }) => outcomeOf(ctx, delivery, lines),
        set: async (ctx, { tripId }, { at, signerName }) => ({
          outcomeAt: momentOf(at, await begunAt(ctx, tripId)),
          receivedBy: signerName,
        }),
        then: async (ctx, delivery, { lines }) => {
          await deliverSome(ctx, delivery, lines);
          await ended(ctx, delivery, delivery.status === "delivered" ? "delivered" : "partly_delivered");
        },
      },
      fail: {
        check: mustHaveBegun,
        set: async (ctx, { tripId }, { at, reason }) => ({
          outcomeAt: momentOf(at, await begunAt(ctx, tripId)),
          failureReason: reason,
        }),
        then: (ctx, delivery, { reason }) => ended(ctx, delivery, "failed", reason),
      },
      recordOutcome: recordOutcome(leaveTrip),
      bringAgain: {
        check: async (ctx, delivery) => {
          await mustBeWholeStill(ctx, delivery);
          const { status } = await lockById(ctx.db, "trips", delivery.tripId ?? "");
          if (!inGroup(tripFlow, "running", status)) throw conflict(notRunning.code, notRunning.sentence, { status });
        },
        set: async (ctx, delivery, { windowStart, windowEnd }) => {
          const trip = await lockById(ctx.db, "trips", delivery.tripId ?? "");
          const window = windowOf(delivery, windowStart, windowEnd);
          return {
            ...window,
            dropoffStopId: await stopAgain(ctx, trip, { ...delivery, ...window }),
            attemptNo: delivery.attemptNo + 1,
            outcomeAt: null,
            failureReason: null,
            receivedBy: null,
          };
        },
        then: async (ctx, delivery) => {
          await beginAnew(ctx, delivery);
          await fitWindows(ctx, { id: delivery.tripId ?? "" });
        },
        event: (_ctx, { attemptNo }) => ({ changes: { attemptNo: { from: attemptNo - 1, to: attemptNo } } }),
      },
      finishReturn: {
        then: async (ctx, delivery, { lines }) => {
          await bringBack(ctx, delivery, lines);
          await forgetLater(ctx, delivery);
        },
        event: (ctx, delivery) => missing(ctx, delivery),
      },
      tryAgain: {
        check: mustBeWholeStill,
        set: (_ctx, delivery, { windowStart, windowEnd }) => ({
          ...offTrip,
          ...windowOf(delivery, windowStart, windowEnd),
          attemptNo: delivery.attemptNo + 1,
          loadedAt: null,
          outcomeAt: null,
          failureReason: null,
          receivedBy: null,
        }),
        then: async (ctx, delivery) => {
          await beginAnew(ctx, delivery);
          await forgetLoad(ctx, delivery);
        },
        event: (_ctx, { attemptNo }) => ({ changes: { attemptNo: { from: attemptNo - 1, to: attemptNo } } }),
      },
      cancel: {
        set: () => offTrip,
        then: (ctx, delivery) => forgetLater(ctx, delivery),
        event: (ctx, _delivery, _body, before) => (before.tripId === null ? {} : leaveTrip(ctx, before)),
      },
    },
  );

const {
  assign,
  assignAnyway,
  unassign,
  tryAgain,
  cancel,
  recordOutcome: tellAgain,
  bringAgain,
  ...onTheRoad
} = stepsAnswering(standard.read);
const unread = stepsAnswering(() => Promise.resolve(undefined));
/** What a driver says of a delivery that was theirs to bring when it was so: whoever calls it has made sure of that. */
export const bringDeliveryThen = { deliver: unread.deliver, deliverPartly: unread.deliverPartly, fail: unread.fail };
/** The outcome of a delivery, told again; whoever calls it has made sure that they may. */
export async function recordDelivery(ctx: Ctx, req: Parameters<typeof tellAgain>[1]): Promise<void> {
  await lockTrips(ctx, req.id, req.body.tripId);
  await unread.recordOutcome(ctx, req);
}
/** What whoever brings a delivery says of it. Each is refused by throwing, with 404 to whom it is not shown. */
const bringDelivery = askedFirst(onTheRoad, mustBring);

/** The step that puts a delivery on a trip which is locked and has not left. */
export const putOnTrip = (ctx: Ctx, id: string, tripId: string): Promise<FleetDelivery> =>
  assign(ctx, { id, params: {}, query: undefined, body: { tripId } });

/** The step that takes a delivery off a trip which is locked. */
export const takeOffTrip = (ctx: Ctx, id: string): Promise<FleetDelivery> =>
  unassign(ctx, { id, params: {}, query: undefined, body: {} });

export default serve(fleetDeliveries, {
  ...standard,
  tryAgain,
  ...askedFirst({ unassign, cancel, bringAgain }, lockTrip),
  async recordOutcome(ctx, req) {
    await lockTrips(ctx, req.id, req.body.tripId);
    await mustSeeTrip(ctx, req.body.tripId);
    return tellAgain(ctx, req);
  },
  ...bringDelivery,
  async assign(ctx, req) {
    await mustBeFreeFor(ctx, req.id, req.body.tripId);
    return mustCarryAsWell(ctx, req.body.tripId, () => assign(ctx, req));
  },
  async assignAnyway(ctx, req) {
    const { tripId, answersFor } = req.body;
    await mustBeFreeFor(ctx, req.id, tripId);
    return mustCarryAsWell(ctx, tripId, () => assignAnyway(ctx, req), answersFor);
  },
  create: async (ctx, { body }) => enter(ctx, await withCode(ctx, await fromSchedule(ctx, body))),
  async planRest(ctx, { id, body: { windowStart, windowEnd } }) {
    await lockById(ctx.db, "fleet_deliveries", id);
    const delivery = await standard.read(ctx, { id });
    const rest = restOf(delivery, windowOf(delivery, windowStart, windowEnd));
    const { deliveryNumber } = await enter(ctx, { ...rest, restOfId: id });
    await ctx.emit("delivery.restPlanned", delivery, { note: deliveryNumber });
    return standard.read(ctx, { id });
  },
  async update(ctx, req) {
    await lockTrip(ctx, req.id);
    const before = await lockById(ctx.db, "fleet_deliveries", req.id);
    mustBeKnown(before);
    const { version, ...input } = req.body;
    await mustStayWhereItIs(ctx, before, input);
    const body = await complete(ctx, input, req.id);
    const write = () => standard.update(discreet(ctx, untold), { ...req, body: { ...body, version } });
    return before.tripId === null ? write() : mustCarryAsWell(ctx, before.tripId, write);
  },
  async remove(ctx, req) {
    const { status, attemptNo, version } = await lockById(ctx.db, "fleet_deliveries", req.id);
    if (status !== "unassigned" || attemptNo > 1)
      throw conflict("has_been_tried", message("Cancel it: only what was on no trip yet can be removed."));
    await mustHaveNoDocuments(ctx, req.id);
    await forgetCode(ctx, req.id);
    if (version !== req.query.version) return standard.remove(ctx, req); // which refuses it
    const isForgotten = await forgetConsignee(ctx, req.id); // afterwards nothing says what was theirs
    return standard.remove(ctx, { ...req, query: { version: version + Number(isForgotten) } });
  },
  async archive(ctx, req) {
    const { status } = await lockById(ctx.db, "fleet_deliveries", req.id);
    if (!inGroup(fleetDeliveryFlow, "over", status))
      throw conflict("not_over", message("It is not over yet. Cancel it if it is not needed."));
    return standard.archive(ctx, req);
  },
  async restore(ctx, req) {
    mustBeKnown(await lockById(ctx.db, "fleet_deliveries", req.id));
    return standard.restore(ctx, req);
  },
  async addProof(ctx, { id, body }) {
    await proveDelivery(ctx, id, body);
    return standard.read(ctx, { id });
  },
  async recordLoad(ctx, { id, body }) {
    await lockTrip(ctx, id);
    await tellLoad(ctx, id, body);
    return standard.read(ctx, { id });
  },
  async sendCode(ctx, { id }) {
    await mustBring(ctx, id);
    await askForCode(ctx, await lockById(ctx.db, "fleet_deliveries", id));
    return standard.read(ctx, { id });
  },
  async forgetConsignee(ctx, { id, body }) {
    const { status, version } = await lockById(ctx.db, "fleet_deliveries", id);
    if (!inGroup(fleetDeliveryFlow, "over", status))
      throw conflict("not_over", message("It is not over yet. Cancel it if it is not needed."));
    if (body.version !== version) throw stale(await standard.read(ctx, { id }));
    if (await forgetConsignee(ctx, id)) {
      await ctx.enqueue("note-erasure", { entity: fleetDeliveryRecord.entity, id }); // a backup does not bring them back
      await dropExports(ctx);
    }
    return standard.read(ctx, { id });
  },
});

/** Writes a delivery under the next number; 422 for what contradicts itself. */
async function enter(ctx: Ctx, input: NewDelivery & { restOfId?: string }): Promise<FleetDelivery> {
  const deliveryNumber = `D-${String(await nextNumber(ctx.db, "fleet-delivery")).padStart(5, "0")}`;
  const body: NewDelivery & { deliveryNumber: string } = {
    ...(await complete(ctx, input, input.restOfId)),
    deliveryNumber,
  };
  const delivery = await standard.create(ctx, { id: "", params: {}, query: undefined, body });
  await forgetLater(ctx, delivery, delivery.windowEnd);
  return delivery;
}

async function mustHaveBegun(ctx: Ctx, { id }: Row): Promise<void> {
  const { rows } = await sql<{ hasBegun: boolean }>`select ${facts.hasTripBegun} as "hasBegun" from fleet_deliveries t
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  if (!rows[0]?.hasBegun) throw conflict(notBegun.code, notBegun.sentence);
}

/** What is on a trip is brought where that trip goes. */
async function mustStayWhereItIs(ctx: Ctx, before: Row, after: Partial<Record<keyof Row, unknown>>): Promise<void> {
  const trip = await tripOf(ctx, before.id);
  const planned = ["locationId", "address", "pickupLocationId", "pickupAddress", "windowStart", "windowEnd"] as const;
  if (trip && planned.some((key) => key in after && after[key] !== before[key]))
    throw conflict(
      "on_a_trip",
      message("Trip {number} has it as it was planned. Take it off the trip to change where and when.", {
        number: trip.tripNumber,
      }),
      trip,
    );
}

/** What belongs to each outcome of an attempt. */
async function ended(
  ctx: Ctx,
  delivery: Row,
  outcome: "delivered" | "partly_delivered" | "failed",
  reason: string | null = null,
): Promise<void> {
  const at = delivery.outcomeAt ?? new Date().toISOString();
  await keepAttempts(ctx, [delivery], { outcome, reason, at });
}

/** Gives back the stops that a trip had for a delivery, which is off it now. */
async function leaveTrip(ctx: Ctx, before: Row) {
  const trip = await lockById(ctx.db, "trips", before.tripId ?? "");
  await dropStops(ctx, trip, before);
  await fitWindows(ctx, trip);
  await ctx.emit("trip.deliveryTaken", trip, { note: before.deliveryNumber });
  return { changes: { tripId: { from: trip.tripNumber, to: null } } };
}
