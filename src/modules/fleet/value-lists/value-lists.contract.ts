import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { listData, referenceInput, referenceValue } from "../../settings/reference-lists/reference-lists.contract.ts";

const version = z.number().int().min(1).max(2_000_000_000);
const can = "CAN_EDIT_REFERENCE_LISTS";

/** The routes of a reference list at an address of its own, where what its values say stands beside their labels. */
function valueRoutes<D extends z.ZodRawShape>(path: string, one: string, data: z.ZodObject<D>) {
  const input = z.strictObject({ ...referenceInput.omit({ data: true }).shape, ...data.shape });
  const reply = referenceValue
    .pick({ code: true, label: true, color: true, sortOrder: true, isActive: true })
    .extend({ id: z.uuid(), version: z.number().int(), ...data.shape });
  return {
    values: route({
      method: "GET",
      path,
      can: "CAN_VIEW",
      summary: `The values of the list, in their order, each one a ${one}`,
      query: z.strictObject({ inactive: z.enum(["without", "with"]).default("without") }),
      reply: z.object({ items: z.array(reply) }),
    }),
    create: route({ method: "POST", path, can, summary: `Add a ${one}`, body: input, reply }),
    update: route({
      method: "PUT",
      path: `${path}/:id`,
      can,
      summary: `Change what a ${one} says; its code stays`,
      body: z.strictObject({ ...referenceInput.omit({ code: true, data: true }).shape, ...data.shape, version }),
      reply,
    }),
    remove: route({
      method: "DELETE",
      path: `${path}/:id`,
      can,
      summary: `Remove a ${one} that nothing uses`,
      query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    }),
  };
}

/** In what shape vehicles are, in the company's own words; `level` is what guards read. */
export const vehicleHealth = valueRoutes("/api/fleet/vehicle-health", "health of vehicles", listData.vehicle_health);
/** Units and packages by their UNECE codes. */
export const quantityTypes = valueRoutes("/api/fleet/quantity-types", "quantity type", listData.quantity_types);
