import { z } from "zod";
import { anyOf, between, crud, date, route, saved } from "#shared/contract/contract.ts";
import { anyWords, code, email, line, name, notes, reason } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { holdableStates } from "#shared/flow/holdable.ts";

export const carrierMode = z.enum(["ftl", "ltl", "parcel", "intermodal", "own_fleet"]);
export const carrierEquipment = z.enum(["dry_van", "reefer", "flatbed", "container", "box_truck", "other"]);
export const carrierStatus = z.enum(holdableStates.states); // not in the input: a status changes only by a step

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
export const carrier = saved(carrierInput, { status: carrierStatus, holdReason: z.string().nullable() });
export type Carrier = z.output<typeof carrier>;

const path = "/api/warehouse/carriers";
export const carriers = {
  ...crud(path, {
    name: "carrier",
    record: carrier,
    input: carrierInput,
    sort: ["name", "code", "createdAt"],
    filter: {
      status: anyOf(carrierStatus),
      modes: anyOf(carrierMode),
      equipment: anyOf(carrierEquipment),
      insuranceExpiresOn: between(),
    },
    view: "CAN_VIEW_CARRIERS",
    edit: "CAN_EDIT_CARRIERS",
  }),
  hold: route({
    method: "POST",
    path: `${path}/:id/hold`,
    can: "CAN_EDIT_CARRIERS",
    summary: "Send nothing more with a carrier for now",
    body: z.strictObject({ reason }),
    reply: carrier,
  }),
  activate: route({
    method: "POST",
    path: `${path}/:id/activate`,
    can: "CAN_EDIT_CARRIERS",
    summary: "Send with a carrier again",
    reply: carrier,
  }),
};

export const carrierRecord = record({
  entity: "carrier",
  table: "carriers",
  label: "name",
  personal: { carriers: ["dispatch_email", "dispatch_phone", "hold_reason", "notes"] },
  notPersonal: {
    "carriers.name": "the name of a company",
    "carriers.modes": "one of a list",
    "carriers.equipment": "one of a list",
  },
});
