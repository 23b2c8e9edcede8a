import { z } from "zod";
import { date, instant, numeric, route } from "#shared/contract/contract.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { awaitingParty, deliveryScheduleStatus } from "../delivery-schedules.contract.ts";

/** What a vendor or carrier sees of a delivery: theirs and nothing else. */
export const linkedDelivery = z.object({
  id: z.uuid(),
  number: z.string(),
  status: deliveryScheduleStatus,
  awaitingParty,
  /** `answer` while the time waits for their word. */
  abilities: z.array(z.string()),
  companyName: z.string(),
  plannedStart: instant,
  plannedEnd: instant,
  /** Until when the time is kept for them. */
  holdExpiresAt: instant.nullable(),
  dockCode: z.string().nullable(),
  vendorName: z.string().nullable(),
  carrierName: z.string().nullable(),
  tractorPlate: z.string().nullable(),
  trailerNumber: z.string().nullable(),
  expectedPallets: z.number().int().nullable(),
  notesPublic: z.string().nullable(),
  declineReason: z.string().nullable(),
  location: z.object({
    name: z.string(),
    timezone: z.string(),
    addressLine1: z.string().nullable(),
    addressLine2: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string().nullable(),
    dockAddressNote: z.string().nullable(),
    receivingInstructions: z.string().nullable(),
    contactName: z.string().nullable(),
    contactPhone: z.string().nullable(),
    contactEmail: z.string().nullable(),
  }),
  lines: z.array(
    z.object({
      purchaseOrderNumber: z.string(),
      lineNo: z.number().int(),
      sku: z.string(),
      vendorSku: z.string().nullable(),
      description: z.string(),
      plannedQty: numeric,
      uom: z.string(),
      qtyPerUom: numeric,
      baseUom: z.string(),
    }),
  ),
});
export type LinkedDelivery = z.output<typeof linkedDelivery>;

const path = "/api/links/delivery-schedules/:id";
const { approve, decline, counter } = deliveryScheduleFlow.steps;
const byLink = "link:ds.approve";

/** The page `/ds/approve/:id`: to look at, accept, decline, or ask for another time. Its holder answers with a typed name. */
export const deliveryLinks = {
  view: route({
    method: "GET",
    path,
    can: [byLink, "CAN_VIEW_DELIVERY_SCHEDULES"],
    summary: "A delivery as its vendor or carrier sees it",
    reply: linkedDelivery,
  }),
  times: route({
    method: "GET",
    path: `${path}/times`,
    can: byLink,
    summary: "Other times that are free for this delivery on a day",
    query: z.strictObject({ date: date.refine((day) => /^2[01]/.test(day), "Give a date between 2000 and 2199.") }),
    reply: z.object({
      date,
      locationTimezone: z.string(),
      times: z.array(z.object({ start: instant, end: instant, localTime: z.string(), offset: z.string() })),
    }),
  }),
  approve: route({
    method: "POST",
    path: `${path}/approve`,
    can: byLink,
    summary: "Accept the proposed time",
    body: z.strictObject(approve.input.shape),
    reply: linkedDelivery,
  }),
  decline: route({
    method: "POST",
    path: `${path}/decline`,
    can: byLink,
    summary: "Decline the delivery",
    body: z.strictObject(decline.input.shape),
    reply: linkedDelivery,
  }),
  counter: route({
    method: "POST",
    path: `${path}/counter`,
    can: byLink,
    summary: "Ask for another time",
    body: z.strictObject(counter.input.shape),
    reply: linkedDelivery,
  }),
};
