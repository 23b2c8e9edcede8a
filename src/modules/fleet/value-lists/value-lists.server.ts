import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { valuesOf } from "../../settings/reference-lists/list-values.server.ts";
import {
  dataSchema,
  type ListWithData,
  type ReferenceValue,
} from "../../settings/reference-lists/reference-lists.contract.ts";
import { createValue, removeValue, updateValue } from "../../settings/reference-lists/values.server.ts";
import { quantityTypes, vehicleHealth } from "./value-lists.contract.ts";

type Body = Parameters<typeof createValue>[2];
type Change = Parameters<typeof updateValue>[2];

/** The same values and the same rules as in the settings; what a value says stands beside its label, not below it. */
function handlersOf(list: ListWithData) {
  const names = Object.keys(dataSchema(list)?.shape ?? {});
  const flat = ({ data, ...value }: ReferenceValue) => ({ ...value, ...data });
  const nested = <T extends object>(body: T) => {
    const entries = Object.entries(body);
    const own = entries.filter(([name]) => !names.includes(name));
    return { ...Object.fromEntries(own), data: Object.fromEntries(entries.filter(([name]) => names.includes(name))) };
  };
  return {
    values: async (ctx: Ctx, { query }: { query: { inactive: "without" | "with" } }) => ({
      items: (await valuesOf(ctx.db, list, query.inactive)).map(flat),
    }),
    create: async (ctx: Ctx, { body }: { body: object }) => flat(await createValue(ctx, list, nested(body) as Body)),
    update: async (ctx: Ctx, { id, body }: { id: string; body: object }) =>
      flat(await updateValue(ctx, { list, id }, nested(body) as Change)),
    remove: (ctx: Ctx, { id, query }: { id: string; query: { version: number } }) =>
      removeValue(ctx, { list, id }, query.version),
  };
}

// The contracts have taken the bodies apart by the same schemas, and cut the replies to them.
export const serveVehicleHealth = serve(vehicleHealth, handlersOf("vehicle_health") as never);
export const serveQuantityTypes = serve(quantityTypes, handlersOf("quantity_types") as never);
