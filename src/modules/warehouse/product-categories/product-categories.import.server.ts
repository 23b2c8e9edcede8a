import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { codeLine } from "#shared/fields/fields.ts";
import type { Ctx } from "#server/http/context.ts";
import { asId } from "#server/records/import-names.ts";
import {
  keyOf,
  plainFields,
  rowsAsJson,
  savedRows,
  writeRows,
  type ImportTable,
} from "#server/records/import-table.ts";
import type { Importer } from "#server/records/importer.ts";
import { productCategoryInput } from "./product-categories.contract.ts";

/** The category that a file calls by its id, its code or its name; the id counts most, the name least. */
export const categoryCalled = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select n.id from product_categories n where n.company_id = current_company()
    and (n.id = (select ${asId(text)}) or n.code_key = ${keyOf(text)} or n.name_key = ${keyOf(text)})
  order by n.id is not distinct from ${asId(text)} desc, n.code_key is not distinct from lower(${text}) desc, n.depth desc, n.id
  limit 1)`;

/** The names by which a file may call the category with this id. */
export const namesOfCategory = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select jsonb_build_array(n.name, n.code, n.id) from product_categories n
    where n.company_id = current_company() and n.id = ${id}), '[null]')`;

const parent = categoryCalled(sql`g.v ->> 'parentCode'`);
const table: ImportTable = {
  table: "product_categories",
  // By the code; without one on either side by the name, below the parent that the file names.
  match: sql`(select c.id from product_categories c where c.company_id = current_company()
    and (c.code_key = ${keyOf(sql`g.v ->> 'code'`)} or ((c.code is null or g.v ->> 'code' is null)
      and c.name_key = ${keyOf(sql`g.v ->> 'name'`)} and (g.v ->> 'parentCode' is null or c.parent_id = ${parent})))
    order by c.code_key is not distinct from lower(g.v ->> 'code') and c.code is not null desc, c.depth, c.id limit 1)`,
  columns: { parentCode: "parentId" },
  fields: {
    ...plainFields("code", "name", "defaultHandling", "sortOrder", "isActive"),
    parentCode: { read: namesOfCategory(sql`t.parent_id`), write: parent },
  },
  derived: {
    depth: {
      from: "parentCode",
      write: sql`coalesce((select u.depth + 1 from product_categories u
        where u.company_id = current_company() and u.id = ${parent}), 1)`,
    },
  },
};

/** Categories by their code, or by their name where they have none; a parent is in the system already. */
export const productCategoryImporter: Importer = {
  entity: "product-category",
  title: "Product categories",
  can: "CAN_EDIT_PRODUCTS",
  key: "code",
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      aliases: ["categoryid", "id", "number", "nummer"],
      hint: "Without one, a category is known by its name",
    },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["categoryname", "category", "bezeichnung", "kategorie"],
    },
    {
      name: "parentCode",
      label: "Parent's code",
      kind: "text",
      aliases: ["parentid", "parentcategory", "parent", "parentname", "oberkategorie"],
      hint: "A category that exists already, by code or name",
    },
    { name: "defaultHandling", label: "Default handling", kind: "text", aliases: ["handling"] },
    { name: "sortOrder", label: "Sort order", kind: "integer", aliases: ["position", "reihenfolge"] },
    { name: "isActive", label: "Is active", kind: "yes_no", aliases: ["active", "aktiv"] },
  ],
  once: [["name", "parentCode"]],
  row: z.object({
    code: codeLine(40),
    name: productCategoryInput.shape.name,
    parentCode: z.string().max(120).nullable().default(null),
    defaultHandling: productCategoryInput.shape.defaultHandling,
    sortOrder: productCategoryInput.shape.sortOrder,
    isActive: productCategoryInput.shape.isActive,
  }),
  async check(ctx, rows) {
    const given = rowsAsJson(rows);
    const { rows: found } = await sql<{ rowNo: number; isKnown: boolean; isBelow: boolean }>`
      select g."rowNo", u.id is not null as "isKnown",
        t.id is not null and t.parent_id is distinct from u.id and (u.id = t.id or exists (select from product_categories b
          where b.company_id = current_company() and b.parent_id = t.id)) as "isBelow"
      from jsonb_to_recordset(${given}::jsonb) as g("rowNo" integer, v jsonb)
      left join product_categories u on u.company_id = current_company() and u.id = ${parent} and u.depth < 5
      left join product_categories t on t.company_id = current_company() and t.id = ${table.match}
      where g.v ->> 'parentCode' is not null`.execute(ctx.db);
    const codes = new Map(rows.map(({ rowNo, value }) => [rowNo, String(value["parentCode"])]));
    return new Map(
      found.flatMap(({ rowNo, isKnown, isBelow }): [number, Record<string, Sentence>][] => {
        if (!isKnown)
          return [
            [
              rowNo,
              {
                parentCode: message("There is no category {code} to stand below. Import it first.", {
                  code: codes.get(rowNo) ?? "",
                }),
              },
            ],
          ];
        return isBelow
          ? [[rowNo, { parentCode: message("Others stand below this category. Move it on its own page.") }]]
          : [];
      }),
    );
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};

/** Makes a category of each of these names that neither names one nor is the code or the id of one. */
export async function addMissingCategories(ctx: Ctx, names: readonly string[]): Promise<void> {
  await sql`
    insert into product_categories (name)
    select distinct on (lower(v.name)) v.name from unnest(${names}::text[]) v(name)
    where ${categoryCalled(sql`v.name`)} is null`.execute(ctx.db);
}
