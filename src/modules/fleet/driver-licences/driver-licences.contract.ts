import { z } from "zod";
import { anyOf, between, crud, date, instant, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { country, line } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";
import { driverLicenceFlow } from "./driver-licences.flow.ts";
import { licenceClass } from "./licence-classes.ts";

/** Where a day stands to today, in the zone of the company. */
export const validity = z.enum(["not_yet_valid", "valid", "expiring", "expired"]);
export const paperNumber = z.string().trim().min(4).max(40).nullable().default(null);

export const heldClass = z.object({
  class: licenceClass,
  validFrom: date.nullable().default(null),
  expiresOn: date,
  /** Codes as they stand behind the class: 01 glasses, 78 automatic. */
  restrictions: line(60),
});

export const driverLicenceInput = z.object({
  driverId: z.uuid(),
  /** Kept sealed; left empty in a change it stays. */
  number: paperNumber,
  issuingCountry: country.unwrap().unwrap(),
  issuingAuthority: line(),
  issuedOn: date.nullable().default(null),
  /** Of the card; a class may end before it. */
  expiresOn: date,
  classes: z
    .array(heldClass)
    .min(1, "Enter the classes that stand on it.")
    .max(20)
    .refine((rows) => new Set(rows.map((row) => row.class)).size === rows.length, "Name each class once."),
});
export const driverLicence = saved(driverLicenceInput.omit({ number: true }), {
  /** Each class with its last day, as "CE 2031-05-01". */
  classEnds: z.array(z.string()),
  /** The last signs of its number. */
  numberEnd: z.string(),
  status: z.enum(driverLicenceFlow.states),
  validity,
  enteredBy: z.string().nullable(),
  /** Whoever has written anything of it since it was verified the last time: they do not verify it. */
  authors: z.array(z.string()),
  enteredByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  rejectReason: z.string().nullable(),
  driverName: z.string(),
  /** The account of that driver: nobody verifies their own licence. */
  driverUserId: z.string().nullable(),
  steps: z.array(z.string()),
});
export type DriverLicence = z.output<typeof driverLicence>;

const path = "/api/fleet/driver-licences";
export const driverLicences = {
  ...crud(path, {
    name: "driver licence",
    record: driverLicence,
    input: driverLicenceInput,
    sort: ["expiresOn", "createdAt"],
    filter: {
      driverId: anyOf(z.uuid()),
      status: anyOf(z.enum(driverLicenceFlow.states)),
      expiresOn: between(),
    },
    view: ["CAN_VIEW_DRIVER_PAPERS", ...ownDriver],
    edit: "CAN_EDIT_DRIVER_PAPERS",
  }),
  ...stepRoutes(path, driverLicenceFlow, driverLicence),
  /** Told one at a time, and noted: who read it stands in the history. */
  number: route({
    method: "POST",
    path: `${path}/:id/number`,
    can: ["CAN_VIEW_DRIVER_PAPERS", ...ownDriver],
    summary: "Read the whole number of a licence, which is noted in its history",
    reply: z.object({ number: z.string() }),
    transaction: "none",
  }),
};

export const driverLicenceRecord = record({
  entity: "driver-licence",
  table: "driver_licences",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  personal: { driver_licences: ["reject_reason", "number_end"], driver_licence_classes: ["restrictions"] },
});
