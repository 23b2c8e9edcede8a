import { sql } from "kysely";
import { invalid, say } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { crudHandlers } from "#server/crud.ts";
import { serve } from "#server/serve.ts";
import { productCategories } from "./product-categories.contract.ts";

const deepest = 5;

const standard = crudHandlers(productCategories, {
  table: "product_categories",
  entity: "product-category",
  defaultSort: "name",
  add: {
    parentName: sql`(select p.name from product_categories p where p.company_id = t.company_id and p.id = t.parent_id)`,
    productCount: sql`(select count(*)::int from products p where p.company_id = t.company_id and p.category_id = t.id and p.archived_at is null)`,
  },
});

export default serve(productCategories, {
  ...standard,
  async create(ctx, req) {
    const created = await standard.create(ctx, req);
    await arrange(ctx, created.id, req.body.parentId);
    return standard.read(ctx, created);
  },
  async update(ctx, req) {
    await standard.update(ctx, req);
    await arrange(ctx, req.id, req.body.parentId);
    return standard.read(ctx, req);
  },
});

/** Keeps the tree a tree: no circle, at most five levels; depths of the whole branch follow. */
async function arrange(ctx: Ctx, id: string, parentId: string | null): Promise<void> {
  // One tree is changed by one person at a time, or two moves could close a circle together.
  await sql`select pg_advisory_xact_lock(hashtextextended('product_categories' || current_company()::text, 0))`.execute(ctx.db);
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id, 1 as steps from product_categories where company_id = current_company() and id = ${parentId}
      union all
      select p.id, p.parent_id, steps + 1 from product_categories p join up on p.company_id = current_company() and p.id = up.parent_id where steps < 20
    ) select id from up`.execute(ctx.db);
  if (rows.some((above) => above.id === id)) throw invalid({ parentId: say("A category cannot stand below itself.") });
  const { rows: branch } = await sql<{ deepest: number }>`
    with recursive down as (
      select id, ${rows.length + 1}::int as depth from product_categories where company_id = current_company() and id = ${id}
      union all
      select c.id, down.depth + 1 from product_categories c join down on c.company_id = current_company() and c.parent_id = down.id where down.depth < 20
    ), written as (
      update product_categories c set depth = least(down.depth, ${deepest}) from down where c.company_id = current_company() and c.id = down.id
    ) select max(depth)::int as deepest from down`.execute(ctx.db);
  if ((branch[0]?.deepest ?? 1) > deepest) throw invalid({ parentId: say("Categories go {count} levels deep at most.", { count: deepest }) });
}
