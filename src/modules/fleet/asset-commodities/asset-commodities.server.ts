import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { ListUse } from "#server/http/modules.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { findById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { sql } from "kysely";
import { assetCommodities, assetCommodityRecord } from "./asset-commodities.contract.ts";
import { commodityProblems, unknownQuantityTypes, type Commodity } from "./commodity-rules.server.ts";

const standard = crudHandlers(assetCommodities, { record: assetCommodityRecord, defaultSort: "name" });

export default serve(assetCommodities, {
  ...standard,
  async create(ctx, req) {
    await refuseContradictions(ctx, req.body, null);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    const { quantityType } = await findById(ctx.db, "asset_commodities", req.id);
    await refuseContradictions(ctx, req.body, quantityType);
    return standard.update(ctx, req);
  },
});

/** Throws 422 with what contradicts itself. A quantity type that was switched off stays where it is. */
async function refuseContradictions(ctx: Ctx, input: Commodity, before: string | null): Promise<void> {
  const problems = commodityProblems(input);
  if (input.quantityType !== before && (await unknownQuantityTypes(ctx, [input.quantityType])).length > 0)
    problems["quantityType"] = message("Choose one from the list.");
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** Quantity types stand as text in commodities, where no foreign key watches over them. */
export const commodityUse: ListUse = {
  list: "quantity_types",
  code: (given) => given,
  async refuseUsed(ctx, code) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from asset_commodities
      where company_id = current_company() and quantity_type = ${code}`.execute(ctx.db);
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw conflict(
        "in_use",
        message(
          "{count, plural, one {# commodity is} other {# commodities are}} counted in it. Switch it off instead.",
          { count },
        ),
        { usedBy: "asset_commodities", count },
      );
  },
};
