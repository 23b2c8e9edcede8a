import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { wholeNumber } from "#shared/fields/fields.ts";

/** How many views somebody may keep of one list. */
export const mostViews = 30;

export const viewName = z.string().trim().min(1).max(60);

/** What the address of a list says, name by name: filters, search, order and columns. */
const search = z
  .record(z.string().min(1).max(60), z.string().min(1).max(2000))
  .refine((said) => Object.keys(said).length <= 40, "Use fewer filters.");

const savedView = z.object({
  id: z.uuid(),
  /** The list, by the path of its route. */
  list: z.string(),
  name: z.string(),
  /** What was saved, as far as the list still has it. */
  search: z.record(z.string(), z.string()),
  /** Names of what was saved and the list has no more: filters, or values of them, and orders. */
  leftOut: z.array(z.string()),
  /** The list opens with it. */
  isDefault: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

const path = "/api/settings/saved-views";
const can = "signed_in";

/** Views of lists that somebody saved for themselves; each person has their own, in each company. */
export const savedViews = {
  own: route({
    method: "GET",
    path,
    can,
    summary: "The own views of all lists, in their order",
    reply: z.object({ items: z.array(savedView) }),
  }),
  create: route({
    method: "POST",
    path,
    can,
    summary: "Save a view of a list for oneself",
    body: z.strictObject({
      list: z.string().min(1).max(200),
      name: viewName,
      search,
      isDefault: z.boolean().default(false),
    }),
    reply: savedView,
  }),
  update: route({
    method: "PUT",
    path: `${path}/:id`,
    can,
    summary: "Rename an own view, save what its list shows now, or open its list with it",
    body: z.strictObject({
      name: viewName.optional(),
      search: search.optional(),
      isDefault: z.boolean().optional(),
    }),
    reply: savedView,
  }),
  move: route({
    method: "POST",
    path: `${path}/:id/move`,
    can,
    summary: "Put an own view at another place among those of its list",
    body: z.strictObject({ to: wholeNumber(0, mostViews - 1) }),
    reply: z.object({ items: z.array(savedView) }),
  }),
  remove: route({ method: "DELETE", path: `${path}/:id`, can, summary: "Remove an own view" }),
};
