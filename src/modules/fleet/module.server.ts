import { serverModule } from "#server/http/modules.ts";
import { assetCommodityRecord } from "./asset-commodities/asset-commodities.contract.ts";
import { assetCommodityImporter } from "./asset-commodities/asset-commodities.import.server.ts";
import assetCommodities, { commodityUse } from "./asset-commodities/asset-commodities.server.ts";
import { assetLoadRecord } from "./asset-loads/asset-loads.contract.ts";
import assetLoads from "./asset-loads/asset-loads.server.ts";
import { assetRecord } from "./assets/assets.contract.ts";
import { assetImporter } from "./assets/assets.import.server.ts";
import assets, { assetReactions } from "./assets/assets.server.ts";
import { fleetDeliveryRecord } from "./deliveries/deliveries.contract.ts";
import fleetDeliveries from "./deliveries/deliveries.server.ts";
import { fleetDeliveryImporter } from "./deliveries/import/deliveries.import.server.ts";
import fleetDeliveryLines from "./deliveries/import/delivery-lines.server.ts";
import deliveryChains from "./deliveries/chain/chain.server.ts";
import { slotReactions } from "./deliveries/chain/follow-slot.server.ts";
import { deliveryJobs } from "./deliveries/forget-consignees.jobs.ts";
import { answeredFor } from "./driver-phone/driver-actions/answered-for.server.ts";
import { tripEffects } from "./deliveries/trip-effects.server.ts";
import fleetAvailability from "./availability/availability.server.ts";
import fleetDashboard from "./dashboard/dashboard.server.ts";
import { documentTypeRecord } from "./document-types/document-types.contract.ts";
import documentTypes from "./document-types/document-types.server.ts";
import { addDefaultDocumentTypes } from "./document-types/default-document-types.server.ts";
import documentCalendar from "./documents/calendar/calendar.server.ts";
import { documentReactions } from "./documents/document-reactions.server.ts";
import { documentRecord } from "./documents/documents.contract.ts";
import documents from "./documents/documents.server.ts";
import { documentImporter } from "./documents/import/documents.import.server.ts";
import { paperHoldJobs } from "./documents/paper-holds.jobs.ts";
import { documentJobs } from "./documents/reminders.jobs.ts";
import { driverActionRecord } from "./driver-phone/driver-actions/driver-actions.contract.ts";
import driverActions from "./driver-phone/driver-actions/driver-actions.server.ts";
import { driverRecord } from "./drivers/drivers.contract.ts";
import { driverImporter } from "./drivers/drivers.import.server.ts";
import drivers from "./drivers/drivers.server.ts";
import { driverJobs } from "./drivers/forget-drivers.jobs.ts";
import { driverAssignmentRecord } from "./driver-assignments/driver-assignments.contract.ts";
import driverAssignments from "./driver-assignments/driver-assignments.server.ts";
import { assignmentReactions } from "./driver-assignments/end-assignments.server.ts";
import { driverAbsenceRecord } from "./driver-absences/driver-absences.contract.ts";
import driverAbsences from "./driver-absences/driver-absences.server.ts";
import { driverLicenceRecord } from "./driver-licences/driver-licences.contract.ts";
import { driverLicenceImporter } from "./driver-licences/import/driver-licences.import.server.ts";
import driverLicences from "./driver-licences/driver-licences.server.ts";
import fuelTypes from "./fuel-types/fuel-types.server.ts";
import { fuelTypeRecord } from "./fuel-types/fuel-types.contract.ts";
import { addDefaultFuelTypes } from "./fuel-types/default-fuel-types.server.ts";
import { serveQuantityTypes, serveVehicleHealth } from "./value-lists/value-lists.server.ts";
import { vehicleMakerImporter } from "./vehicle-makers/vehicle-makers.import.server.ts";
import vehicleMakers from "./vehicle-makers/vehicle-makers.server.ts";
import { vehicleMakerRecord } from "./vehicle-makers/vehicle-makers.contract.ts";
import { addDefaultVehicleMakers } from "./vehicle-makers/default-vehicle-makers.server.ts";
import { vehicleModelImporter } from "./vehicle-models/vehicle-models.import.server.ts";
import vehicleModels from "./vehicle-models/vehicle-models.server.ts";
import { vehicleModelRecord } from "./vehicle-models/vehicle-models.contract.ts";
import { addDefaultVehicleModels } from "./vehicle-models/default-vehicle-models.server.ts";
import vehicleStatuses from "./vehicle-statuses/vehicle-statuses.server.ts";
import { vehicleStatusRecord } from "./vehicle-statuses/vehicle-statuses.contract.ts";
import { addDefaultVehicleStatuses } from "./vehicle-statuses/default-vehicle-statuses.server.ts";
import vehicleTypes from "./vehicle-types/vehicle-types.server.ts";
import { vehicleTypeRecord } from "./vehicle-types/vehicle-types.contract.ts";
import { addDefaultVehicleTypes } from "./vehicle-types/default-vehicle-types.server.ts";
import { tripStopRecord } from "./trips/trip-stops/trip-stops.contract.ts";
import tripStops from "./trips/trip-stops/trip-stops.server.ts";
import tripPlanner from "./trips/planner/planner.server.ts";
import refusedTrips from "./trips/refused/refused-trips.server.ts";
import tripTimeline from "./trips/timeline/timeline.server.ts";
import { tripRecord } from "./trips/trips.contract.ts";
import trips from "./trips/trips.server.ts";
import { vehicleHoldRecord } from "./vehicles/holds/vehicle-holds.contract.ts";
import vehicleHolds from "./vehicles/holds/vehicle-holds.server.ts";
import { vehicleImporter } from "./vehicles/import/vehicles.import.server.ts";
import { meterReadingImporter } from "./vehicles/readings/import/meter-readings.import.server.ts";
import { meterReadingRecord } from "./vehicles/readings/meter-readings.contract.ts";
import meterReadings from "./vehicles/readings/meter-readings.server.ts";
import { healthUse } from "./vehicles/states/health-use.server.ts";
import { vehicleRecord } from "./vehicles/vehicles.contract.ts";
import vehicles from "./vehicles/vehicles.server.ts";
import { consigneeLinkJobs } from "./deliveries/link-page/consignee-links.jobs.ts";
import deliveryPapers from "./deliveries/papers/papers.server.ts";
import consigneeLinks from "./deliveries/link-page/consignee-links.server.ts";
import { fleet } from "./module.ts";

