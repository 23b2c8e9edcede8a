import { z } from "zod";
import { anyOf, between, crud, date, route, saved } from "#shared/contract.ts";
import { code, email, line, name, notes, reason } from "#shared/fields.ts";

export const carrierMode = z.enum(["ftl", "ltl", "parcel", "intermodal", "own_fleet"]);
export const carrierEquipment = z.enum(["dry_van", "reefer", "flatbed", "container", "box_truck", "other"]);
export const carrierStatus = z.enum(["active", "on_hold", "inactive"]); // not in the input: a status changes only by a step
/** Any of some words, each once. A form holds text: there they stand in one, with commas. */
const several = <const E extends Record<string, string>>(word: z.ZodEnum<E>) =>
  z.preprocess((given) => (typeof given === "string" ? given.split(",") : given), z.array(word).max(20).refine((words) => new Set(words).size === words.length, "Name each once.")).default([]);
export const carrierInput = z.object({
  code,
  name,
  scac: z.string().trim().toUpperCase().regex(/^[A-Z]{2,4}$/, "Give 2 to 4 letters, like ODFL.").nullable().default(null), // the code of North American carriers
  modes: several(carrierMode),
  equipment: several(carrierEquipment),
  dispatchEmail: email,
  dispatchPhone: line(40),
  insuranceExpiresOn: date.nullable().default(null),
  notes,
});
export const carrier = saved(carrierInput, { status: carrierStatus, holdReason: z.string().nullable(), modesText: z.string(), equipmentText: z.string() }); // texts for the columns of a list and of a CSV
export type Carrier = z.output<typeof carrier>;
const path = "/api/warehouse/carriers";
const filter = { status: anyOf(carrierStatus), modes: anyOf(carrierMode), equipment: anyOf(carrierEquipment), insuranceExpiresOn: between() };
export const carriers = {
  ...crud(path, { name: "carrier", record: carrier, input: carrierInput, sort: ["name", "code", "createdAt"], filter, view: "CAN_VIEW_CARRIERS", edit: "CAN_EDIT_CARRIERS" }),
  hold: route({ method: "POST", path: `${path}/:id/hold`, can: "CAN_EDIT_CARRIERS", summary: "Send nothing more with a carrier for now", body: z.strictObject({ reason }), reply: carrier }),
  activate: route({ method: "POST", path: `${path}/:id/activate`, can: "CAN_EDIT_CARRIERS", summary: "Send with a carrier again", reply: carrier }),
};
