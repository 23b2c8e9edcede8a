import { sql } from "kysely";
import type { QueryOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import { assetFlow } from "../assets/assets.flow.ts";
import { wouldLack } from "../documents/document-states.server.ts";
import { driverFlow } from "../drivers/drivers.flow.ts";
import { vehicleFlow } from "../vehicles/vehicles.flow.ts";
import type { documentTypes } from "./document-types.contract.ts";

const inUse = {
  driver: ["drivers", statesIn(driverFlow, "driving")],
  vehicle: ["vehicles", statesIn(vehicleFlow, "serving")],
  asset: ["assets", statesIn(assetFlow, "usable")],
} as const;

/** How many of those in use a blocking type of this code keeps from leaving today; of companies, trips and deliveries none. */
export async function stoppedByType(
  ctx: Ctx,
  { code, subject, isRequired }: QueryOf<typeof documentTypes.stopped>,
): Promise<{ count: number }> {
  if (subject !== "driver" && subject !== "vehicle" && subject !== "asset") return { count: 0 };
  const [table, states] = inUse[subject];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} t
    left join document_types k on k.company_id = t.company_id and lower(k.code) = lower(${code})
    where t.company_id = current_company() and t.archived_at is null and t.status in (${states})
      and ${wouldLack(subject, isRequired)}`.execute(ctx.db);
  return rows[0] ?? { count: 0 };
}
