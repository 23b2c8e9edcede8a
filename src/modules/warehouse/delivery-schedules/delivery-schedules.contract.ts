import { z } from "zod";
import { ownTrip } from "#modules/fleet/deliveries/chain/own-trips.contract.ts";
import { anyOf, between, crud, date, instant, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { email, flag, line, notes, pointInTime, quantity, reason, wholeNumber } from "#shared/fields/fields.ts";
import { dockLiveStatus, dockStatus, dockType, namedRange, plannedDay, timeRange } from "../docks/docks.contract.ts";
import { realTimes } from "./floor/real-times.contract.ts";
import { savedLine } from "./booking/delivery-lines.contract.ts";
import { deliveryScheduleFlow, exchange, undoableSteps } from "./delivery-schedules.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

export const deliveryScheduleStatus = z.enum(deliveryScheduleFlow.states);
/** Whose answer it waits for. */
export const awaitingParty = z.enum(["none", "warehouse", "vendor", "carrier"]);

export const deliveryScheduleLine = z.strictObject({
  purchaseOrderItemId: z.uuid(),
  /** In the order line's unit; at most what is open and not on another delivery. */
  plannedQty: quantity,
});

/** What the form of a delivery may change; its dock and time change by the step `move`. */
export const deliveryScheduleInput = z.object({
  vendorId: z.uuid().nullable().default(null),
  carrierId: z.uuid().nullable().default(null),
  /** Without `carrierId`: of a truck that is there, or as it stands on the record already. */
  carrierName: line(),
  carrierEmail: email.nullable().default(null),
  driverName: line(),
  driverPhone: line(40),
  tractorPlate: line(20),
  trailerNumber: line(40),
  bolNumber: line(40),
  expectedPallets: wholeNumber(0, 10_000).nullable().default(null),
  /** The vendor and the carrier read these. */
  notesPublic: notes,
  notesInternal: notes,
  lines: z
    .array(deliveryScheduleLine)
    .max(500)
    .refine(
      (lines) => new Set(lines.map((one) => one.purchaseOrderItemId)).size === lines.length,
      "An order line can stand here once.",
    )
    .default([]),
});

/** What is given once, when a delivery is booked. */
export const newDeliveryScheduleInput = deliveryScheduleInput.extend({
  locationId: z.uuid(),
  /** Without one, the first dock of the location that is free then. */
  dockId: z.uuid().nullable().default(null),
  plannedStart: pointInTime,
  plannedEnd: pointInTime,
  /** The party that has to accept before it counts; it gets a mail with a link. */
  askParty: z.enum(["none", "vendor", "carrier"]).default("none"),
  /** Book although the location is closed then. What is taken stays taken. */
  override: flag,
});

/** What asks for a hand: planned without a dock that can be used, at the gate without a door, gone and not completed. */
export const deliveryMark = z.enum(["needs_time", "needs_door", "not_completed"]);

const planned = {
  number: z.string(),
  status: deliveryScheduleStatus,
  awaitingParty,
  lane: z.number().int().nullable(),
  plannedStart: instant,
  plannedEnd: instant,
  occupiedFrom: instant,
  occupiedUntil: instant,
  vendorName: z.string().nullable(),
  mark: deliveryMark.nullable(),
  /** It is to come or is here, and nothing is to be sent with its carrier now. */
  carrierIsHeld: z.boolean(),
  /** It came without a booking; its plan is when it came. */
  walkIn: z.boolean(),
};
/** Against the plan, by the location's grace; null until it has arrived. */
const punctuality = z.enum(["early", "on_time", "late"]).nullable();

export const deliverySchedule = saved(deliveryScheduleInput.omit({ lines: true }), {
  ...planned,
  ...realTimes,
  locationId: z.uuid(),
  locationName: z.string(),
  locationTimezone: z.string(),
  /** Null while it is unplaced: a downtime took its dock. */
  dockId: z.uuid().nullable(),
  dockCode: z.string().nullable(),
  direction: z.enum(["inbound", "outbound"]),
  originalPlannedStart: instant,
  rescheduleCount: z.number().int(),
  /** Grows with every move; a mailed link counts for one revision only. */
  revision: z.number().int(),
  holdExpiresAt: instant.nullable(),
  requestedVia: z.enum(["staff", "link", "api", "import", "recurrence"]),
  cancelReason: z.string().nullable(),
  declineReason: z.string().nullable(),
  refusedReason: z.string().nullable(),
  nothingReceivedReason: z.string().nullable(),
  /** Whose truck stands where this one was planned. */
  displacedById: z.uuid().nullable(),
  displacedByNumber: z.string().nullable(),
  punctuality,
  /** The newest step at the gate that can be taken back, and until when. */
  undoable: z.object({ step: z.enum(undoableSteps), until: instant }).nullable(),
  orderNumbers: z.array(z.string()),
  lines: z.array(savedLine),
  steps: z.array(z.string()),
});
export type DeliverySchedule = z.output<typeof deliverySchedule>;

/** One delivery on the board. */
export const deliveryCard = z.object({
  id: z.uuid(),
  version: z.number().int(),
  dockId: z.uuid().nullable(),
  ...planned,
  ...realTimes,
  punctuality,
  carrierName: z.string().nullable(),
  tractorPlate: z.string().nullable(),
  trailerNumber: z.string().nullable(),
  expectedPallets: z.number().int().nullable(),
  lineCount: z.number().int(),
  purchaseOrderNumbers: z.array(z.string()),
  /** Where the own fleet brings it. */
  ownTrip: ownTrip.nullable(),
  steps: z.array(z.string()),
});
export type DeliveryCard = z.output<typeof deliveryCard>;

export const board = z.object({
  locationId: z.uuid(),
  locationName: z.string(),
  locationTimezone: z.string(),
  date,
  slotMinutes: z.number().int(),
  /** What is scheduled counts as late so long after its start. */
  lateGraceMinutes: z.number().int(),
  /** The day at the location; 23 or 25 hours long when its clock changes. */
  day: timeRange,
  open: z.array(timeRange),
  closures: z.array(namedRange),
  docks: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      name: z.string().nullable(),
      dockType,
      parallelCapacity: z.number().int(),
      status: dockStatus,
      liveStatus: dockLiveStatus,
      downtimes: z.array(namedRange.extend({ id: z.uuid() })),
      deliveries: z.array(deliveryCard),
    }),
  ),
  /** Deliveries of the day without a dock. */
  unplaced: z.array(deliveryCard),
});
export type Board = z.output<typeof board>;

