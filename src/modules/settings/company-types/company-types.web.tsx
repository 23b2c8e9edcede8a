import { msg } from "@lingui/core/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { companyTypeInput, companyTypes, type CompanyType } from "./company-types.contract.ts";

const naming = {
  one: msg`company type`,
  many: msg`company types`,
  about: msg`A type says what a company is to the others: shipper, carrier, vendor.`,
};
const columns = columnsOf<CompanyType>((c) => [
  c.link("name"),
  c.code("code", { width: 200 }),
  c.text("description", { width: 360 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(companyTypeInput);
const CompanyTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" />
    <Field.Textarea name="description" />
    <Field.Switch name="isActive" />
  </>
);

export const CompanyTypeList = () => (
  <ListScreen of={companyTypes} naming={naming} columns={columns} filters={["isActive"]} form={CompanyTypeForm} />
);
