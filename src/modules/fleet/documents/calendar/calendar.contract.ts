import { z } from "zod";
import { date, instant, route } from "#shared/contract/contract.ts";
import { documentSubject } from "../../document-types/document-types.contract.ts";
import { documents } from "../documents.contract.ts";

/** How many weeks are shown, this one among them. */
export const calendarWeeks = 12;
/** How many rows are shown at most; the counts are of all. */
export const calendarMost = 500;

const text = z.string().nullable();
const count = z.number().int();

/** A week by its Monday, or what ended before today. */
export const calendarWeek = z.union([date, z.literal("ended")]);

/** A paper that ends. */
export const endingDocument = z.object({
  id: z.uuid(),
  version: count,
  typeName: z.string(),
  title: text,
  subject: documentSubject,
  driverId: z.uuid().nullable(),
  driverName: text,
  vehicleId: z.uuid().nullable(),
  vehicleName: text,
  plateNumber: text,
  assetId: z.uuid().nullable(),
  assetNo: text,
  tripId: z.uuid().nullable(),
  tripNumber: text,
  deliveryId: z.uuid().nullable(),
  deliveryNumber: text,
  /** The last day on which it holds. */
  expiresOn: date,
  week: calendarWeek,
  /** Nobody drives, or nothing leaves, without a paper of its type. */
  blocksDispatch: z.boolean(),
  renewalId: z.uuid().nullable(),
  /** Whether a renewal is entered, and whether there is a scan of it that somebody can verify. */
  renewal: z.enum(["none", "entered", "uploaded"]),
  /** The first planned or dispatched trip that goes beyond its end and would not leave; of those that the caller sees. */
  stops: z.object({ id: z.uuid(), tripNumber: z.string(), plannedStart: instant }).nullable(),
  /** The trip on which whose it is goes on after its end, being on the road now; of those that the caller sees. */
  runsOn: z.object({ id: z.uuid(), tripNumber: z.string() }).nullable(),
  steps: z.array(z.string()),
});
export type EndingDocument = z.output<typeof endingDocument>;

export const documentCalendarReply = z.object({
  /** The day at the company, whose weeks these are. */
  today: date,
  timezone: z.string(),
  /** What has ended, then the weeks from this one on: how many papers end in each, and how many of them block. */
  weeks: z.array(z.object({ week: calendarWeek, count, blocking: count })),
  /** How many of them are about what, whatever the caller chose. */
  subjects: z.array(z.object({ subject: documentSubject, count })),
  /** The first to end of what the caller chose. */
  items: z.array(endingDocument),
  /** How many there are of those. */
  total: count,
});
export type DocumentCalendarReply = z.output<typeof documentCalendarReply>;

export const documentCalendar = {
  read: route({
    method: "GET",
    path: "/api/fleet/documents/calendar",
    reads: ["document-type", "trip", "vehicle", "vehicle-hold", "driver", "asset", "delivery", "purchase-order"],
    can: documents.list.can,
    summary:
      "The last verified papers of each holder and type that have ended or end within 12 weeks, and the first trip each of them stops",
    query: z.strictObject({
      /** What they are about; anything, unless given. */
      subject: documentSubject.optional(),
      /** The Monday of a week, or `ended`; all of them, unless given. */
      week: calendarWeek.optional(),
    }),
    reply: documentCalendarReply,
  }),
};
