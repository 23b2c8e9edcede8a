import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { productCategories, productCategoryRecord } from "./product-categories.contract.ts";

const deepest = 5;

const standard = crudHandlers(productCategories, {
  record: productCategoryRecord,
  defaultSort: "name",
  add: {
    parentName: sql`(select p.name from product_categories p where p.company_id = t.company_id and p.id = t.parent_id)`,
    productCount: sql`(select count(*)::int from products p
      where p.company_id = t.company_id and p.category_id = t.id and p.archived_at is null)`,
  },
});

export default serve(productCategories, {
  ...standard,
  async create(ctx, req) {
    const above = req.body.parentId === null ? [] : await parentsOf(ctx, req.body.parentId);
    const body = { ...req.body, depth: above.length + 1 };
    if (body.depth > deepest) throw tooDeep();
    return standard.create(ctx, { ...req, body });
  },
  async update(ctx, req) {
    await standard.update(ctx, req);
    const above = await parentsOf(ctx, req.body.parentId);
    if (above.includes(req.id)) throw invalid({ parentId: message("A category cannot stand below itself.") });
    await setDepths(ctx, req.id, above.length + 1);
    return standard.read(ctx, req);
  },
});

const tooDeep = () => invalid({ parentId: message("Categories go {count} levels deep at most.", { count: deepest }) });

/** The categories above, nearest first. One tree is changed by one person at a time, or two moves could close a circle together. */
async function parentsOf(ctx: Ctx, parentId: string | null): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('product_categories' || current_company()::text, 0))`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id, 1 as steps from product_categories where company_id = current_company() and id = ${parentId}
      union all
      select p.id, p.parent_id, steps + 1 from product_categories p join up on p.company_id = current_company()
        and p.id = up.parent_id where steps < 20
    ) select id from up`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** A moved branch goes along whole. */
async function setDepths(ctx: Ctx, id: string, depth: number): Promise<void> {
  const { rows } = await sql<{ deepest: number }>`
    with recursive down as (
      select id, ${depth}::int as depth from product_categories where company_id = current_company() and id = ${id}
      union all
      select c.id, down.depth + 1 from product_categories c join down on c.company_id = current_company()
        and c.parent_id = down.id where down.depth < 20
    ), written as (
      update product_categories c set depth = least(down.depth, ${deepest}) from down
        where c.company_id = current_company() and c.id = down.id
    ) select max(depth)::int as deepest from down`.execute(ctx.db);
  if ((rows[0]?.deepest ?? 1) > deepest) throw tooDeep();
}
