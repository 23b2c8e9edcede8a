import { z } from "zod";
import { anyOf, crud, date, instant, numeric, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";
import { decimal, flag, line, reason } from "#shared/fields/fields.ts";
import { deliveredLine, loadedLine, onceEach } from "../../deliveries/deliveries.flow.ts";
import { newProof, proofType, requiredProof } from "../../deliveries/deliveries.contract.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";
import { driverActionFlow } from "./driver-actions.flow.ts";

/** What a driver looks at before leaving. */
export const departureItem = z.enum(["tyres", "lights", "load_secured", "papers", "damage"]);
export const departureCheck = z.object({ item: departureItem, isFine: z.boolean(), note: line(300) });

/** What a phone's clock shows, which may have lost its battery: 1970 is a moment too, and is set right here. */
const phoneTime = z.iso
  .datetime({ offset: true, error: "Give a date and time like 2026-01-31T14:30:00Z." })
  .refine((text) => text >= "1900", "Give a date from 1900 on.")
  .transform((text) => new Date(text).toISOString());
const said = { id: z.uuid(), tripId: z.uuid(), at: phoneTime };
const atStop = { ...said, stopId: z.uuid() };
const ofDelivery = { ...said, deliveryId: z.uuid() };
const { capturedAt: _at, ...shownBy } = newProof.shape;
const meterValue = decimal(1, { min: 0, max: 99_999_999 }).nullable().default(null);
const whyNot = reason.nullable().default(null);

/** One thing that a driver did, as their phone keeps it: with an id of the phone's own and the phone's time. */
export const driverAction = z.discriminatedUnion("kind", [
  z.object({ ...said, kind: z.literal("acknowledge") }),
  z.object({ ...said, kind: z.literal("start"), meterValue, checks: z.array(departureCheck).max(10).default([]) }),
  z.object({ ...said, kind: z.literal("pause"), reason }),
  z.object({ ...said, kind: z.literal("resume") }),
  z.object({ ...atStop, kind: z.literal("arrive"), reason: whyNot }),
  z.object({ ...atStop, kind: z.literal("complete_stop") }),
  z.object({ ...atStop, kind: z.literal("fail_stop"), reason }),
  z.object({ ...atStop, kind: z.literal("skip_stop"), reason }),
  z.object({ ...said, kind: z.literal("complete"), meterValue }),
  z.object({
    ...ofDelivery,
    kind: z.literal("load_delivery"),
    /** Those of which less is on board than planned, or more. */
    lines: z.array(loadedLine).max(500).refine(onceEach, "Name each line once.").default([]),
  }),
  z.object({ ...ofDelivery, kind: z.literal("deliver"), signerName: line() }),
  z.object({
    ...ofDelivery,
    kind: z.literal("deliver_partly"),
    signerName: line(),
    lines: z.array(deliveredLine).min(1).max(500).refine(onceEach, "Name each line once."),
  }),
  z.object({ ...ofDelivery, kind: z.literal("fail_delivery"), reason }),
  z.object({ ...ofDelivery, kind: z.literal("prove_delivery"), ...shownBy }),
]);
export type DriverAction = z.output<typeof driverAction>;
export type DriverActionInput = z.input<typeof driverAction>;
export const actionKind = z.enum([
  "acknowledge",
  "start",
  "pause",
  "resume",
  "arrive",
  "complete_stop",
  "fail_stop",
  "skip_stop",
  "complete",
  "load_delivery",
  "deliver",
  "deliver_partly",
  "fail_delivery",
  "prove_delivery",
]);

/** Why somebody should look at a report. */
export const actionFlag = z.enum([
  "clock_off",
  "time_clamped",
  "meter_refused",
  "meter_jump",
  "not_ready",
  "check_failed",
  "loaded_short",
  "loaded_over",
  "not_arrived",
  "more_than_loaded",
  "told_again",
  "handed_over",
  "not_active",
  "out_of_order",
  "not_yours",
  "recalled",
  "trip_over",
  "still_on_trip",
  "still_at_stop",
  "stops_open",
  "stop_gone",
  "delivery_gone",
  "wrong_state",
  "wrong_code",
  "not_possible",
]);
export type ActionFlag = z.output<typeof actionFlag>;

/** What became of one. `refused` is what names nothing of this driver's, and what is no report at all. */
export const actionAnswer = z.object({
  id: z.string().nullable(),
  outcome: z.enum(["applied", "flagged", "refused"]),
  isApplied: z.boolean(),
  flags: z.array(actionFlag),
  /** Of what was refused: 404 or 422. */
  status: z.number().int().nullable(),
});
export type ActionAnswer = z.output<typeof actionAnswer>;

const text = z.string().nullable();
/** A stop as its driver needs it, with an address that can be found. */
export const ownStop = z.object({
  id: z.uuid(),
  status: z.string(),
  kind: z.string(),
  name: text,
  address: text,
  latitude: numeric.nullable(),
  longitude: numeric.nullable(),
  plannedArrival: instant,
  windowStart: instant.nullable(),
  windowEnd: instant.nullable(),
  arrivedAt: instant.nullable(),
  departedAt: instant.nullable(),
  instructions: text,
  outcomeReason: text,
});
/** What is loaded at a stop, and brought to another one. */
export const ownDelivery = z.object({
  id: z.uuid(),
  deliveryNumber: z.string(),
  status: z.string(),
  consigneeName: text,
  contactPhone: text,
  /** Where it is loaded; null where it is on the vehicle when that leaves. */
  pickupStopId: z.uuid().nullable(),
  dropoffStopId: z.uuid().nullable(),
  /** When it was told what is on board. */
  loadedAt: instant.nullable(),
  notes: text,
  lines: z.array(
    z.object({
      id: z.uuid(),
      description: z.string(),
      unit: z.string(),
      plannedQuantity: numeric,
      loadedQuantity: numeric.nullable(),
      loadReason: text,
      /** What was handed over, and why it is not what was planned; a phone that kept its trips before knows nothing of it. */
      deliveredQuantity: numeric.optional(),
      damagedQuantity: numeric.optional(),
      deliveredReason: text.optional(),
    }),
  ),
  /** What was kept as a proof on this way; as above. */
  proofs: z.array(z.object({ type: proofType, signerName: text })).optional(),
  proofsMissing: z.array(requiredProof),
  /** The consignee can be mailed a code. */
  canMailCode: z.boolean(),
});
export type OwnDelivery = z.output<typeof ownDelivery>;
/**
 * Something that keeps the vehicle in the yard, as far as its driver may know: of what kind, and not what somebody wrote of it,
 * which may be about others.
 */
export const ownHold = z.object({
  code: z.enum(["not_in_service", "hold", "document_missing", "health", "status"]),
  /** Of a hold whether it is for maintenance, after an incident, for a paper or by hand. */
  kind: text,
  /** The paper that has ended, or is missing. */
  document: text,
  until: date.nullable(),
});
export type OwnHold = z.output<typeof ownHold>;
/** What somebody is on a trip: who drives it, or one who is on it besides. */
const ownRole = z.enum(["driver", "co_driver", "helper"]);
export const ownTrip = z.object({
  id: z.uuid(),
  tripNumber: z.string(),
  status: z.string(),
  statusReason: text,
  role: ownRole,
  driverName: text,
  vehicleName: text,
  meterUnit: text,
  /** What the meter of its vehicle showed last, in its unit, until the trip is over; a phone that kept its trips before knows nothing of it. */
  lastMeter: numeric.nullable().optional(),
  plannedStart: instant,
  plannedEnd: instant,
  actualStart: instant.nullable(),
  actualEnd: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  dispatcherName: text,
  dispatcherPhone: text,
  hasDangerousGoods: flag,
  /** What keeps its vehicle in the yard now; a phone that kept its trips before it was told this knows nothing of it. */
  holds: z.array(ownHold).optional(),
  loadKg: numeric.nullable(),
  loadPallets: z.number().int().nullable(),
  notes: text,
  stops: z.array(ownStop),
  deliveries: z.array(ownDelivery),
});
export type OwnTrip = z.output<typeof ownTrip>;
/** For who has no trip now. */
export const outlook = z.object({
  /** What is planned for them next and not given to them yet. */
  ahead: z.object({ tripNumber: z.string(), plannedStart: instant }).nullable(),
  /** Whom they call: the company. */
  phone: text,
});
export type Outlook = z.output<typeof outlook>;
export type OwnStop = z.output<typeof ownStop>;

export const driverActionRow = saved(z.object({ tripId: z.uuid(), kind: actionKind }), {
  status: z.enum(driverActionFlow.states),
  stopId: z.uuid().nullable(),
  stopName: text,
  deliveryId: z.uuid().nullable(),
  deliveryNumber: text,
  tripNumber: z.string(),
  driverName: z.string(),
  phoneAt: instant,
  receivedAt: instant,
  happenedAt: instant,
  offsetMs: z.number().int(),
  outcome: z.enum(["applied", "flagged"]),
  isApplied: z.boolean(),
  flags: z.array(actionFlag),
  /** What was said with it: the reason, the meter that was read, what was not in order. */
  reason: text,
  meterValue: text,
  failedChecks: z.array(departureItem),
  /** What was looked at before leaving. */
  checks: z.array(departureCheck),
  /** What came otherwise than planned where it was to be loaded. */
  loadedOtherwise: z.array(
    z.object({
      description: z.string(),
      unit: z.string(),
      plannedQuantity: numeric,
      loadedQuantity: numeric,
      reason: text,
    }),
  ),
  settledByName: text,
  settledAt: instant.nullable(),
  settledNote: text,
  steps: z.array(z.string()),
});
export type DriverActionRow = z.output<typeof driverActionRow>;

const path = "/api/fleet/driver-actions";
export const allDriverActions = crud(path, {
  name: "driver action",
  record: driverActionRow,
  input: z.object({ tripId: z.uuid(), kind: actionKind }),
  sort: ["happenedAt", "createdAt"],
  defaultSort: "-happenedAt",
  filter: {
    tripId: anyOf(z.uuid()),
    driverId: anyOf(z.uuid()),
    status: anyOf(z.enum(driverActionFlow.states)),
    kind: anyOf(actionKind),
  },
  view: "CAN_VIEW_TRIPS",
  edit: "CAN_DISPATCH_TRIPS",
});
const { list, exportCsv, read, history } = allDriverActions;

/** What drivers report from the road, and what of it somebody has to look at. */
export const driverActions = {
  list,
  exportCsv,
  read,
  history,
  ...stepRoutes(path, driverActionFlow, driverActionRow),
  report: route({
    method: "POST",
    path,
    can: "CAN_DRIVE",
    summary:
      "Report what was done on one's own trips, in its order; each is answered for itself, and a repeat as before",
    transaction: "none",
    body: z.strictObject({
      /** Whose phone it is: a session of somebody else takes nothing of it. */
      sentBy: z.uuid(),
      /** The phone's clock as it sends: by it the time of each is set right. */
      sentAt: phoneTime,
      actions: z.array(z.unknown()).min(1).max(50),
    }),
    reply: z.object({ items: z.array(actionAnswer) }),
  }),
  mine: route({
    method: "GET",
    path: "/api/fleet/my-trips",
    reads: [
      "trip",
      "trip-stop",
      "delivery",
      "asset-load",
      "document",
      "document-type",
      "driver",
      "meter-reading",
      "vehicle",
      "vehicle-hold",
    ],
    can: "CAN_DRIVE",
    summary:
      "One's own trips that were given to one, as a phone keeps them: the running one, those to come, and those of the last days",
    reply: z.object({ items: z.array(ownTrip), outlook }),
  }),
  phoneKey: route({
    method: "GET",
    path: "/api/fleet/my-phone-key",
    can: "CAN_DRIVE",
    summary: "The key under which one's own phone keeps what it has not sent: the same each time, and nobody else's",
    reply: z.object({ key: z.string() }),
  }),
};

export const driverActionRecord = record({
  entity: "driver-action",
  table: "driver_actions",
  label: "kind",
  personal: { driver_actions: ["payload", "settled_note"] },
  notPersonal: { "driver_actions.flags": "some of our own words" },
  states: { driver_action_statuses: statesOfFlow("States of drivers' reports", driverActionFlow) },
});
