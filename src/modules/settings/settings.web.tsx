import { part, screens } from "#web/register.ts";
import { settings } from "./settings.contract.ts";

export const settingsScreens = screens(settings, {
  "/settings/companies/types": part(() => import("./company-types/company-types.web.tsx"), "CompanyTypeList"),
  "/profile": part(() => import("./profile/profile.web.tsx"), "Profile"),
});
