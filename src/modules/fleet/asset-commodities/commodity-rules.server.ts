import { sql } from "kysely";
import type { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { withoutPackingGroup, type assetCommodityInput } from "./asset-commodities.contract.ts";

export type Commodity = z.output<typeof assetCommodityInput>;
type Rules = Pick<Commodity, "unNumber" | "hazardClass" | "packingGroup" | "tempMinC" | "tempMaxC">;

/** What contradicts itself, by field: typed in a form, or in a row of a file. */
export function commodityProblems({
  unNumber,
  hazardClass,
  packingGroup,
  tempMinC,
  tempMaxC,
}: Rules): Record<string, Sentence> {
  const problems: Record<string, Sentence> = {};
  if (unNumber !== null && hazardClass === null)
    problems["hazardClass"] = message("Goods with a UN number are dangerous: say of which class.");
  if (packingGroup !== null && hazardClass === null)
    problems["packingGroup"] = message("Only dangerous goods have a packing group: say of which class they are.");
  if (packingGroup !== null && hazardClass !== null && withoutPackingGroup.includes(hazardClass))
    problems["packingGroup"] = message("Goods of class {class} have no packing group.", { class: hazardClass });
  if (tempMinC !== null && tempMaxC !== null && Number(tempMinC) > Number(tempMaxC))
    problems["tempMaxC"] = message("It may not be colder than {limit} °C, which is the least.", { limit: tempMinC });
  return problems;
}

/** Those of these codes that the company's list does not have, or has switched off. */
export async function unknownQuantityTypes(ctx: Ctx, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select c.code from unnest(${codes}::text[]) c(code)
    where not exists (select from reference_values v where v.company_id = current_company()
      and v.list = 'quantity_types' and v.code = c.code and v.is_active and v.archived_at is null)`.execute(ctx.db);
  return rows.map(({ code }) => code);
}
