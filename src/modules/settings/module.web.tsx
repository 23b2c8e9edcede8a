import { part, webModule } from "#web/shell/register.ts";
import { settings } from "./module.ts";

export const settingsWeb = webModule(settings, {
  screens: {
    "/company-profile": part(() => import("./companies/company-profile.web.tsx"), "CompanyProfile"),
    "/company-locations": part(() => import("./locations/locations.web.tsx"), "LocationList"),
    "/company-locations/details": part(() => import("./locations/locations.detail.web.tsx"), "LocationDetail"),
    "/company-locations/bins": part(
      () => import("./storage-locations/storage-locations.web.tsx"),
      "StorageLocationList",
    ),
    "/settings/companies": part(() => import("./companies/companies.web.tsx"), "CompanyList"),
    "/settings/companies/details": part(() => import("./companies/companies.detail.web.tsx"), "CompanyDetail"),
    "/settings/companies/profile": part(() => import("./companies/company-profile.web.tsx"), "CompanyProfile"),
    "/settings/exchange-rates": part(() => import("./exchange-rates/exchange-rates.web.tsx"), "ExchangeRateList"),
    "/settings/exchange-rates/details": part(
      () => import("./exchange-rates/exchange-rates.web.tsx"),
      "ExchangeRateDetail",
    ),
    "/settings/data": part(() => import("./company-data/company-data.web.tsx"), "CompanyData"),
    "/settings/users": part(() => import("./users/users.web.tsx"), "UserList"),
    "/settings/users/roles": part(() => import("./roles/roles.web.tsx"), "RoleList"),
    "/settings/users/permissions": part(() => import("./roles/permissions.web.tsx"), "PermissionList"),
    "/settings/audit": part(() => import("./audit/audit.web.tsx"), "AuditTrail"),
    "/settings/asset-types": part(() => import("./asset-types/asset-types.web.tsx"), "AssetTypeList"),
    "/settings/companies/types": part(() => import("./company-types/company-types.web.tsx"), "CompanyTypeList"),
    "/settings/reference-lists": part(() => import("./reference-lists/reference-lists.web.tsx"), "ReferenceLists"),
    "/settings/mails": part(() => import("./mails/mails.web.tsx"), "MailList"),
    "/settings/mails/details": part(() => import("./mails/mails.web.tsx"), "MailDetail"),
    "/settings/api": part(() => import("./api/api.web.tsx"), "ApiReference"),
  },
  /** What the palette shows of a record that it found. */
  previews: {
    "/company-locations": part(() => import("./locations/locations.web.tsx"), "LocationPreview"),
  },
});
