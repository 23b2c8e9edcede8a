import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saved } from "#main/testing/records/orders.ts";
import { aTrip, inHours, stopsPath, tripsPath as path } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let dispatcher: Client;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  dispatcher = await testApp.as("DISPATCHER");
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const step = (id: string, name: string, body: object = {}) => dispatcher.post(`${path}/${id}/${name}`, body);
const reason = "road closed";

/** A trip that was driven from three hours ago until an hour ago, with what its meters showed. */
async function driven(meters: object = {}, over: object = {}): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, ...over });
  const times = { startedAt: inHours(-3), endedAt: inHours(-1), reason };
  return saved(step(trip.id, "record-driven", { ...times, ...meters }));
}
async function started(meterValue: string | null, over: object = {}): Promise<Body> {
  const trip = await aTrip(testApp, { from: 0.1, ...over, steps: ["plan", "dispatch"] });
  return saved(step(trip.id, "start", { meterValue }));
}
const asked = { status: 422, body: { fields: { isConfirmed: expect.stringContaining("Confirm it if it is right") } } };

describe("how far a trip drove", () => {
  test("is what its odometer showed at the end less what it showed at the start, in the list and its export, too", async () => {
    const trip = await driven({ meterValue: "1000", endMeterValue: "1080.5" });
    const meter = { vehicleId: trip["vehicleId"], unit: "km", start: "1000", end: "1080.5", driven: "80.5" };
    expect(trip).toMatchObject({ distanceKm: "80.5", meters: [meter] });
    const query = `vehicleId=${String(trip["vehicleId"])}`;
    const { items } = await saved(dispatcher.get(`${path}?${query}`));
    expect(items).toMatchObject([{ distanceKm: "80.5" }]);
    expect((await dispatcher.get(`${path}/export.csv?${query}&columns=tripNumber,distanceKm`)).text).toContain("80.5");
  });

  test("counts kilometres where a meter counts miles, and the meter stays in its own unit", async () => {
    const { id: vehicleId } = await aVehicle(manager, { meterUnit: "mi" });
    const trip = await driven({ meterValue: "1000", endMeterValue: "1100" }, { vehicleId });
    expect(trip).toMatchObject({ distanceKm: "160.9", meters: [{ unit: "mi", start: "1000", driven: "100" }] });
  });

  test("is not known of hours, nor where one end was not told, nor before it is over", async () => {
    const { id: vehicleId } = await aVehicle(manager, { meterUnit: "h" });
    const hours = await driven({ meterValue: "10", endMeterValue: "12.5" }, { vehicleId });
    expect(hours).toMatchObject({ distanceKm: null, meters: [{ unit: "h", driven: "2.5" }] });
    expect(await driven({ endMeterValue: "1080" })).toMatchObject({
      distanceKm: null,
      meters: [{ start: null, end: "1080", driven: null }],
    });
    const trip = await started("1000");
    expect(trip).toMatchObject({ distanceKm: null, meters: [{ start: "1000", end: null, driven: null }] });
    expect(await aTrip(testApp), "it has not left").toMatchObject({ distanceKm: null, meters: [] });
  });

  test("is told after all: what the meter showed when it left, and once more what it showed at the end", async () => {
    const trip = await driven({ endMeterValue: "1080" });
    const before = await saved(step(trip.id, "record-end", { startMeterValue: "1000" }));
    expect(before).toMatchObject({ distanceKm: "80", actualEnd: trip["actualEnd"] });
    const after = await saved(step(trip.id, "record-end", { startMeterValue: "1010", meterValue: "1090" }));
    expect(after).toMatchObject({ distanceKm: "80", meters: [{ start: "1010", end: "1090" }] });
    expect(await step(trip.id, "record-end", { startMeterValue: "2000" })).toMatchObject({
      status: 422,
      body: { fields: { startMeterValue: expect.any(String) } },
    });
  });

  test("follows a reading that is void", async () => {
    const trip = await driven({ meterValue: "1000", endMeterValue: "1080" });
    const { items } = await saved(dispatcher.get(`/api/fleet/meter-readings?vehicleId=${String(trip["vehicleId"])}`));
    const end = items.find(({ source }) => source === "trip_end")!;
    await saved(manager.post(`/api/fleet/meter-readings/${end.id}/void`, { reason: "misread" }));
    expect(await saved(dispatcher.get(`${path}/${trip.id}`))).toMatchObject({
      distanceKm: null,
      meters: [{ end: null }],
    });
  });

  test("adds up what each of its vehicles drove, and is not known where the meter of one was not told", async () => {
    const [one, other] = [await started("1000"), await started("1000")];
    const change = async (trip: Body, meters: object) => {
      const { id: vehicleId } = await aVehicle(manager);
      await saved(step(trip.id, "change-vehicle", { vehicleId, reason, ...meters }));
      return saved(step(trip.id, "abort", { reason, meterValue: "52020" }));
    };
    expect(await change(one, { meterValue: "1030", newMeterValue: "52000" })).toMatchObject({
      distanceKm: "50",
      meters: [
        { vehicleId: one["vehicleId"], start: "1000", end: "1030", driven: "30" },
        { start: "52000", end: "52020", driven: "20" },
      ],
    });
    const after = await change(other, { newMeterValue: "52000" });
    expect(after).toMatchObject({ distanceKm: null, meters: [{ driven: null }, { driven: "20" }] });
    const first = await saved(step(other.id, "record-end", { startMeterValue: "990" }));
    expect(first, "it left with the first one").toMatchObject({ meters: [{ start: "990" }, { start: "52000" }] });
  });

  test("is not known where another meter was put in on the way", async () => {
    const trip = await driven({ meterValue: "1000" });
    const reading = { vehicleId: trip["vehicleId"], enteredValue: "0", enteredUnit: "km", meter: "odometer" };
    const replaced = { ...reading, readAt: inHours(-2), isReplacement: true };
    await saved(manager.post("/api/fleet/meter-readings", replaced));
    const after = await saved(step(trip.id, "record-end", { meterValue: "40" }));
    expect(after).toMatchObject({ distanceKm: null, meters: [{ start: "1000", end: "40", driven: null }] });
  });

  test("runs until the last end where it was taken up again", async () => {
    const trip = await driven({ meterValue: "1000", endMeterValue: "1080" });
    await saved((await testApp.as("FLEET_MANAGER")).post(`${path}/${trip.id}/reopen`, { reason }));
    expect(await saved(step(trip.id, "abort", { reason, meterValue: "1100" }))).toMatchObject({ distanceKm: "100" });
  });

  test("begins anew at its end where it was taken up again: what the meter showed there is void, and less may be right", async () => {
    const { vehicleId, ...trip } = await driven({ meterValue: "1000", endMeterValue: "1080" });
    await saved(manager.post(`${path}/${trip.id}/reopen`, { reason: "another trip had come back" }));
    const { items } = await saved(dispatcher.get(`/api/fleet/meter-readings?vehicleId=${String(vehicleId)}`));
    expect(items.find(({ source }) => source === "trip_end")).toMatchObject({
      enteredValue: "1080",
      voidReason: "its trip was taken up again",
    });
    const over = await saved(step(trip.id, "abort", { reason, meterValue: "1050" }));
    expect(over).toMatchObject({ distanceKm: "50", meters: [{ start: "1000", end: "1050" }] });
  });

  test("of a vehicle that came back to its trip keeps what it showed when it was left", async () => {
    const trip = await started("1000");
    const { id: other } = await aVehicle(manager);
    await saved(
      step(trip.id, "change-vehicle", { vehicleId: other, reason, meterValue: "1030", newMeterValue: "500" }),
    );
    const back = { vehicleId: trip["vehicleId"], reason, meterValue: "510", newMeterValue: "1030" };
    await saved(step(trip.id, "change-vehicle", back));
    for (const { id } of trip["stops"] as Body[])
      await saved(dispatcher.post(`${stopsPath}/${id}/skip`, { reason: "not needed" }));
    expect(await saved(step(trip.id, "complete", { meterValue: "1100" }))).toMatchObject({ distanceKm: "110" });
    await saved(manager.post(`${path}/${trip.id}/reopen`, { reason }));
    expect(await saved(step(trip.id, "abort", { reason, meterValue: "1060" }))).toMatchObject({ distanceKm: "70" });
  });
});

