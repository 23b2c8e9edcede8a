import { screens, type PublicPage } from "#web/register.ts";
import { warehouse } from "./warehouse.contract.ts";

export const warehouseScreens = screens(warehouse, {});

/** The pages that vendors and carriers reach by a mailed link. */
export const warehousePublicPages: readonly PublicPage[] = [];
