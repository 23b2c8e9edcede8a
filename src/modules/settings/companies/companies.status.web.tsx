import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { SummaryCell } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Code, Money } from "#web/ui/values/values.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import type { Company, CompanyProfile } from "./companies.contract.ts";

export const companyNaming: Naming = {
  one: msg`company`,
  many: msg`companies`,
  about: msg`Companies share this installation and see nothing of each other.`,
};
export const companyStatusStyles: StatusStyles<Company["status"]> = stateStyles("company_statuses", {
  registering: "draft",
  pending: "wait",
  active: "open",
  inactive: "ended",
  rejected: "bad",
});

function Language({ of }: { of: string }) {
  const { locale } = useFormat();
  return new Intl.DisplayNames(locale, { type: "language" }).of(of) ?? of;
}

/** The facts of a company that people ask for. */
export const companySummary = (company: Company | CompanyProfile): readonly SummaryCell[] => [
  { label: "code", value: <Code>{company.code}</Code>, sub: company.legalName },
  { label: msg`E-mail`, value: company.email, sub: company.phone },
  { label: msg`Place`, value: company.city, sub: company.countryCode },
  {
    label: msg`Time zone`,
    value: company.timezone.split("/").at(-1)?.replaceAll("_", " "),
    sub: (
      <>
        {company.defaultCurrency}, <Language of={company.locale} />
      </>
    ),
  },
  {
    label: msg`Approval above`,
    value:
      company.poApprovalThreshold === null ? (
        <Trans>never</Trans>
      ) : (
        <Money amount={company.poApprovalThreshold} currency={company.defaultCurrency} />
      ),
  },
];