describe("a meter that went further than a vehicle drives in the time", () => {
  test("is asked about at a desk, at the start, at the end and after all, and entered by who stays with it", async () => {
    const trip = await started("1000");
    expect(await step(trip.id, "abort", { reason, meterValue: "9000" })).toMatchObject(asked);
    const over = await saved(step(trip.id, "abort", { reason, meterValue: "9000", isConfirmed: true }));
    expect(over).toMatchObject({ status: "aborted", distanceKm: "8000" });
    expect(await step(trip.id, "record-end", { meterValue: "9900" })).toMatchObject(asked);

    const { vehicleId } = over;
    const next = await aTrip(testApp, { from: 0.1, vehicleId, steps: ["plan", "dispatch"] });
    expect(await step(next.id, "start", { meterValue: "90000" })).toMatchObject(asked);
    const again = await aTrip(testApp);
    const times = { startedAt: inHours(-3), endedAt: inHours(-1), reason };
    expect(
      await step(again.id, "record-driven", { ...times, meterValue: "1000", endMeterValue: "9000" }),
    ).toMatchObject(asked);
  });

  test("is asked about where a vehicle takes over", async () => {
    const trip = await started("1000");
    const { id: vehicleId } = await aVehicle(manager);
    const change = { vehicleId, reason, meterValue: "9000" };
    expect(await step(trip.id, "change-vehicle", change)).toMatchObject(asked);
    await saved(step(trip.id, "change-vehicle", { ...change, isConfirmed: true }));
  });
});
