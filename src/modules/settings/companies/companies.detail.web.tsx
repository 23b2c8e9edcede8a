import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { useUser } from "#web/api/session.tsx";
import { ActButton } from "./act-button.web.tsx";
import { companyLabels } from "./company-fields.web.tsx";
import { FrameFollows } from "./frame-follows.web.tsx";
import { companyStatusStyles, companyNaming, companySummary } from "./companies.status.web.tsx";
import { companies, companyProfileInput } from "./companies.contract.ts";
import { companyFlow } from "./companies.flow.ts";
import { CompanyForm } from "./companies.web.tsx";
import { PublishedNotice } from "./published-notice.web.tsx";

const words: Partial<Record<keyof typeof companyFlow.steps, StepWords>> = {
  reject: { isDangerous: true },
  deactivate: { isDangerous: true },
};

export function CompanyDetail() {
  const { t } = useLingui();
  const { company: own } = useUser();
  return (
    <DetailScreen
      of={companies}
      naming={companyNaming}
      form={CompanyForm}
      title={(company) => company.displayName ?? company.legalName}
      state={{ of: (company) => company.status, statusStyles: companyStatusStyles }}
      summary={(company) =>
        company.id === own.id ? t`${company.companyTypeName}, you work here` : company.companyTypeName
      }
      strip={(company) => [
        ...companySummary(company),
        { label: msg`Users`, value: company.userCount, sub: t`without removed ones` },
      ]}
    >
      {(company) => (
        <>
          <Steps of={companies} flow={companyFlow} record={company} words={words} />
          <ActButton company={company} />
          <FrameFollows version={company.version} />
          <PublishedNotice company={company} />
          <FieldList
            schema={companyProfileInput}
            record={company}
            except={[
              "locale",
              "email",
              "phone",
              "city",
              "countryCode",
              "timezone",
              "defaultCurrency",
              "poApprovalThreshold",
              "hrMessage",
              "hrMessageUntil",
            ]}
            labels={companyLabels}
          />
        </>
      )}
    </DetailScreen>
  );
}