const path = "/api/warehouse/delivery-schedules";
export const allDeliverySchedules = crud(path, {
  name: "delivery",
  record: deliverySchedule,
  input: deliveryScheduleInput,
  /** `nextFirst`: what is to come or here, the next first; then what is over, the last first. */
  sort: ["nextFirst", "plannedStart", "number", "createdAt"],
  defaultSort: "nextFirst",
  filter: {
    status: anyOf(deliveryScheduleStatus),
    awaitingParty: anyOf(awaitingParty),
    locationId: anyOf(z.uuid()),
    dockId: anyOf(z.uuid()),
    vendorId: anyOf(z.uuid()),
    carrierId: anyOf(z.uuid()),
    purchaseOrderId: anyOf(z.uuid()),
    plannedStart: between(),
  },
  view: "CAN_VIEW_DELIVERY_SCHEDULES",
  edit: "CAN_SCHEDULE_DOCK",
});
const { remove: _never, ...kept } = allDeliverySchedules; // a number that was told to a vendor does not vanish: cancel it
export const deliveryScheduleSteps = stepRoutes(path, deliveryScheduleFlow, deliverySchedule);
const { approve, decline, counter: _byLinkOnly, ...staffSteps } = deliveryScheduleSteps;

const vehicle = deliveryScheduleInput.pick({
  vendorId: true,
  carrierId: true,
  carrierName: true,
  driverName: true,
  driverPhone: true,
  tractorPlate: true,
  trailerNumber: true,
  bolNumber: true,
  expectedPallets: true,
  notesInternal: true,
});
/** A truck that nobody has booked, as it stands at the gate. */
export const walkInInput = z.object({
  locationId: z.uuid(),
  /** When it came; now, unless given. */
  at: pointInTime.nullable().default(null),
  ...vehicle.shape,
});
const corrected = pointInTime.optional();
export const timesCorrection = z.object({
  gateInAt: corrected,
  dockedAt: corrected,
  unloadStartAt: corrected,
  unloadEndAt: corrected,
  dockClearedAt: corrected,
  gateOutAt: corrected,
  reason,
});
/** A dock and a time that a delivery could have. */
export const freePlace = z.object({
  dockId: z.uuid(),
  dockCode: z.string(),
  plannedStart: instant,
  plannedEnd: instant,
});

