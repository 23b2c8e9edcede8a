import { serverModule } from "#server/http/modules.ts";
import { fleet } from "./module.ts";

export const fleetServer = serverModule(fleet, { serves: [], records: [] });
