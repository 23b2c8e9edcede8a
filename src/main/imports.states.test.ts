import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assetFlow } from "#modules/fleet/assets/assets.flow.ts";
import { documentFlow } from "#modules/fleet/documents/documents.flow.ts";
import { driverLicenceFlow } from "#modules/fleet/driver-licences/driver-licences.flow.ts";
import { driverFlow } from "#modules/fleet/drivers/drivers.flow.ts";
import { vehicleFlow } from "#modules/fleet/vehicles/vehicles.flow.ts";
import { asset, commodity, driver, vehicle, vehicleMaker, vehicleModel } from "#main/testing/files/import-samples.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { anAsset, assetsPath, assetTypeId, aYard } from "#main/testing/records/assets.ts";
import { documentsPath, typeCalled, typesPath, uploadScan, verified } from "#main/testing/records/documents.ts";
import { aDriver, aLicence, dayIn, driversPath, licenceBody, licencesPath } from "#main/testing/records/drivers.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip } from "#main/testing/records/trips.ts";
import { aVehicle, registered, vehicleBody, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "./testing/test-app.ts";
import { modules } from "./modules.ts";

/*
 * What a company takes out of the fleet it can bring in again without change, whatever has become of it: what is retired, who has
 * left, papers that somebody rejected, and what names something that nobody uses any more.
 */
let testApp: TestApp;
let admin: Client;
let yard: string;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("SUPER_ADMIN");
  yard = await aYard(admin);
});
afterAll(() => testApp.close());

const reason = { reason: "as it happens" };
const step = (path: string, { id }: Body, name: string, body: object = {}) =>
  saved(decide(admin, `${path}/${id}/${name}`, body));
const archived = (path: string, { id }: Body) => saved(admin.post(`${path}/${id}/archive`));
const changed = (path: string, { id, version }: Body, body: object) =>
  saved(admin.put(`${path}/${id}`, { ...body, version }));

interface Case {
  readonly path: string;
  readonly table: string;
  /** The states of which there is one at least. */
  readonly states?: readonly string[];
  readonly make: () => Promise<unknown>;
  /** A file for other programs, without words. */
  readonly isOneForm?: true;
}

