import { screens } from "#web/register.ts";
import { fleet } from "./fleet.contract.ts";

export const fleetScreens = screens(fleet, {});
