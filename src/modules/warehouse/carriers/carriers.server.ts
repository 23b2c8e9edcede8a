import { conflict, say } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { crudHandlers } from "#server/crud.ts";
import { put, take } from "#server/records.ts";
import { serve } from "#server/serve.ts";
import { carriers, type Carrier } from "./carriers.contract.ts";

const standard = crudHandlers(carriers, { table: "carriers", entity: "carrier", defaultSort: "name" });

async function move(ctx: Ctx, id: string, to: Carrier["status"], done: string, reason?: string) {
  const { status } = await take(ctx.db, "carriers", id);
  if (status === to) throw conflict(`carrier_already_${to}`, say("This carrier is already {status}.", { status: to.replaceAll("_", " ") }));
  await put(ctx.db, "carriers", { id }, { status: to, holdReason: reason ?? null });
  await ctx.emit(`carrier.${done}`, { id }, { from: status, to, reason });
  return standard.read(ctx, { id });
}

export default serve(carriers, {
  ...standard,
  hold: (ctx, { id, body }) => move(ctx, id, "on_hold", "held", body.reason),
  activate: (ctx, { id }) => move(ctx, id, "active", "activated"),
});
