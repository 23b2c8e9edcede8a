import { part, webModule } from "#web/shell/register.ts";
import { site } from "./module.ts";

export const siteWeb = webModule(site, {
  screens: {},
  previews: {},
  publicPages: [
    { path: "/", load: part(() => import("./welcome/welcome-page.web.tsx"), "WelcomePage"), only: "guest" },
  ],
});
