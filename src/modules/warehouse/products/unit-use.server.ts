import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { ListUse } from "#server/http/modules.ts";
import { unit } from "./prices/offers.contract.ts";

/** Whoever chooses a unit gives its code, so that a list holds no other codes than they may give. */
function unitCode(code: string): string {
  const read = unit.safeParse(code);
  if (!read.success) throw invalid({ code: message("Give a unit code like EA, KGM or XBX.") });
  return read.data;
}

/** Units stand as text in products, where no foreign key watches over them. */
async function refuseUsedUnit(ctx: Ctx, code: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select id from products where company_id = current_company() and base_uom = ${code}
      union select product_id from product_packages where company_id = current_company() and uom = ${code}
      union select product_id from product_vendors where company_id = current_company() and ${code} in (package_uom, price_uom)
    ) as used`.execute(ctx.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw conflict(
      "in_use",
      message("{count, plural, one {# product is} other {# products are}} counted in it. Switch it off instead.", {
        count,
      }),
      { usedBy: "products", count },
    );
}

/** Products are counted in the units of the company's list. */
export const unitUse: ListUse = { list: "quantity_types", code: unitCode, refuseUsed: refuseUsedUnit };
