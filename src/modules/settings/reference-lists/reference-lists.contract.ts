import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { code, decimal, flag, line, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** The lists that a company keeps itself. Anything with a page, a search or rules of its own is an entity, and not here. */
export const ownLists = {
  quantity_types: {
    title: "Quantity types",
    meaning: "Units and packages in which goods are counted, by their UNECE codes",
  },
  vehicle_health: { title: "Vehicle health", meaning: "In what shape a vehicle is" },
  cancel_reasons: { title: "Reasons to cancel", meaning: "Why an order or a delivery does not happen" },
  refusal_reasons: { title: "Reasons to refuse", meaning: "Why a load is turned away at the gate" },
} as const satisfies Readonly<Record<string, { title: string; meaning: string }>>;
export type OwnList = keyof typeof ownLists;

/** What is counted in a unit: units of one dimension are converted into each other, by what each is in its base. */
export const dimension = z.enum(["count", "mass", "volume", "length", "area", "energy", "time", "package"]);
/** What programs read of a value beside its label, in the lists that have such a thing. */
export const listData = {
  quantity_types: z.object({
    /** What its code says where nothing is given: a package where it has an X before it, else a count. */
    dimension: dimension.optional(),
    symbol: line(12),
    /** One of it in the base of its dimension: one, kilograms, cubic metres, metres, square metres, kilowatt hours, hours. */
    toBaseFactor: decimal(12, { above: 0 }).nullable().default(null),
    decimals: wholeNumber(0, 6).default(0),
  }),
  vehicle_health: z.object({ level: z.enum(["unknown", "good", "attention", "critical"]).default("unknown") }),
} as const satisfies Readonly<Partial<Record<OwnList, z.ZodObject>>>;
export type ListWithData = keyof typeof listData;

/** The schema of what the values of a list say beside their labels; none for most lists. */
export const dataSchema = (list: string): z.ZodObject | undefined =>
  Object.hasOwn(listData, list) ? listData[list as ListWithData] : undefined; // its own key

export const tone = z.enum(["n", "l", "g", "a", "x", "v"]);
export const statusGroup = z.enum(["open", "done", "failed"]);

/** A value's own facts, which each list has of another kind. */
const valueData = z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]));

export const referenceInput = z.object({
  code,
  label: z.string().trim().min(1).max(80),
  /** One of the theme's tones; empty is plain. */
  color: tone.nullable().default(null),
  /** Where nothing is said a new value comes last, and a value that is changed stays where it is. */
  sortOrder: wholeNumber(0, 1_000_000).optional(),
  isActive: flag.default(true),
  /** Checked as the list has it (`listData`); a value that is changed keeps what it has where nothing is said. */
  data: valueData.optional(),
});

/** What a company may say of one of the product's own states: how it is called, and in which colour. */
export const stateNaming = referenceInput.pick({ label: true, color: true });

/** A value of the company's own list, or a state of a flow; a state has an id where the company calls it by a name of its own. */
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
  /** What programs read of it, in the lists that have such a thing. */
  data: valueData.optional(),
});
export type ReferenceValue = z.output<typeof referenceValue>;

const path = "/api/settings/reference-lists";
const version = z.number().int().min(1).max(2_000_000_000);
const can = "CAN_EDIT_REFERENCE_LISTS";
/**
 * Values that forms choose from. Status lists come from the flows: their codes and order are fixed, labels and colours
 * are the company's.
 */
export const referenceLists = {
  lists: route({
    method: "GET",
    path,
    can: "CAN_VIEW",
    summary: "The reference lists there are",
    reply: z.object({
      items: z.array(
        z.object({
          list: z.string(),
          title: z.string(),
          meaning: z.string(),
          isEditable: z.boolean(),
          count: z.number().int(),
        }),
      ),
    }),
  }),
  list: route({
    method: "GET",
    path: `${path}/:list`,
    can: "CAN_VIEW",
    summary: "The values of one list, in their order",
    query: z.strictObject({ inactive: z.enum(["without", "with"]).default("without") }),
    reply: z.object({ items: z.array(referenceValue) }),
  }),
  create: route({
    method: "POST",
    path: `${path}/:list`,
    can,
    summary: "Add a value",
    body: z.strictObject(referenceInput.shape),
    reply: referenceValue,
  }),
  update: route({
    method: "PUT",
    path: `${path}/:list/:id`,
    can,
    summary: "Change a value's label, colour and order",
    body: z.strictObject({ ...referenceInput.omit({ code: true }).shape, version }),
    reply: referenceValue,
  }),
  move: route({
    method: "POST",
    path: `${path}/:list/:id/move`,
    can,
    summary: "Put a value at another place of its list",
    body: z.strictObject({ to: wholeNumber(0, 100_000) }),
    reply: z.object({ items: z.array(referenceValue) }),
  }),
  remove: route({
    method: "DELETE",
    path: `${path}/:list/:id`,
    can,
    summary: "Remove a value",
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
  }),
  nameState: route({
    method: "PUT",
    path: `${path}/:list/states/:code`,
    can,
    summary: "Call one of the product's own states otherwise",
    body: z.strictObject(stateNaming.shape),
    reply: referenceValue,
  }),
  resetState: route({
    method: "DELETE",
    path: `${path}/:list/states/:code`,
    can,
    summary: "Call a state as the product does",
  }),
};

export const referenceValueRecord = record({
  entity: "reference-value",
  table: "reference_values",
  label: "label",
  notPersonal: { "reference_values.data": "what a list needs beside its labels" },
});
