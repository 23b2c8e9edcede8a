import { part, screens } from "#web/register.ts";
import { settings } from "./settings.contract.ts";

export const settingsScreens = screens(settings, {
  "/profile": part(() => import("./profile/profile.web.tsx"), "Profile"),
});
