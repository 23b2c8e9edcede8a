import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
import { aVehicle, registered, vehicleBody, vehiclesPath as path } from "#main/testing/records/vehicles.ts";
import { vehicles } from "./vehicles.contract.ts";

conform(vehicles, {
  name: "vehicles",
  valid: async (n, admin) => ({ ...(await vehicleBody(admin)), unitNumber: `Unit ${n}` }),
  change: { payloadKg: "900", palletPositions: 4, ownership: "leased", notes: "Tail lift" },
  text: "unitNumber",
  endsBy: "retire",
  filters: {
    driverId: crypto.randomUUID(),
    makerId: crypto.randomUUID(),
    modelId: crypto.randomUUID(),
    homeLocationId: crypto.randomUUID(),
    carrierId: crypto.randomUUID(),
  },
  bodies: { judgeHealth: { healthCode: "good", reason: "seen by the workshop" } },
  statements: {
    create: 6,
    because: "what it names is read in one statement, and the database registers it as a resource",
  },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = (company: "a" | "b" = "a") => testApp.as("FLEET_MANAGER", company);
const add = async (over: Record<string, unknown>, company: "a" | "b" = "a") => {
  const client = await manager(company);
  return client.post(path, await vehicleBody(client, over));
};
const refused = (field: string, words: unknown = expect.any(String)) => ({
  status: 422,
  body: { fields: { [field]: words } },
});
const taken = (field: string) => ({ status: 409, body: { fields: { [field]: expect.any(String) } } });
const step = async (id: string, name: string, body: object = {}) =>
  (await manager()).post(`${path}/${id}/${name}`, body);

describe("what tells a vehicle from others", () => {
  test("its number, its plate however it is written, its VIN and its fuel card are those of no other one", async () => {
    const vin = "1M8GDM9AXKP042788";
    await saved(add({ unitNumber: "NL-1", plateNumber: "84-BXH-7", vin, fuelCardRef: "CARD-1" }));
    expect(await add({ unitNumber: "nl-1" })).toMatchObject(taken("unitNumber"));
    expect(await add({ plateNumber: "84 bxh7" })).toMatchObject(taken("plateNumber"));
    expect((await add({ plateNumber: "84BXH7", plateCountry: "BE" })).status).toBe(200);
    expect(await add({ vin: "1m8 gdm9axkp042788" })).toMatchObject(taken("vin"));
    expect(await add({ fuelCardRef: "card-1" })).toMatchObject(taken("fuelCardRef"));
    expect((await add({ unitNumber: "NL-1", plateNumber: "84-BXH-7", vin, fuelCardRef: "CARD-1" }, "b")).status).toBe(
      200,
    );
  });

  test("what is retired frees its number and its plate, and gets them back only while nobody else has them", async () => {
    const numbers = { unitNumber: "NL-2", plateNumber: "11-AA-22" };
    const { id } = await saved(add(numbers));
    await saved(step(id, "retire", { reason: "sold" }));
    const { id: next } = await saved(add(numbers));
    expect(await step(id, "reinstate", { reason: "bought back" })).toMatchObject({
      status: 409,
      body: { code: "number_taken", message: expect.stringContaining("Vehicle NL-2 has 11-AA-22 now.") },
    });
    const body = { ...(await vehicleBody(await manager())), unitNumber: "NL-2B", plateNumber: "11-aa 22", version: 1 };
    await saved((await manager()).put(`${path}/${next}`, body));
    expect((await step(id, "reinstate", { reason: "bought back" })).body.message).toContain(
      "Vehicle NL-2B has 11-AA-22",
    );
    await saved(step(next, "retire", { reason: "scrapped" }));
    expect((await step(id, "reinstate", { reason: "bought back" })).status).toBe(200);
  });

  test("it is found by its number, its plate with and without gaps, and its VIN", async () => {
    const { id } = await saved(add({ unitNumber: "FIND-9", plateNumber: "9-XYZ-88", vin: "WMAN08ZZ0LY412345" }));
    const client = await testApp.as("VIEWER");
    for (const q of ["find-9", "9-xyz-88", "9xyz88", "ly412345"])
      expect(
        (await client.get(`${path}?q=${q}`)).body.items.map((one) => one.id),
        q,
      ).toEqual([id]);
  });

  test("a plate has a number and a country, and a VIN that North America gave has its check digit", async () => {
    expect(await add({ plateCountry: null })).toMatchObject(refused("plateCountry"));
    expect(await add({ plateNumber: null })).toMatchObject(refused("plateNumber"));
    expect(await add({ vin: "1M8GDM9A1KP042788" })).toMatchObject(
      refused("vin", "The ninth character does not fit the others: one of them is wrong."),
    );
    expect((await add({ vin: "WVWZZZ1JZ3W386752" })).status).toBe(200);
  });
});

test("the whole number of a fuel card is refused, however it is written, and what its issuer calls it is kept", async () => {
  for (const fuelCardRef of [
    "4111111111111111",
    "7077 1860 1111 1119",
    "7077-1860-1111-1119-",
    "DKV 4111 1111 1111 1111",
  ])
    expect(await add({ fuelCardRef }), fuelCardRef).toMatchObject(
      refused("fuelCardRef", "This is the whole number of a card, which is kept nowhere: give its last four digits."),
    );
  for (const fuelCardRef of ["4111111111111112", "DKV-CARD-0017", "2026112612345"])
    expect(await saved(add({ fuelCardRef }))).toMatchObject({ fuelCardRef });
});

describe("what a vehicle is", () => {
  test("a model fills what is left empty and nothing else, once: what is cleared later stays empty", async () => {
    const client = await manager();
    const makerId = await registered(client, "vehicle-makers", "MAN");
    const [typeId, fuelTypeId] = [
      await registered(client, "vehicle-types", "TRACTOR"),
      await registered(client, "fuel-types", "LNG"),
    ];
    const model = {
      makerId,
      name: "Test 18",
      typeId,
      fuelTypeId,
      payloadKg: "18000",
      tankCapacityL: "600.5",
      palletPositions: 33,
    };
    const { id: modelId } = await saved(client.post("/api/fleet/vehicle-models", model));
    const given = { modelId, typeId: null, fuelTypeId: null, payloadKg: "17500" };
    const vehicle = await saved(add(given));
    expect(vehicle).toMatchObject({
      typeId,
      fuelTypeId,
      makerName: "MAN",
      modelName: "Test 18",
      payloadKg: "17500",
      tankCapacityL: "600.5",
      palletPositions: 33,
      requiredLicenceClass: "CE",
    });
    const body = { ...(await vehicleBody(client)), modelId, makerId, typeId, version: 1, tankCapacityL: null };
    expect(await client.put(`${path}/${vehicle.id}`, body)).toMatchObject({
      status: 200,
      body: { tankCapacityL: null },
    });
    expect(await add({ ...given, makerId: await registered(client, "vehicle-makers", "DAF") })).toMatchObject(
      refused("modelId"),
    );
    expect(await add({ typeId: null })).toMatchObject(refused("typeId"));
  });

  test("the VIN tells the maker, and one of another maker is refused", async () => {
    const client = await manager();
    expect(await saved(add({ vin: "WMAN08ZZ0LY400001" }))).toMatchObject({ makerName: "MAN" });
    const makerId = await registered(client, "vehicle-makers", "Scania");
    expect(await add({ vin: "WMAN08ZZ0LY400002", makerId })).toMatchObject(refused("vin"));
  });

  test("it weighs less empty than laden, carries no more than the difference, and its second fuel is another one", async () => {
    const weights = { curbWeightKg: "2000", gvwrKg: "3500", gcwrKg: "6000", payloadKg: "1500" };
    expect((await add(weights)).status).toBe(200);
    expect(await add({ ...weights, payloadKg: "1500.001" })).toMatchObject(
      refused("payloadKg", "It carries 1500 kg at most: what it may weigh laden, less what it weighs empty."),
    );
    expect(await add({ ...weights, curbWeightKg: "3500" })).toMatchObject(refused("curbWeightKg"));
    expect(await add({ ...weights, gcwrKg: "3499" })).toMatchObject(refused("gcwrKg"));
    const fuelTypeId = await registered(await manager(), "fuel-types", "DIESEL");
    expect(await add({ fuelTypeId, secondaryFuelTypeId: fuelTypeId })).toMatchObject(refused("secondaryFuelTypeId"));
    expect(await add({ modelYear: new Date().getUTCFullYear() + 2 })).toMatchObject(refused("modelYear"));
    expect(await add({ fuelCardLast4: "4929123412341234" })).toMatchObject(refused("fuelCardLast4"));
  });

  test("it begins with the status that the company says, and never with one for what is gone", async () => {
    const client = await manager();
    expect(await saved(add({}))).toMatchObject({ vehicleStatusName: "In use", status: "onboarding" });
    const gone = await registered(client, "vehicle-statuses", "disposed");
    expect(await add({ vehicleStatusId: gone })).toMatchObject(refused("vehicleStatusId"));
  });
});

describe("the life of a vehicle", () => {
  test("what drives needs its plate, its fuel and its payload before it is in service, and keeps them there", async () => {
    const client = await manager();
    const bare = { plateNumber: null, plateCountry: null, fuelTypeId: null, payloadKg: null };
    const { id } = await saved(add(bare));
    expect(await step(id, "put-in-service")).toMatchObject({
      status: 422,
      body: {
        fields: { plateNumber: expect.any(String), fuelTypeId: expect.any(String), payloadKg: expect.any(String) },
      },
    });
    const whole = await vehicleBody(client);
    await saved(client.put(`${path}/${id}`, { ...whole, version: 1 }));
    const { version } = await saved(step(id, "put-in-service"));
    expect(await client.put(`${path}/${id}`, { ...whole, payloadKg: null, version })).toMatchObject(
      refused("payloadKg"),
    );
    const typeId = await registered(client, "vehicle-types", "FORKLIFT");
    const { id: forklift } = await saved(add({ ...bare, typeId, meterUnit: "h" }));
    expect(await step(forklift, "put-in-service")).toMatchObject(refused("fuelTypeId"));
  });

  test("one that is booked is not retired; one that is retired is gone from every offer, and only an administrator brings it back", async () => {
    const { id } = await aVehicle(await manager());
    const booked = `insert into bookings (company_id, resource_id, during, reason, subject_id)
      values ($1, $2, tstzrange(now() + interval '2 days', now() + interval '3 days'), 'trip', gen_random_uuid())`;
    await asSuper(testApp, booked, [testApp.companies.a, id]);
    expect(await step(id, "retire", { reason: "too old" })).toMatchObject({
      status: 409,
      body: {
        code: "vehicle_is_booked",
        message: "1 booking of it is under way or ahead. Give them another vehicle first.",
        details: { bookings: [{ reason: "trip" }] },
      },
    });
    await asSuper(testApp, "update bookings set active = false where resource_id = $1", [id]);
    expect(await step(id, "retire", { reason: "too old" })).toMatchObject({
      status: 200,
      body: {
        status: "retired",
        availability: "retired",
        mayLeave: false,
        vehicleStatusName: "Sold or scrapped",
        steps: ["reinstate"],
      },
    });
    expect((await (await testApp.as("DISPATCHER")).post(`${path}/${id}/reinstate`, { reason: "mistake" })).status).toBe(
      403,
    );
    expect(await step(id, "reinstate", { reason: "mistake" })).toMatchObject({
      status: 200,
      body: { status: "out_of_service", availability: "laid_up", vehicleStatusName: "In use" },
    });
  });

  test("only what is retired goes into the archive", async () => {
    const { id } = await aVehicle(await manager());
    expect(await step(id, "archive")).toMatchObject({ status: 409, body: { code: "not_retired" } });
    await saved(step(id, "retire", { reason: "sold" }));
    expect((await step(id, "archive")).status).toBe(200);
  });
});
