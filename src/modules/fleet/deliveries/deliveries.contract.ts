import { z } from "zod";
import { anyOf, between, crud, instant, numeric, route, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";
import { anyWords, decimal, email, line, notes, phone, pointInTime, version } from "#shared/fields/fields.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";
import { unit } from "../../warehouse/products/prices/offers.contract.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import { fleetDeliveryFlow, loadedLine, onceEach, onTheRoad, plannedQuantity } from "./deliveries.flow.ts";

/** What shows that goods were handed over: the code is mailed to the consignee, the barcode stands on what they get. */
export const requiredProof = z.enum(["signature", "photo", "code", "barcode"]);
export const proofType = z.enum([...requiredProof.options, "note"]);

/** Piles of deliveries that somebody works through; computed. Open is what is to be brought still, or to be decided about. */
export const worklist = z.enum(["open", "waiting", "today", "late", "failed"]);

const reference = z.uuid().nullable().default(null);
const latitude = decimal(6, { min: -90, max: 90 }).nullable().default(null);
const longitude = decimal(6, { min: -180, max: 180 }).nullable().default(null);

export const deliveryLineInput = z.object({
  /** Of a line that the delivery has already: it stays the same one. */
  id: z.uuid().optional(),
  /** A product, or a commodity; or else what it is, in words. */
  productId: reference,
  commodityId: reference,
  description: line(300),
  unit,
  plannedQuantity,
});

export const fleetDeliveryInput = z.object({
  consigneeName: line(),
  contactPhone: phone,
  /** Where the one-time code goes. */
  consigneeEmail: email.nullable().default(null),
  /** Where it goes: one of the company's own locations, or an address. */
  locationId: reference,
  address: line(300),
  latitude,
  longitude,
  /** Where it is loaded, unless that is where the trip sets out. */
  pickupLocationId: reference,
  pickupAddress: line(300),
  windowStart: pointInTime.nullable().default(null),
  windowEnd: pointInTime.nullable().default(null),
  proofsRequired: anyWords(requiredProof),
  lines: z.array(deliveryLineInput).max(500).default([]),
  notes,
});
/** What is given once. With a delivery of the warehouse whatever is not said is taken from there. */
export const newFleetDeliveryInput = fleetDeliveryInput.extend({ deliveryScheduleId: reference });

export const deliveryLine = z.object({
  id: z.uuid(),
  productId: z.uuid().nullable(),
  commodityId: z.uuid().nullable(),
  /** Of the product or the commodity, as it was then. */
  code: z.string().nullable(),
  description: z.string(),
  unit: z.string(),
  plannedQuantity: numeric,
  deliveredQuantity: numeric,
  damagedQuantity: numeric,
  returnedQuantity: numeric,
  reason: z.string().nullable(),
  /** What its driver has loaded of it, and why not all; null as long as nobody has told. */
  loadedQuantity: numeric.nullable(),
  loadReason: z.string().nullable(),
});

export const attempt = z.object({
  attemptNo: z.number().int(),
  tripId: z.uuid(),
  tripNumber: z.string(),
  driverName: z.string().nullable(),
  outcome: z.enum(["delivered", "partly_delivered", "failed", "not_reached"]),
  reason: z.string().nullable(),
  at: instant,
});
export const proof = z.object({
  id: z.uuid(),
  attemptNo: z.number().int(),
  type: proofType,
  /** Its picture, among the files of the delivery. */
  fileId: z.uuid().nullable(),
  signerName: z.string().nullable(),
  /** Words; of a barcode what was scanned. */
  note: z.string().nullable(),
  /** Of a barcode: whether it is the delivery's number, its number elsewhere, or the code of one of its lines. */
  isOfDelivery: z.boolean().nullable(),
  capturedAt: instant,
  receivedAt: instant,
  latitude: numeric.nullable(),
  longitude: numeric.nullable(),
  capturedByName: z.string().nullable(),
});
export type Proof = z.output<typeof proof>;

const text = z.string().nullable();
const unchanged = newFleetDeliveryInput.omit({ consigneeName: true, windowStart: true, windowEnd: true, lines: true });
export const fleetDelivery = saved(unchanged, {
  consigneeName: z.string(),
  windowStart: instant,
  windowEnd: instant,
  lines: z.array(deliveryLine),
  deliveryNumber: z.string(),
  /** Its number in the program that it came from. */
  externalNumber: text,
  status: z.enum(fleetDeliveryFlow.states),
  scheduleNumber: text,
  locationName: text,
  pickupLocationName: text,
  attemptNo: z.number().int(),
  tripId: z.uuid().nullable(),
  tripNumber: text,
  tripStatus: z.enum(tripFlow.states).nullable(),
  hasTripBegun: z.boolean(),
  vehicleName: text,
  driverName: text,
  pickupStopId: z.uuid().nullable(),
  dropoffStopId: z.uuid().nullable(),
  /** When its stop was to be reached, and when it was. */
  plannedArrival: instant.nullable(),
  arrivedAt: instant.nullable(),
  /** When it left with its trip, or from where it was loaded on the way; null before. */
  setOutAt: instant.nullable(),
  /** When its stop will be reached, as things were reported on the road; null once it is reached, and while it waits. */
  expectedAt: instant.nullable(),
  /** By how much it misses the end of its window, now or as things were reported; null where it does not. */
  minutesLate: z.number().int().nullable(),
  /** When its driver told what is on board. */
  loadedAt: instant.nullable(),
  outcomeAt: instant.nullable(),
  failureReason: text,
  receivedBy: text,
  forgottenAt: instant.nullable(),
  lineCount: z.number().int(),
  /** Of the lines that are counted in the unit of their commodity, which says what one weighs. */
  weightKg: numeric.nullable(),
  /** Each of its lines is among these. */
  isWeightKnown: z.boolean(),
  palletCount: z.number().int().nullable(),
  hasDangerousGoods: z.boolean(),
  /** Its window is over, and it is still to be brought. */
  isLate: z.boolean(),
  /** What is asked for and not there yet, of this attempt. */
  proofsMissing: z.array(requiredProof),
  /** It was handed over without all of its proofs. */
  isProofMissing: z.boolean(),
  /** Its trip has left its stop behind, and nobody has said what became of it. */
  isOutcomeMissing: z.boolean(),
  /** It was handed over, and nobody has said that its stop was reached. */
  isUnreached: z.boolean(),
  /** More of it was handed over than was said to be on board. */
  isMoreThanLoaded: z.boolean(),
  /** The delivery of which it brings what was left. */
  restOfId: z.uuid().nullable(),
  restOfNumber: text,
  /** The delivery that brings what was left of it. */
  restId: z.uuid().nullable(),
  restNumber: text,
  /** What became of each attempt, the last one first. */
  attempts: z.array(attempt),
  proofs: z.array(proof),
  steps: z.array(z.string()),
});
export type FleetDelivery = z.output<typeof fleetDelivery>;
const fleetDeliveryRow = fleetDelivery.omit({
  lines: true,
  attempts: true,
  proofs: true,
  setOutAt: true,
  expectedAt: true,
  minutesLate: true,
  restOfId: true,
  restOfNumber: true,
  restId: true,
  restNumber: true,
  isUnreached: true,
  isMoreThanLoaded: true,
});

export const newProof = z.strictObject({
  type: proofType,
  /** One that was uploaded to the delivery before: of signatures and photos. */
  fileId: reference,
  /** What the consignee tells, of a code. */
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, "Give the six digits.")
    .nullable()
    .default(null),
  signerName: line(),
  /** Words; of a barcode what was scanned. */
  note: line(500),
  /** When it was taken; now, unless given. */
  capturedAt: pointInTime.nullable().default(null),
  latitude,
  longitude,
});