export const deliverySchedules = {
  ...kept,
  /** By holders of CAN_SCHEDULE_DOCK it is scheduled or proposed; by buyers it is a request that the dock office approves. */
  create: route({
    ...kept.create,
    can: ["CAN_SCHEDULE_DOCK", "CAN_EDIT_PURCHASE_ORDERS"],
    body: z.strictObject(newDeliveryScheduleInput.shape),
  }),
  ...staffSteps,
  /** The vendor or carrier answers by /api/links/delivery-schedules; these two are for the dock office. */
  approve: route({ ...approve, can: "CAN_APPROVE_DELIVERY_SCHEDULES" }),
  decline: route({ ...decline, can: "CAN_APPROVE_DELIVERY_SCHEDULES" }),
  swap: route({
    method: "POST",
    path: `${path}/:id/swap`,
    can: "CAN_SCHEDULE_DOCK",
    summary: "Two deliveries exchange their docks and times",
    body: exchange,
    reply: z.object({ items: z.array(deliverySchedule) }),
  }),
  walkIn: route({
    method: "POST",
    path: `${path}/walk-ins`,
    can: "CAN_CHECK_IN",
    summary: "Record a truck that came without a booking",
    body: z.strictObject(walkInInput.shape),
    reply: deliverySchedule,
  }),
  correctTimes: route({
    method: "POST",
    path: `${path}/:id/correct-times`,
    can: "CAN_CHECK_IN",
    summary: "Correct when it really happened, with the reason; the history keeps both",
    body: z.strictObject({ ...timesCorrection.shape, version: z.number().int().optional() }),
    reply: deliverySchedule,
  }),
  undo: route({
    method: "POST",
    path: `${path}/:id/undo`,
    can: ["CAN_CHECK_IN", "CAN_RECEIVE"],
    summary: "Take back the newest step at the gate, within 30 minutes, by whoever may take it; the history keeps both",
    body: z.strictObject({ reason, version: z.number().int().optional() }),
    reply: deliverySchedule,
  }),
  freePlaces: route({
    method: "GET",
    path: `${path}/:id/free-places`,
    reads: ["dock", "dock-downtime", "location"],
    can: "CAN_VIEW_DELIVERY_SCHEDULES",
    summary: "Where and when it could go: doors that are free now for a truck that is here, else the nearest times",
    reply: z.object({ items: z.array(freePlace) }),
  }),
  board: route({
    method: "GET",
    path: `${path}/board`,
    reads: ["dock", "dock-downtime", "delivery", "trip", "trip-stop", "location", "purchase-order", "vehicle"],
    can: "CAN_VIEW_DELIVERY_SCHEDULES",
    summary: "The docks of a location and their deliveries on one day",
    query: z.strictObject({
      /** Unless given, one where docks are: the first by name with deliveries today, else the first that is open today. */
      locationId: z.uuid().optional(),
      date: plannedDay.optional(),
    }),
    reply: board,
  }),
};

export const deliveryScheduleRecord = record({
  entity: "delivery-schedule",
  table: "delivery_schedules",
  label: "number",
  files: { view: ["CAN_VIEW_DELIVERY_SCHEDULES"], edit: ["CAN_SCHEDULE_DOCK", "CAN_CHECK_IN", "CAN_RECEIVE"] },
  links: ["ds.approve"],
  personal: {
    delivery_schedules: [
      "carrier_email",
      "driver_name",
      "driver_phone",
      "cancel_reason",
      "decline_reason",
      "refused_reason",
      "nothing_received_reason",
      "notes_public",
      "notes_internal",
      "search_text",
      "undoable_steps",
    ],
  },
  notPersonal: { "delivery_schedules.carrier_name": "the name of a company" },
  states: { delivery_schedule_statuses: statesOfFlow("Delivery schedule statuses", deliveryScheduleFlow) },
});
