import { sql } from "kysely";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { keyOf } from "#server/records/import-table.ts";

/** A unit that a product is given, in a field of a form or in a row of a file. */
export interface GivenUnit {
  readonly at: string;
  readonly code: string;
  /** The product, where it is there already. */
  readonly id?: string | null;
  readonly sku?: string;
  /** What is taken where nobody says one: it counts for a new product. */
  readonly isDefault?: boolean;
}

/**
 * What is wrong with units that the company's list does not have, or has switched off, by where they are given; a product
 * may keep those that it had before. One statement for all.
 */
export async function unlistedUnits(ctx: Ctx, given: readonly GivenUnit[]): Promise<ReadonlyMap<string, Sentence>> {
  if (given.length === 0) return new Map();
  const { rows } = await sql<{ at: string; code: string }>`
    select g.at, g.code from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g(at text, code text, id uuid, sku text, "isDefault" boolean)
    where not exists (select from reference_values v where v.company_id = current_company() and v.list = 'quantity_types'
        and v.code = g.code and v.is_active and v.archived_at is null)
      and not exists (
        select from products p where p.company_id = current_company()
          and p.id = coalesce(g.id, (select q.id from products q where q.company_id = current_company()
            and q.sku_key = ${keyOf(sql`g.sku`)}))
          and (g."isDefault" or g.code in (select p.base_uom
            union all select k.uom from product_packages k where k.company_id = p.company_id and k.product_id = p.id
            union all select unnest(array[o.package_uom, o.price_uom]) from product_vendors o
              where o.company_id = p.company_id and o.product_id = p.id)))`.execute(ctx.db);
  return new Map(
    rows.map(({ at, code }) => [at, message("There is no unit {uom}. Choose one from the list.", { uom: code })]),
  );
}

/** Why the base unit of a product that is not ordered yet stays: its packs and prices keep numbers that are counted in it. */
export const countedIn = (baseUom: string): Sentence =>
  message(
    "Packs and prices of this product are counted in {unit}. Take them out first, then give them in the new unit.",
    {
      unit: { uom: baseUom },
    },
  );
