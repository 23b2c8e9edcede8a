import { enterCompany } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";

/** Does some of the work of an installation-wide route in the name of another company. */
export async function inCompany<T>(ctx: Ctx, companyId: string, work: () => Promise<T>): Promise<T> {
  await enterCompany(ctx.installation, companyId);
  const result = await work();
  await enterCompany(ctx.installation, ctx.companyId);
  return result;
}
