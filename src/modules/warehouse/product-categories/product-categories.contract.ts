import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, flag, line, name, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const productCategoryInput = z.object({
  name,
  code: code.nullable().default(null),
  parentId: z.uuid().nullable().default(null),
  defaultHandling: line(200),
  sortOrder: wholeNumber(0, 100_000).default(0),
  isActive: flag.default(true),
});
export const productCategory = saved(productCategoryInput, {
  parentName: z.string().nullable(),
  /** 1 at the top, at most 5. */
  depth: z.number().int(),
  productCount: z.number().int(),
});
export type ProductCategory = z.output<typeof productCategory>;

export const productCategories = crud("/api/warehouse/product-categories", {
  name: "product category",
  record: productCategory,
  input: productCategoryInput,
  sort: ["name", "sortOrder", "createdAt"],
  filter: { parentId: anyOf(z.uuid()), isActive: yesNo() },
  view: "CAN_VIEW_PRODUCTS",
  edit: "CAN_EDIT_PRODUCTS",
});

export const productCategoryRecord = record({
  entity: "product-category",
  table: "product_categories",
  label: "name",
  notPersonal: { "product_categories.name": "the name of a thing" },
});