const cases: Readonly<Record<string, Case>> = {
  asset: {
    path: assetsPath,
    table: "assets",
    states: assetFlow.states,
    make: async () => {
      const own = { typeId: await assetTypeId(admin, "CURTAIN"), locationId: yard };
      const one = (over: Record<string, unknown> = {}) => anAsset(admin, yard, over);
      await step(assetsPath, await one(), "send-to-maintenance", reason);
      await step(assetsPath, await one(), "report-lost", reason);
      await step(assetsPath, await one({ ...asset, ...own, containerNo: null }), "retire", reason);
      // Its plate is free for another one since.
      await one({ plateNumber: asset.plateNumber, plateCountry: asset.plateCountry });
      const { id: vehicleId } = await aVehicle(admin);
      await one({ locationId: null, vehicleId });
      const closed = { code: "OLD", name: "Closed yard", kind: "yard", timezone: "Europe/Amsterdam" };
      const place = await saved(admin.post("/api/settings/locations", closed));
      await step(assetsPath, await one({ locationId: place.id }), "retire", reason);
      await archived("/api/settings/locations", place);
    },
  },
  vehicle: {
    path: vehiclesPath,
    table: "vehicles",
    states: vehicleFlow.states,
    make: async () => {
      await saved(admin.post(vehiclesPath, await vehicleBody(admin)));
      await step(vehiclesPath, await aVehicle(admin), "take-out-of-service", reason);
      const old = await aVehicle(admin, { ...vehicle, typeId: await registered(admin, "vehicle-types", "TRACTOR") });
      await step(vehiclesPath, old, "retire", reason);
      // Its number, its plate and its card are another one's since.
      const { unitNumber, plateNumber, plateCountry, fuelCardRef } = vehicle;
      await aVehicle(admin, { unitNumber, plateNumber, plateCountry, fuelCardRef, vin: "WMA13XZZ4KP654321" });
      // Of a type that nobody chooses any more, and without what one in service needs.
      const type = { code: "OLDTYPE", name: "Steam lorry", category: "rigid", isPowered: true, isTowable: false };
      const steam = await saved(admin.post("/api/fleet/vehicle-types", type));
      const bare = { typeId: steam.id, plateNumber: null, plateCountry: null, payloadKg: null };
      const last = await saved(admin.post(vehiclesPath, await vehicleBody(admin, bare)));
      await step(vehiclesPath, last, "retire", reason);
      await archived("/api/fleet/vehicle-types", steam);
    },
  },
  driver: {
    path: driversPath,
    table: "drivers",
    states: driverFlow.states,
    make: async () => {
      await aDriver(admin);
      const active = async (over: object = {}) => {
        const { id } = await aDriver(admin, over);
        await aLicence(testApp, id);
        return saved(admin.post(`${driversPath}/${id}/activate`));
      };
      await active({ hiredOn: "2020-02-29" });
      await step(driversPath, await active(), "suspend", reason);
      await step(driversPath, await active({ ...driver, homeLocationId: yard }), "leave");
      await step(driversPath, await step(driversPath, await aDriver(admin), "leave"), "erase");
    },
  },
  document: {
    path: documentsPath,
    table: "papers",
    states: documentFlow.states,
    make: async () => {
      const chief = await testApp.as("COMPANY_ADMIN");
      const paper = async (code: string, over: object) => {
        const body = { typeId: await typeCalled(admin, code), expiresOn: dayIn(300), ...over };
        const { id } = await saved(admin.post(documentsPath, body));
        await uploadScan(admin, id);
        return saved(admin.get(`${documentsPath}/${id}`));
      };
      const truck = await aVehicle(admin);
      await paper("INSURANCE", { vehicleId: truck.id, number: "I-1" });
      const mot = await verified(chief, (await paper("INSPECTION", { vehicleId: truck.id, expiresOn: dayIn(5) })).id);
      await step(documentsPath, mot, "renew", { expiresOn: dayIn(400), version: mot.version });
      const medical = await paper("MEDICAL", { driverId: (await aDriver(admin)).id, number: "M-77" });
      await saved(chief.post(`${documentsPath}/${medical.id}/reject`, { ...reason, version: medical.version }));
      const gone = await aDriver(admin);
      const adr = await verified(chief, (await paper("ADR", { driverId: gone.id, number: "ADR-12345" })).id);
      await saved(chief.post(`${documentsPath}/${adr.id}/revoke`, { ...reason, version: adr.version }));
      await step(driversPath, gone, "leave");
      const trailer = await anAsset(admin, yard);
      await paper("LEASE", { vehicleId: truck.id, number: "L-1" });
      const type = { code: "TIR", name: "TIR approval", subject: "asset", requiresExpiry: false };
      const tir = await saved(admin.post(typesPath, type));
      await saved(admin.post(documentsPath, { typeId: tir.id, assetId: trailer.id, number: "T-1" }));
      await step(assetsPath, trailer, "retire", reason);
      await changed(typesPath, tir, { ...type, isActive: false, requiresExpiry: true });
      await step(vehiclesPath, truck, "retire", reason);
      const [trip, other, delivery] = [await aTrip(testApp), await aTrip(testApp), await aFleetDelivery(testApp)];
      for (const [subject, id] of [
        ["trip", trip.id],
        ["trip", other.id],
        ["delivery", delivery.id],
      ] as const) {
        const code = `OF-${subject}`.toUpperCase();
        const typeId =
          (await typeCalled(admin, code)) ||
          (await saved(admin.post(typesPath, { code, name: code, subject, requiresExpiry: false }))).id;
        await saved(admin.post(documentsPath, { typeId, [`${subject}Id`]: id, number: "1" }));
      }
    },
  },
  delivery: {
    path: `${fleetDeliveriesPath}/lines`,
    table: "fleet_deliveries",
    states: ["unassigned", "assigned", "cancelled"],
    isOneForm: true,
    make: async () => {
      await step(fleetDeliveriesPath, await aFleetDelivery(testApp), "cancel", reason);
      const forgotten = await step(fleetDeliveriesPath, await aFleetDelivery(testApp), "cancel", reason);
      await step(fleetDeliveriesPath, forgotten, "forget-consignee");
      const { id: tripId } = await aTrip(testApp);
      await step(fleetDeliveriesPath, await aFleetDelivery(testApp), "assign", { tripId });
    },
  },
  "driver-licence": {
    path: licencesPath,
    table: "driver_licences",
    states: driverLicenceFlow.states,
    make: async () => {
      const { id } = await aDriver(admin);
      const enter = (over: object = {}) => saved(admin.post(licencesPath, licenceBody(id, over)));
      await enter({ number: "PENDING-1" });
      await aLicence(testApp, id);
      const chief = await testApp.as("COMPANY_ADMIN");
      const { id: bad, version } = await enter({ number: "REJECTED-1", issuedOn: "2021-03-04" });
      await saved(chief.post(`${licencesPath}/${bad}/reject`, { ...reason, version }));
      await step(driversPath, { id } as Body, "leave");
    },
  },
  "meter-reading": {
    path: "/api/fleet/meter-readings",
    table: "meter_readings",
    make: async () => {
      const truck = await aVehicle(admin);
      const enter = (over: object) =>
        saved(
          admin.post("/api/fleet/meter-readings", { vehicleId: truck.id, readAt: "2026-02-03T04:05:06Z", ...over }),
        );
      const { id: wrong } = await enter({ enteredValue: "9" });
      await saved(admin.post(`/api/fleet/meter-readings/${wrong}/void`, reason));
      await enter({ enteredValue: "7.25" });
      await step(vehiclesPath, truck, "retire", reason);
    },
  },
  "vehicle-maker": {
    path: "/api/fleet/vehicle-makers",
    table: "vehicle_makers",
    make: () => saved(admin.post("/api/fleet/vehicle-makers", vehicleMaker)),
  },
  "vehicle-model": {
    path: "/api/fleet/vehicle-models",
    table: "vehicle_models",
    make: async () => {
      const maker = await saved(admin.post("/api/fleet/vehicle-makers", { name: "Gone & Sons" }));
      const typeId = await registered(admin, "vehicle-types", "TRACTOR");
      const body = { ...vehicleModel, makerId: maker.id, typeId, isActive: false };
      await saved(admin.post("/api/fleet/vehicle-models", body));
      await archived("/api/fleet/vehicle-makers", maker);
    },
  },
  "asset-commodity": {
    path: "/api/fleet/asset-commodities",
    table: "asset_commodities",
    make: async () => {
      await saved(admin.post("/api/fleet/asset-commodities", commodity));
      const { code, name } = { code: "NOBULK", name: "Of a unit that nobody uses" };
      await saved(admin.post("/api/fleet/asset-commodities", { ...commodity, code, name, quantityType: "LTR" }));
      await asSuper(
        testApp,
        "update reference_values set is_active = false where list = 'quantity_types' and code = 'LTR'",
      );
    },
  },
};

