import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Applied, Importer } from "#server/records/importer.ts";
import { productCategoryInput } from "./product-categories.contract.ts";
import { z } from "zod";

/** Categories by their code, one level at a time: a parent is in the system already, or earlier in no file. */
export const productCategoryImporter: Importer = {
  entity: "product-category",
  title: "Product categories",
  can: "CAN_EDIT_PRODUCTS",
  key: "code",
  fields: [
    { name: "code", label: "Code", kind: "text", required: true, aliases: ["categoryid", "id", "number"] },
    { name: "name", label: "Name", kind: "text", required: true, aliases: ["categoryname", "category"] },
    {
      name: "parentCode",
      label: "Parent's code",
      kind: "text",
      aliases: ["parentid", "parentcategory", "parent"],
      hint: "A category that exists already",
    },
  ],
  row: z.object({
    code: z.string().trim().min(1).max(40),
    name: productCategoryInput.shape.name,
    parentCode: z.string().max(40).nullable().default(null),
  }),
  async check(ctx, rows) {
    const parents = rows.flatMap(({ value: { parentCode } }) =>
      parentCode === null ? [] : [String(parentCode).toLowerCase()],
    );
    const { rows: known } = await sql<{
      code: string;
    }>`select lower(code) as code from product_categories
      where company_id = current_company() and lower(code) = any(${parents}) and depth < 5`.execute(ctx.db);
    const codes = new Set(known.map(({ code }) => code));
    return new Map(
      rows.flatMap(({ rowNo, value: { parentCode } }) =>
        parentCode === null || codes.has(String(parentCode).toLowerCase())
          ? []
          : [
              [
                rowNo,
                {
                  parentCode: message("There is no category {code} to stand below. Import it first.", {
                    code: String(parentCode),
                  }),
                },
              ] as const,
            ],
      ),
    );
  },
  async apply(ctx, values) {
    const { rows } = await sql<Applied>`
      insert into product_categories (code, name, parent_id, depth)
      select v.code, v.name, p.id, coalesce(p.depth + 1, 1)
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(code text, name text, "parentCode" text)
      left join product_categories p on p.company_id = current_company() and lower(p.code) = lower(v."parentCode")
      on conflict (company_id, lower(code)) do update set name = excluded.name,
        version = product_categories.version + 1, updated_at = now(), archived_at = null
      returning id, code as key, xmax = 0 as created`.execute(ctx.db);
    return rows;
  },
};

/** Makes a category of each of these names that neither names one nor is the code of one. */
export async function addMissingCategories(ctx: Ctx, names: readonly string[]): Promise<void> {
  await sql`
    insert into product_categories (name)
    select distinct on (lower(v.name)) v.name from unnest(${names}::text[]) v(name)
    where not exists (select from product_categories c
      where c.company_id = current_company() and (lower(c.code) = lower(v.name) or lower(c.name) = lower(v.name)))`.execute(
    ctx.db,
  );
}
