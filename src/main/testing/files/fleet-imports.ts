import type { Client } from "#main/testing/test-app.ts";
import { assetTypeId } from "#main/testing/records/assets.ts";
import { typeCalled } from "#main/testing/records/documents.ts";
import { aDriver, licenceBody } from "#main/testing/records/drivers.ts";
import { fleetDeliveriesPath, fleetDeliveryBody } from "#main/testing/records/fleet-deliveries.ts";
import { inDays, saved } from "#main/testing/records/orders.ts";
import { aVehicle, registered, vehicleBody } from "#main/testing/records/vehicles.ts";
import * as samples from "./import-samples.ts";

const { asset, commodity, driver } = samples;

/** How what an importer takes is exported: from where, by whom, and what there is to export. */
export interface ImportCase {
  readonly path: string;
  readonly table: string;
  readonly by: () => Client;
  readonly make: () => Promise<unknown>;
}

interface Known {
  readonly admin: () => Client;
  /** A location that is there by then. */
  readonly locationId: () => string;
}

/** What the fleet imports, made after the records of the warehouse that it names. */
export const fleetImports = ({ admin: by, locationId }: Known): Readonly<Record<string, ImportCase>> => ({
  "asset-commodity": {
    path: "/api/fleet/asset-commodities",
    table: "asset_commodities",
    by,
    make: () => saved(by().post("/api/fleet/asset-commodities", commodity)),
  },
  asset: {
    path: "/api/fleet/assets",
    table: "assets",
    by,
    make: async () => {
      const add = (over: object) =>
        saved(by().post("/api/fleet/assets", { ...asset, locationId: locationId(), ...over }));
      await add({ typeId: await assetTypeId(by(), "CONT-20") });
      const counted = { containerNo: null, plateNumber: null, plateCountry: null, serialNumber: null, quantity: 430 };
      await add({ ...counted, assetNo: "-POOL", typeId: await assetTypeId(by(), "EUR-POOL"), maxGrossKg: null });
      const vehicle = await saved(by().post("/api/fleet/vehicles", await vehicleBody(by())));
      const onTheRoad = { containerNo: null, plateNumber: null, plateCountry: null, locationId: null };
      await add({ ...onTheRoad, assetNo: "+9", vehicleId: vehicle.id, typeId: await assetTypeId(by(), "BOX") });
    },
  },
  document: {
    path: "/api/fleet/documents",
    table: "papers",
    by,
    make: async () => {
      const add = async (code: string, over: object) =>
        saved(
          by().post("/api/fleet/documents", {
            typeId: await typeCalled(by(), code),
            expiresOn: "2031-05-01",
            ...over,
          }),
        );
      const { id: vehicleId } = await saved(by().post("/api/fleet/vehicles", await vehicleBody(by())));
      const { id: driverId } = await aDriver(by(), { employeeNo: "-007" });
      await add("INSURANCE", {
        vehicleId,
        number: "0815",
        issuer: "=Allianz",
        issuedOn: "2026-03-04",
        validFrom: "2026-04-05",
      });
      await add("ADR", { driverId, number: "+9", title: "class 3" });
      await add("MEDICAL", { driverId });
      await add("LIABILITY", { number: "L, 1" });
    },
  },
  driver: {
    path: "/api/fleet/drivers",
    table: "drivers",
    by,
    make: async () => {
      const [carrierId] = (await saved(by().get("/api/warehouse/carriers"))).items.map(({ id }) => id);
      await saved(by().post("/api/fleet/drivers", { ...driver, homeLocationId: locationId(), carrierId }));
    },
  },
  delivery: {
    path: "/api/fleet/deliveries/lines",
    table: "fleet_deliveries",
    by,
    make: async () => {
      const places = { locationId: locationId(), pickupLocationId: locationId(), address: null };
      // One by whole minutes, as people type them, and one to the millisecond.
      const window = (seconds: string) => ({
        windowStart: `${inDays(20)}T08:30:${seconds}Z`,
        windowEnd: `${inDays(20)}T10:30:${seconds}Z`,
      });
      await saved(by().post(fleetDeliveriesPath, fleetDeliveryBody(25, { ...places, ...window("00.000") })));
      const goods = { commodityId: (await saved(by().get("/api/fleet/asset-commodities"))).items[0]?.id };
      const lines = ["1.5", "1.5", "2"].map((plannedQuantity) => ({ ...goods, unit: "KGM", plannedQuantity }));
      const awkward = { consigneeName: "=Bäcker, Süd", notes: "two\nlines", proofsRequired: ["photo", "signature"] };
      await saved(
        by().post(
          fleetDeliveriesPath,
          fleetDeliveryBody(50, { ...awkward, ...window("07.125"), pickupAddress: "-1", lines }),
        ),
      );
    },
  },
  "driver-licence": {
    path: "/api/fleet/driver-licences",
    table: "driver_licences",
    by,
    make: async () => {
      const { id } = await aDriver(by(), { employeeNo: "-008" });
      const add = (over: object) => saved(by().post("/api/fleet/driver-licences", licenceBody(id, over)));
      await add({ number: "+9X12345", issuingAuthority: "=RDW", issuedOn: "2020-02-29" });
      await add({ number: "1234", issuingCountry: "DE", classes: [{ class: "CDL-A", expiresOn: "2031-01-02" }] });
    },
  },
  "meter-reading": {
    path: "/api/fleet/meter-readings",
    table: "meter_readings",
    by,
    make: async () => {
      const { id: vehicleId } = await aVehicle(by());
      const enter = (over: object) => saved(by().post("/api/fleet/meter-readings", { vehicleId, ...over }));
      await enter({ enteredValue: "1000.5", readAt: "2026-02-03T04:05:06.789Z", note: "=as it was read" });
      await enter({ enteredValue: "3", readAt: "2026-02-04T00:00:00Z", isReplacement: true, enteredUnit: "mi" });
      await enter({ meter: "engine_hours", enteredValue: "12", enteredUnit: "h", readAt: "2026-07-04T10:00:00Z" });
      const { id } = await enter({ enteredValue: "6", readAt: "2026-02-05T00:00:00Z" });
      await saved(by().post(`/api/fleet/meter-readings/${id}/void`, { reason: "read wrongly" }));
    },
  },
  "vehicle-maker": {
    path: "/api/fleet/vehicle-makers",
    table: "vehicle_makers",
    by,
    make: () => saved(by().post("/api/fleet/vehicle-makers", samples.vehicleMaker)),
  },
  "vehicle-model": {
    path: "/api/fleet/vehicle-models",
    table: "vehicle_models",
    by,
    make: async () => {
      const makerId = await registered(by(), "vehicle-makers", samples.vehicleMaker.name);
      const typeId = await registered(by(), "vehicle-types", "TRACTOR");
      const fuelTypeId = await registered(by(), "fuel-types", "DIESEL");
      await saved(by().post("/api/fleet/vehicle-models", { ...samples.vehicleModel, makerId, typeId, fuelTypeId }));
    },
  },
  vehicle: {
    path: "/api/fleet/vehicles",
    table: "vehicles",
    by,
    make: async () => {
      const [carrierId] = (await saved(by().get("/api/warehouse/carriers"))).items.map(({ id }) => id);
      await saved(
        by().post("/api/fleet/vehicles", {
          ...samples.vehicle,
          typeId: await registered(by(), "vehicle-types", "TRACTOR"),
          modelId: await registered(by(), "vehicle-models", "TGX"),
          secondaryFuelTypeId: await registered(by(), "fuel-types", "LNG"),
          vehicleStatusId: await registered(by(), "vehicle-statuses", "laid_up"),
          homeLocationId: locationId(),
          carrierId,
        }),
      );
    },
  },
});