export const fleetServer = serverModule(fleet, {
  serves: [
    assetCommodities,
    assetLoads,
    assets,
    documentCalendar,
    documentTypes,
    documents,
    driverAbsences,
    driverActions,
    driverAssignments,
    driverLicences,
    drivers,
    fleetDeliveries,
    fleetDeliveryLines,
    consigneeLinks,
    deliveryChains,
    deliveryPapers,
    fleetDashboard,
    fleetAvailability,
    fuelTypes,
    meterReadings,
    refusedTrips,
    serveQuantityTypes,
    serveVehicleHealth,
    tripPlanner,
    tripStops,
    tripTimeline,
    trips,
    vehicleHolds,
    vehicleMakers,
    vehicleModels,
    vehicleStatuses,
    vehicleTypes,
    vehicles,
  ],
  records: [
    assetCommodityRecord,
    assetLoadRecord,
    assetRecord,
    documentRecord,
    documentTypeRecord,
    driverAbsenceRecord,
    driverActionRecord,
    driverAssignmentRecord,
    driverLicenceRecord,
    driverRecord,
    fleetDeliveryRecord,
    fuelTypeRecord,
    meterReadingRecord,
    tripRecord,
    tripStopRecord,
    vehicleHoldRecord,
    vehicleMakerRecord,
    vehicleModelRecord,
    vehicleRecord,
    vehicleStatusRecord,
    vehicleTypeRecord,
  ],
  jobs: [...documentJobs, ...paperHoldJobs, ...driverJobs, ...deliveryJobs, ...consigneeLinkJobs],
  reactions: [
    ...assetReactions,
    ...assignmentReactions,
    ...documentReactions,
    ...slotReactions,
    ...tripEffects,
    answeredFor,
  ],
  importers: [
    assetCommodityImporter,
    assetImporter,
    documentImporter,
    driverImporter,
    fleetDeliveryImporter,
    driverLicenceImporter,
    meterReadingImporter,
    vehicleMakerImporter,
    vehicleModelImporter,
    vehicleImporter,
  ],
  usedBy: [commodityUse, healthUse],
  /** Models come last: they name makers, types and fuels. */
  companyDefaults: [
    addDefaultDocumentTypes,
    addDefaultFuelTypes,
    addDefaultVehicleMakers,
    addDefaultVehicleStatuses,
    addDefaultVehicleTypes,
    addDefaultVehicleModels,
  ],
});
