import { busyUntil } from "#web/api/idle.ts";
import { currentSession, onClean, whenAway } from "#web/api/session.tsx";
import { part, webModule } from "#web/shell/register.ts";
import { fleet } from "./module.ts";

// A driver's phone goes on without the server, and is nobody else's once they sign out or another signs in.
const phone = () => busyUntil(import("./driver-phone/phone-store.web.ts"));
whenAway(() =>
  phone()
    .then(({ userOfPhone }) => userOfPhone())
    .catch(() => null),
); // nor is the program here, perhaps
onClean((isFinal) => {
  if (!isFinal) return;
  void phone()
    .then(({ forgetPhones }) => forgetPhones(currentSession().user))
    .catch(() => undefined); // a browser without storage has nothing to forget
});

export const fleetWeb = webModule(fleet, {
  screens: {
    "/fleet/asset-commodities": part(
      () => import("./asset-commodities/asset-commodities.web.tsx"),
      "AssetCommodityList",
    ),
    "/fleet/assets": part(() => import("./assets/assets.web.tsx"), "AssetList"),
    "/fleet/assets/details": part(() => import("./assets/assets.detail.web.tsx"), "AssetDetail"),
    "/fleet/dashboard": part(() => import("./dashboard/dashboard.web.tsx"), "FleetDashboard"),
    "/fleet/deliveries": part(() => import("./deliveries/deliveries.web.tsx"), "DeliveryList"),
    "/fleet/deliveries/details": part(() => import("./deliveries/deliveries.detail.web.tsx"), "DeliveryDetail"),
    "/fleet/deliveries/:deliveryScheduleId": part(
      () => import("./deliveries/by-schedule.web.tsx"),
      "DeliveryBySchedule",
    ),
    "/fleet/document-types": part(() => import("./document-types/document-types.web.tsx"), "DocumentTypeList"),
    "/fleet/documents": part(() => import("./documents/documents.web.tsx"), "DocumentList"),
    "/fleet/documents/calendar": part(() => import("./documents/calendar/calendar.web.tsx"), "DocumentCalendar"),
    "/fleet/documents/details": part(() => import("./documents/documents.web.tsx"), "DocumentDetail"),
    "/fleet/drivers": part(() => import("./drivers/drivers.web.tsx"), "DriverList"),
    "/fleet/drivers/details": part(() => import("./drivers/drivers.detail.web.tsx"), "DriverDetail"),
    "/fleet/my-trips": part(() => import("./driver-phone/my-trips.web.tsx"), "MyTrips"),
    "/fleet/trips": part(() => import("./trips/trips.web.tsx"), "TripList"),
    "/fleet/trips/plan": part(() => import("./trips/planner/planner.web.tsx"), "TripPlanner"),
    "/fleet/trips/timeline": part(() => import("./trips/timeline/timeline.web.tsx"), "TripTimeline"),
    "/fleet/trips/details": part(() => import("./trips/trips.detail.web.tsx"), "TripDetail"),
    "/fleet/vehicles": part(() => import("./vehicles/vehicles.web.tsx"), "VehicleList"),
    "/fleet/vehicles/details": part(() => import("./vehicles/vehicles.detail.web.tsx"), "VehicleDetail"),
    "/fleet/vehicle-types": part(() => import("./vehicle-types/vehicle-types.web.tsx"), "VehicleTypeList"),
    "/fleet/vehicle-makers": part(() => import("./vehicle-makers/vehicle-makers.web.tsx"), "VehicleMakerList"),
    "/fleet/fuel-types": part(() => import("./fuel-types/fuel-types.web.tsx"), "FuelTypeList"),
    "/fleet/vehicle-models": part(() => import("./vehicle-models/vehicle-models.web.tsx"), "VehicleModelList"),
    "/fleet/vehicle-statuses": part(() => import("./vehicle-statuses/vehicle-statuses.web.tsx"), "VehicleStatusList"),
  },
  /** What the palette shows of a record that it found. */
  previews: {
    "/fleet/trips": part(() => import("./trips/trips.web.tsx"), "TripPreview"),
    "/fleet/deliveries": part(() => import("./deliveries/deliveries.web.tsx"), "DeliveryPreview"),
    "/fleet/vehicles": part(() => import("./vehicles/vehicles.web.tsx"), "VehiclePreview"),
    "/fleet/assets": part(() => import("./assets/assets.web.tsx"), "AssetPreview"),
    "/fleet/drivers": part(() => import("./drivers/drivers.web.tsx"), "DriverPreview"),
  },
  /** The page by which a consignee follows a delivery. */
  publicPages: [
    {
      path: "/fd/follow/$fleetDeliveryId",
      title: "Delivery",
      load: part(() => import("./deliveries/link-page/consignee-page.web.tsx"), "ConsigneePage"),
    },
  ],
});
