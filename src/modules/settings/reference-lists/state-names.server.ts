import { sql } from "kysely";

/** How a company calls states of the product, as one value: for the user's own record, which every screen has. */
export const stateNames = (companyId: string, lists: readonly string[]) => sql<
  { list: string; code: string; label: string; color: string | null }[]
>`(
  select coalesce(jsonb_agg(jsonb_build_object('list', v.list, 'code', v.code, 'label', v.label, 'color', v.color)), '[]')
  from reference_values v where v.company_id = ${companyId} and v.list = any(${lists}))`;