describe("what the fleet exports in every state is imported again and changes nothing", () => {
  test("and each importer of the fleet is tried", () => {
    const [fleet] = modules.all.filter(({ module }) => module.id === "fleet");
    expect(Object.keys(cases).toSorted()).toEqual((fleet?.importers ?? []).map(({ entity }) => entity).toSorted());
  });

  test.each(Object.keys(cases))("%s: every row says that it is there as it is", async (entity) => {
    const { path, table, states = [], make, isOneForm = false } = cases[entity]!;
    await make();
    const read = () => asSuper<Body>(testApp, `select * from ${table} order by id`);
    const before = await read();
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(states.length > 0 ? states : [undefined]));
    for (const query of isOneForm ? [""] : ["", "?values=words&timezone=Europe/Amsterdam"]) {
      const { text } = await admin.get(`${path}/export.csv${query}`);
      const done = await importFile(admin, entity, text);
      const counts = { createdCount: 0, updatedCount: 0, unchangedCount: done["rowCount"] };
      expect(done, query).toMatchObject({ state: "done", ...counts });
      expect(Number(done["rowCount"])).toBeGreaterThan(0);
      expect(await read()).toEqual(before);
    }
  });
});

describe("what is retired", () => {
  test("is still changed by no file", async () => {
    const trailer = await anAsset(admin, yard, { name: "before" });
    await step(assetsPath, trailer, "retire", reason);
    const truck = await aVehicle(admin);
    await step(vehiclesPath, truck, "retire", reason);
    for (const [entity, csv, field] of [
      ["asset", `assetNo,type,name\n${String(trailer["assetNo"])},CURTAIN,after\n`, "assetNo"],
      ["vehicle", `unitNumber,notes\n${String(truck["unitNumber"])},after\n`, "unitNumber"],
    ] as const) {
      const tried = await checkFile(admin, await saved(uploadFile(admin, entity, csv)));
      expect(await badRows(admin, tried), entity).toEqual({ 2: { [field]: expect.any(String) } });
    }
  });
});
