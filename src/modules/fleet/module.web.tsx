import { webModule } from "#web/shell/register.ts";
import { fleet } from "./module.ts";

export const fleetWeb = webModule(fleet, { screens: {} });
