import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { ListUse } from "#server/http/modules.ts";

/** Health stands as text in vehicles, where no foreign key watches over it. */
export const healthUse: ListUse = {
  list: "vehicle_health",
  code: (given) => given,
  async refuseUsed(ctx, code) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from vehicles
      where company_id = current_company() and health_code = ${code}`.execute(ctx.db);
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw conflict(
        "in_use",
        message("{count, plural, one {# vehicle is} other {# vehicles are}} judged by it. Switch it off instead.", {
          count,
        }),
        { usedBy: "vehicles", count },
      );
  },
};
