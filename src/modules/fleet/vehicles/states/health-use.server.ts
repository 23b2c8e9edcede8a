import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { ListUse } from "#server/http/modules.ts";

async function vehiclesOf(ctx: Ctx, code: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from vehicles
    where company_id = current_company() and health_code = ${code}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

const levelOf = (data: unknown) => (data as { level?: string } | null)?.level; // list-data.server.ts says what this list has

/** Health stands as text in vehicles, where no foreign key watches over it. */
export const healthUse: ListUse = {
  list: "vehicle_health",
  code: (given) => given,
  async refuseUsed(ctx, code) {
    const count = await vehiclesOf(ctx, code);
    if (count > 0)
      throw conflict(
        "in_use",
        message("{count, plural, one {# vehicle is} other {# vehicles are}} judged by it. Switch it off instead.", {
          count,
        }),
        { usedBy: "vehicles", count },
      );
  },
  /** Who keeps the words of a list lets no vehicle leave that somebody has judged unsafe. */
  async refuseMeaning(ctx, code, before, after) {
    const count = levelOf(before) === levelOf(after) ? 0 : await vehiclesOf(ctx, code);
    if (count > 0)
      throw conflict(
        "in_use",
        message(
          "{count, plural, one {# vehicle is} other {# vehicles are}} judged by it: its level stays. Add another value.",
          { count },
        ),
        { usedBy: "vehicles", count },
      );
  },
};
