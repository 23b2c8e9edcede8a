import { webModule } from "#web/register.ts";
import { fleet } from "./module.ts";

export const fleetWeb = webModule(fleet, { screens: {} });
