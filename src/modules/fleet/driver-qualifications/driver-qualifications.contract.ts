import { z } from "zod";
import { anyOf, crud, date, saved } from "#shared/contract/contract.ts";
import { line } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { paperNumber, validity } from "../driver-licences/driver-licences.contract.ts";

/** Dangerous goods: an ADR certificate, a hazmat endorsement. CPC: the professional qualification, code 95. */
export const qualificationKind = z.enum(["dangerous_goods", "cpc", "medical", "forklift", "tacho_card", "other"]);

export const driverQualificationInput = z.object({
  driverId: z.uuid(),
  kind: qualificationKind,
  title: line(80),
  /** Kept sealed; left empty in a change it stays. */
  number: paperNumber,
  issuer: line(),
  validFrom: date.nullable().default(null),
  expiresOn: date.nullable().default(null),
});
export const driverQualification = saved(driverQualificationInput.omit({ number: true }), {
  numberEnd: z.string().nullable(),
  validity,
  driverName: z.string(),
});
export type DriverQualification = z.output<typeof driverQualification>;

export const driverQualifications = crud("/api/fleet/driver-qualifications", {
  name: "driver qualification",
  record: driverQualification,
  input: driverQualificationInput,
  sort: ["kind", "createdAt"],
  filter: { driverId: anyOf(z.uuid()), kind: anyOf(qualificationKind) },
  view: ["CAN_VIEW_DRIVER_PAPERS", ...ownDriver],
  edit: "CAN_EDIT_DRIVER_PAPERS",
});

export const driverQualificationRecord = record({
  entity: "driver-qualification",
  table: "driver_qualifications",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  personal: { driver_qualifications: ["number_end"] },
});
