import { sql } from "kysely";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Ctx } from "#server/http/context.ts";
import { defaultLists } from "./default-lists.server.ts";

const usual = JSON.stringify(Object.fromEntries(defaultLists.quantity_types));

/** What a company calls units in words of its own, as one value: units that it added, and those whose label it changed. */
export const ownUnitNames = (companyId: unknown) => sql<{ code: string; label: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('code', u.code, 'label', u.label)), '[]')
  from reference_values u where u.company_id = ${companyId} and u.list = 'quantity_types'
    and u.label is distinct from (${usual}::jsonb ->> u.code))`;

/** The same for a mail or a check that reads nothing else. */
export async function readOwnUnitNames(ctx: Ctx): Promise<OwnUnitNames> {
  const { rows } = await sql<{ names: OwnUnitNames }>`select ${ownUnitNames(sql`current_company()`)} as names`.execute(
    ctx.db,
  );
  return rows[0]?.names ?? [];
}