const path = "/api/fleet/deliveries";
const seers = ["CAN_VIEW_FLEET_DELIVERIES", ...ownDriver] as const;
const ordinary = crud(path, {
  name: "fleet delivery",
  record: fleetDelivery,
  row: fleetDeliveryRow,
  input: fleetDeliveryInput,
  sort: ["windowStart", "deliveryNumber", "createdAt"],
  filter: {
    status: anyOf(z.enum(fleetDeliveryFlow.states)),
    tripId: anyOf(z.uuid()),
    driverId: anyOf(z.uuid()),
    locationId: anyOf(z.uuid()),
    deliveryScheduleId: anyOf(z.uuid()),
    windowStart: between(),
    worklist: anyOf(worklist),
    isLate: yesNo(),
    isProofMissing: yesNo(),
    isOutcomeMissing: yesNo(),
  },
  view: seers,
  edit: "CAN_EDIT_FLEET_DELIVERIES",
});

export const fleetDeliveries = {
  ...ordinary,
  create: route({ ...ordinary.create, body: z.strictObject(newFleetDeliveryInput.shape) }),
  ...stepRoutes(path, fleetDeliveryFlow, fleetDelivery),
  addProof: route({
    method: "POST",
    path: `${path}/:id/proofs`,
    can: onTheRoad,
    summary: "Add what shows that goods were handed over; it is never changed or removed",
    body: newProof,
    reply: fleetDelivery,
  }),
  recordLoad: route({
    method: "POST",
    path: `${path}/:id/record-load`,
    can: "CAN_DISPATCH_TRIPS",
    summary:
      "Say what of a delivery is on board, for its driver: lines that are not named are whole, others take a reason; told again it takes the place of what was told before",
    body: z.strictObject({
      /** When it was loaded; now, where nothing is said. */
      at: pointInTime.nullable().default(null),
      lines: z.array(loadedLine).max(500).refine(onceEach, "Name each line once.").default([]),
    }),
    reply: fleetDelivery,
  }),
  planRest: route({
    method: "POST",
    path: `${path}/:id/plan-rest`,
    can: "CAN_EDIT_FLEET_DELIVERIES",
    summary: "Make another delivery, once, of what was not handed over of one that was delivered in part",
    body: z.strictObject({ windowStart: pointInTime, windowEnd: pointInTime }),
    reply: fleetDelivery,
  }),
  sendCode: route({
    method: "POST",
    path: `${path}/:id/send-code`,
    can: onTheRoad,
    summary: "Mail a one-time code to the consignee, which holds for ten minutes; five times an hour at most",
    reply: fleetDelivery,
  }),
  forgetConsignee: route({
    method: "POST",
    path: `${path}/:id/forget-consignee`,
    can: "CAN_ERASE_PEOPLE",
    summary: "Keep nothing of the consignee of a delivery that is over: no name, address, signature or photo",
    body: z.strictObject({ version }),
    reply: fleetDelivery,
  }),
};

