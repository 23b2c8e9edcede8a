import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { Facts } from "#web/detail/facts.tsx";
import { Steps, type StepWords } from "#web/flow/steps.tsx";
import { fieldsOf } from "#web/form/fields.tsx";
import { columnsOf } from "#web/list/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { useUser } from "#web/session.tsx";
import { companyTypes } from "../company-types/company-types.contract.ts";
import { ActButton } from "./act-button.web.tsx";
import { CompanyFields, companyLabels } from "./company-fields.web.tsx";
import { MenuFollows } from "./menu-follows.web.tsx";
import { companyLooks, companyNaming, companyStrip } from "./companies.looks.web.tsx";
import { companies, companyInput, companyProfileInput, type Company } from "./companies.contract.ts";
import { companyFlow } from "./companies.flow.ts";

const columns = columnsOf<Company>((c) => [
  c.link("legalName"),
  c.code("code", { width: 110 }),
  c.badge("status", companyLooks, { width: 130 }),
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
const CompanyForm = () => (
  <>
    <CompanyFields />
    <Field.Text name="code" />
    <Field.Reference name="companyTypeId" of={companyTypes} label="name" title={msg`Type`} />
  </>
);

const words: Partial<Record<keyof typeof companyFlow.steps, StepWords>> = { reject: { isDangerous: true }, deactivate: { isDangerous: true } };

export const CompanyList = () => (
  <ListScreen of={companies} naming={companyNaming} columns={columns} filters={["status", { name: "companyTypeId", of: companyTypes, field: "name", label: msg`Type` }]} form={CompanyForm} opens="/settings/companies/details" />
);

export function CompanyDetail() {
  const { t } = useLingui();
  const { company: own } = useUser();
  return (
    <DetailScreen
      of={companies}
      naming={companyNaming}
      form={CompanyForm}
      title={(company) => company.displayName ?? company.legalName}
      state={{ of: (company) => company.status, looks: companyLooks }}
      summary={(company) => (company.id === own.id ? t`${company.companyTypeName}, you work here` : company.companyTypeName)}
      strip={(company) => [...companyStrip(company), { label: msg`Users`, value: company.userCount, sub: t`without removed ones` }]}
    >
      {(company) => (
        <>
          <Steps of={companies} flow={companyFlow} record={company} words={words} />
          <ActButton company={company} />
          <MenuFollows status={company.status} />
          <Facts schema={companyProfileInput} record={company} except={["locale", "email", "phone", "city", "countryCode", "timezone", "defaultCurrency", "poApprovalThreshold"]} labels={companyLabels} />
        </>
      )}
    </DetailScreen>
  );
}
