import { z } from "zod";
import { anyOf, between, crud, date, saved } from "#shared/contract/contract.ts";
import { notes } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";

export const absenceKind = z.enum(["leave", "sick", "training", "other"]);

export const driverAbsenceInput = z.object({
  driverId: z.uuid(),
  kind: absenceKind.default("leave"),
  /** Both days count, where the company is. */
  firstDay: date,
  lastDay: date,
  notes,
});
export const driverAbsence = saved(driverAbsenceInput, {
  driverName: z.string(),
  when: z.enum(["ahead", "now", "over"]),
  /** Trips that have not begun and count on the driver in these days: an illness does not ask for them. */
  tripNumbers: z.array(z.string()),
});
export type DriverAbsence = z.output<typeof driverAbsence>;

/** When drivers are away, and why. Whoever plans learns that they are not available, and no more. */
export const driverAbsences = crud("/api/fleet/driver-absences", {
  name: "driver absence",
  record: driverAbsence,
  input: driverAbsenceInput,
  sort: ["firstDay", "createdAt"],
  defaultSort: "-firstDay",
  filter: { driverId: anyOf(z.uuid()), kind: anyOf(absenceKind), firstDay: between() },
  view: ["CAN_VIEW_DRIVER_PAPERS", ...ownDriver],
  edit: "CAN_EDIT_DRIVERS",
});

export const driverAbsenceRecord = record({
  entity: "driver-absence",
  table: "driver_absences",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  personal: { driver_absences: ["notes"] },
});