/** Fields of which the history says that they were changed, and not from what to what: they would outlive the consignee's erasure. */
export const untold: readonly string[] = [
  "consigneeName",
  "contactPhone",
  "consigneeEmail",
  "address",
  "latitude",
  "longitude",
  "pickupAddress",
  "notes",
];

export const fleetDeliveryRecord = record({
  entity: "delivery",
  table: "fleet_deliveries",
  label: "delivery_number",
  own: {
    can: ownDriver,
    column: "driver_id",
    of: "drivers",
    sharedBy: { table: "trip_crew", record: "trip_id", person: "driver_id", key: "trip_id" },
  },
  files: {
    view: seers,
    edit: ["CAN_EDIT_FLEET_DELIVERIES", "CAN_DISPATCH_TRIPS", ...ownDriver],
  },
  links: ["fd.follow"],
  personal: {
    fleet_deliveries: [
      "consignee_name",
      "contact_phone",
      "consignee_email",
      "address",
      "pickup_address",
      "notes",
      "failure_reason",
      "received_by",
    ],
    fleet_delivery_lines: ["description", "reason", "load_reason"],
    fleet_delivery_attempts: ["reason"],
    fleet_proofs: ["signer_name", "note"],
  },
  notPersonal: { "fleet_deliveries.proofs_required": "some of four words" },
  states: { fleet_delivery_statuses: statesOfFlow("States of fleet deliveries", fleetDeliveryFlow) },
});
