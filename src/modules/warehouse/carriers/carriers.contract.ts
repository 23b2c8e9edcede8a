import { z } from "zod";
import { anyOf, between, crud, date, saved, stepRoutes } from "#shared/contract/contract.ts";
import { anyWords, code, email, line, name, notes } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { heldFields } from "#shared/flow/holdable.ts";
import { carrierFlow } from "./carriers.flow.ts";

export const carrierMode = z.enum(["ftl", "ltl", "parcel", "intermodal", "own_fleet"]);
export const carrierEquipment = z.enum(["dry_van", "reefer", "flatbed", "container", "box_truck", "other"]);

export const carrierInput = z.object({
  code,
  name,
  scac: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2,4}$/, "Give 2 to 4 letters, like ODFL.")
    .nullable()
    .default(null), // the code of North American carriers
  modes: anyWords(carrierMode),
  equipment: anyWords(carrierEquipment),
  dispatchEmail: email,
  dispatchPhone: line(40),
  insuranceExpiresOn: date.nullable().default(null),
  notes,
});
export const carrier = saved(carrierInput, {
  ...heldFields,
  /** What it brings that is to come or is here. */
  openDeliveries: z.number().int(),
});
export type Carrier = z.output<typeof carrier>;

const path = "/api/warehouse/carriers";
export const carriers = {
  ...crud(path, {
    name: "carrier",
    record: carrier,
    input: carrierInput,
    sort: ["name", "code", "createdAt"],
    filter: {
      status: anyOf(heldFields.status),
      modes: anyOf(carrierMode),
      equipment: anyOf(carrierEquipment),
      insuranceExpiresOn: between(),
    },
    view: "CAN_VIEW_CARRIERS",
    edit: "CAN_EDIT_CARRIERS",
  }),
  ...stepRoutes(path, carrierFlow, carrier),
};

export const carrierRecord = record({
  entity: "carrier",
  table: "carriers",
  label: "name",
  files: { view: ["CAN_VIEW_CARRIERS"], edit: ["CAN_EDIT_CARRIERS"] },
  personal: { carriers: ["dispatch_email", "dispatch_phone", "hold_reason", "notes"] },
  notPersonal: {
    "carriers.name": "the name of a company",
    "carriers.modes": "one of a list",
    "carriers.equipment": "one of a list",
  },
});
