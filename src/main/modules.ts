import { accountServer } from "#modules/account/module.server.ts";
import { fleetServer } from "#modules/fleet/module.server.ts";
import { settingsServer } from "#modules/settings/module.server.ts";
import { warehouseServer } from "#modules/warehouse/module.server.ts";
import { composeModules } from "#server/http/modules.ts";

/** Every module of the product, in the order in which people choose among them; web.tsx names the same for the browser. */
export const modules = composeModules([warehouseServer, fleetServer, settingsServer, accountServer]);
