import { serverModule } from "#server/http/modules.ts";
import fuelTypes from "./fuel-types/fuel-types.server.ts";
import { fuelTypeRecord } from "./fuel-types/fuel-types.contract.ts";
import { addDefaultFuelTypes } from "./fuel-types/default-fuel-types.server.ts";
import { serveQuantityTypes, serveVehicleHealth } from "./value-lists/value-lists.server.ts";
import vehicleMakers from "./vehicle-makers/vehicle-makers.server.ts";
import { vehicleMakerRecord } from "./vehicle-makers/vehicle-makers.contract.ts";
import { addDefaultVehicleMakers } from "./vehicle-makers/default-vehicle-makers.server.ts";
import vehicleModels from "./vehicle-models/vehicle-models.server.ts";
import { vehicleModelRecord } from "./vehicle-models/vehicle-models.contract.ts";
import { addDefaultVehicleModels } from "./vehicle-models/default-vehicle-models.server.ts";
import vehicleStatuses from "./vehicle-statuses/vehicle-statuses.server.ts";
import { vehicleStatusRecord } from "./vehicle-statuses/vehicle-statuses.contract.ts";
import { addDefaultVehicleStatuses } from "./vehicle-statuses/default-vehicle-statuses.server.ts";
import vehicleTypes from "./vehicle-types/vehicle-types.server.ts";
import { vehicleTypeRecord } from "./vehicle-types/vehicle-types.contract.ts";
import { addDefaultVehicleTypes } from "./vehicle-types/default-vehicle-types.server.ts";
import { fleet } from "./module.ts";

export const fleetServer = serverModule(fleet, {
  serves: [
    fuelTypes,
    serveQuantityTypes,
    serveVehicleHealth,
    vehicleMakers,
    vehicleModels,
    vehicleStatuses,
    vehicleTypes,
  ],
  records: [fuelTypeRecord, vehicleMakerRecord, vehicleModelRecord, vehicleStatusRecord, vehicleTypeRecord],
  /** Models come last: they name makers, types and fuels. */
  companyDefaults: [
    addDefaultFuelTypes,
    addDefaultVehicleMakers,
    addDefaultVehicleStatuses,
    addDefaultVehicleTypes,
    addDefaultVehicleModels,
  ],
});
