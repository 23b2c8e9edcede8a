import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { companyTypes } from "../company-types/company-types.contract.ts";
import { CompanyFields } from "./company-fields.web.tsx";
import { companyStatusStyles, companyNaming } from "./companies.status.web.tsx";
import { companies, companyInput, type Company } from "./companies.contract.ts";

const columns = columnsOf<Company>((c) => [
  c.link("legalName"),
  c.code("code", { width: 110 }),
  c.badge("status", companyStatusStyles, { width: 130 }),
  c.text("companyTypeName", { label: msg`Type`, width: 180 }),
  c.count("userCount", { label: msg`Users`, width: 80 }),
  c.text("city"),
  c.text("countryCode", { label: msg`Country`, width: 80 }),
  c.text("defaultCurrency", { label: msg`Currency`, width: 90 }),
  c.text("timezone", { label: msg`Time zone`, width: 170, hidden: true }),
  c.email("email", { hidden: true }),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(companyInput);
export const CompanyForm = () => (
  <>
    <CompanyFields />
    <FieldGroup title={<Trans>In this installation</Trans>}>
      <Field.Text name="code" />
      <Field.Reference name="companyTypeId" of={companyTypes} label="name" title={msg`Type`} />
    </FieldGroup>
  </>
);

export const CompanyList = () => (
  <ListScreen
    of={companies}
    naming={companyNaming}
    columns={columns}
    filters={["status", { name: "companyTypeId", of: companyTypes, field: "name", label: msg`Type` }]}
    form={CompanyForm}
    opens="/settings/companies/details"
  />
);
