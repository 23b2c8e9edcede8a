import { msg } from "@lingui/core/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { productCategories, productCategoryInput, type ProductCategory } from "./product-categories.contract.ts";

const naming = {
  one: msg`category`,
  many: msg`product categories`,
  about: msg`Categories group products, one inside another up to five deep.`,
};
const columns = columnsOf<ProductCategory>((c) => [
  c.link("name"),
  c.text("parentName", { label: msg`Inside`, width: 200 }),
  c.code("code"),
  c.count("productCount", { label: msg`Products` }),
  c.text("defaultHandling", { label: msg`Handling`, width: 220 }),
  c.active("isActive"),
  c.count("sortOrder", { label: msg`Order`, hidden: true }),
]);

const Field = fieldsOf(productCategoryInput);
const CategoryForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Reference name="parentId" of={productCategories} label="name" title={msg`Inside`} />
    <Field.Text name="code" />
    <Field.Text name="defaultHandling" label={msg`Handling`} />
    <Field.Number name="sortOrder" label={msg`Order`} />
    <Field.Switch name="isActive" />
  </>
);

export const ProductCategoryList = () => (
  <ListScreen
    of={productCategories}
    naming={naming}
    columns={columns}
    filters={["isActive", { name: "parentId", of: productCategories, field: "name", label: msg`Inside` }]}
    form={CategoryForm}
    actions={<ImportButton entity="product-category" can={productCategories.create.can} />}
  />
);
