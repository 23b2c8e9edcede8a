import { z } from "zod";
import { route } from "#shared/contract.ts";
import { code, flag, wholeNumber } from "#shared/fields.ts";

/** The lists that a company keeps itself. Anything with a column that code reads is an entity or a flow, and not here. */
export const ownLists = {
  quantity_types: { title: "Quantity types", meaning: "Units and packages in which goods are counted, by their UNECE codes" },
  vehicle_health: { title: "Vehicle health", meaning: "In what shape a vehicle is" },
  cancel_reasons: { title: "Reasons to cancel", meaning: "Why an order or a delivery does not happen" },
  refusal_reasons: { title: "Reasons to refuse", meaning: "Why a load is turned away at the gate" },
} as const satisfies Readonly<Record<string, { title: string; meaning: string }>>;
export type OwnList = keyof typeof ownLists;

export const tone = z.enum(["n", "l", "g", "a", "x", "v"]);
export const statusGroup = z.enum(["open", "done", "failed"]);

export const referenceInput = z.object({
  code,
  label: z.string().trim().min(1).max(80),
  /** One of the theme's tones; empty is plain. */
  color: tone.nullable().default(null),
  sortOrder: wholeNumber(0, 100_000).default(0),
  isActive: flag.default(true),
});

/** A value of the company's own list, or a state of a flow; a state has no id, for it is not kept in the database. */
export const referenceValue = z.object({
  id: z.uuid().nullable(),
  version: z.number().int().nullable(),
  code: z.string(),
  label: z.string(),
  color: tone.nullable(),
  sortOrder: z.number().int(),
  isActive: z.boolean(),
  group: statusGroup.nullable(),
  isTerminal: z.boolean(),
});
export type ReferenceValue = z.output<typeof referenceValue>;

const path = "/api/settings/reference-lists";
const version = z.number().int().min(1).max(2_000_000_000);
/** Values that forms choose from. Status lists come from the flows and are read-only. */
export const referenceLists = {
  lists: route({
    method: "GET",
    path,
    can: "CAN_VIEW",
    summary: "The reference lists there are",
    reply: z.object({ items: z.array(z.object({ list: z.string(), title: z.string(), meaning: z.string(), isEditable: z.boolean() })) }),
  }),
  list: route({ method: "GET", path: `${path}/:list`, can: "CAN_VIEW", summary: "The values of one list, in their order", query: z.strictObject({ inactive: z.enum(["without", "with"]).default("without") }), reply: z.object({ items: z.array(referenceValue) }) }),
  create: route({ method: "POST", path: `${path}/:list`, can: "CAN_EDIT_REFERENCE_LISTS", summary: "Add a value", body: z.strictObject(referenceInput.shape), reply: referenceValue }),
  update: route({ method: "PUT", path: `${path}/:list/:id`, can: "CAN_EDIT_REFERENCE_LISTS", summary: "Change a value's label, colour and order", body: z.strictObject({ ...referenceInput.omit({ code: true }).shape, version }), reply: referenceValue }),
  remove: route({ method: "DELETE", path: `${path}/:list/:id`, can: "CAN_EDIT_REFERENCE_LISTS", summary: "Remove a value", query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }) }),
};
