import { z } from "zod";
import { anyOf, between, crud, instant, numeric, route, saved, yesNo } from "#shared/contract/contract.ts";
import { decimal, flag, line, pointInTime, reason } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { meterUnit } from "../vehicles.contract.ts";

export const meter = z.enum(["odometer", "engine_hours", "aux"]);
export const readingSource = z.enum(["manual", "fuel", "trip_start", "trip_end", "can", "gps", "import", "service"]);

export const meterReadingInput = z.object({
  vehicleId: z.uuid(),
  meter: meter.default("odometer"),
  /** As it was read, in the unit beside it. */
  enteredValue: decimal(3, { min: 0, max: 99_999_999 }),
  /** That in which the vehicle counts, unless given: hours of an engine, kilometres or miles of an odometer. */
  enteredUnit: meterUnit.nullable().default(null),
  readAt: pointInTime,
  /** The first reading of a meter that was put in instead of another. */
  isReplacement: flag,
  note: line(200),
});
export const meterReading = saved(meterReadingInput.omit({ enteredUnit: true }), {
  enteredUnit: meterUnit,
  /** In metres or seconds. */
  value: numeric,
  source: readingSource,
  unitNumber: z.string(),
  createdBy: z.uuid().nullable(),
  enteredByName: z.string().nullable(),
  voidedAt: instant.nullable(),
  voidedByName: z.string().nullable(),
  voidReason: z.string().nullable(),
  /** Since the reading before it, in its own unit; null for the first of a meter and for what is void. */
  since: numeric.nullable(),
});
export type MeterReading = z.output<typeof meterReading>;

const path = "/api/fleet/meter-readings";
export const allMeterReadings = crud(path, {
  name: "meter reading",
  record: meterReading,
  input: meterReadingInput,
  sort: ["readAt", "createdAt"],
  defaultSort: "-readAt",
  filter: {
    vehicleId: anyOf(z.uuid()),
    meter: anyOf(meter),
    source: anyOf(readingSource),
    isVoided: yesNo(),
    readAt: between(),
  },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_ENTER_READINGS",
});
const { list, exportCsv, read, history, create } = allMeterReadings;

/** What somebody types; a jump that hardly any vehicle makes is asked about before it is taken. */
export const typedReading = z.strictObject({ ...meterReadingInput.shape, isConfirmed: flag });

/** The ledger of what vehicles' meters showed: readings are added and voided, never changed. */
export const meterReadings = {
  list,
  exportCsv,
  read,
  history,
  create: route({ ...create, body: typedReading }),
  void: route({
    method: "POST",
    path: `${path}/:id/void`,
    can: ["CAN_MANAGE_VEHICLES", "CAN_ENTER_READINGS"],
    summary:
      "Say that a reading was wrong, one's own within a day of entering it; it stays to be seen, and counts no more",
    body: z.strictObject({ reason }),
    reply: meterReading,
  }),
};

export const meterReadingRecord = record({
  entity: "meter-reading",
  table: "meter_readings",
  label: "said",
  personal: { meter_readings: ["note", "void_reason"] },
});
