import { Navigate } from "@tanstack/react-router";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { useMay, useUser } from "#web/api/session.tsx";
import { CompanyFields, companyLabels } from "./company-fields.web.tsx";
import { CompanyLogo } from "./company-logo.web.tsx";
import { FrameFollows } from "./frame-follows.web.tsx";
import { companyStatusStyles, companyNaming, companySummary } from "./companies.status.web.tsx";
import { companyProfileInput, companyRoutes, ownCompany } from "./companies.contract.ts";
import { PublishedNotice } from "./published-notice.web.tsx";

const { history, ...withoutHistory } = ownCompany;
/** One record without a list of its own: the list only says where it is kept in the browser. */
const profile = { ...withoutHistory, list: { ...companyRoutes.list, path: ownCompany.read.path } };

/** The company that one works in: its profile and rules, for those who may change them with what happened to them. */
export function CompanyProfile() {
  const { path, search } = useAddress();
  const { company } = useUser();
  const mayEdit = useMay()(history.can);
  // A detail screen shows the record that the address names.
  // screens are registered at run time
  if (search["id"] !== company.id) return <Navigate to={path} search={{ id: company.id } as never} replace />;
  return (
    <DetailScreen
      of={mayEdit ? { ...profile, history } : profile}
      naming={companyNaming}
      form={CompanyFields}
      title={(own) => own.displayName ?? own.legalName}
      state={{ of: (own) => own.status, statusStyles: companyStatusStyles }}
      summary={(own) => own.companyTypeName}
      strip={companySummary}
    >
      {(own) => (
        <>
          <CompanyLogo />
          <FrameFollows version={own.version} />
          <PublishedNotice company={own} />
          <FieldList
            schema={companyProfileInput}
            record={own}
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
