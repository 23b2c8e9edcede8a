import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aDriver, aLicence, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { aDocument, typeCalled, verified } from "#main/testing/records/documents.ts";
import { aFleetDelivery, fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { aTrip, anActiveDriver, letGoAnyway, tripsPath as path } from "#main/testing/records/trips.ts";
import { aVehicle, registered, vehiclesPath } from "#main/testing/records/vehicles.ts";
import { check } from "./check.server.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const dispatcher = () => testApp.as("DISPATCHER");
const dispatch = async (id: string) => (await dispatcher()).post(`${path}/${id}/dispatch`);
const anyway = async (id: string, body: object, as: () => Promise<Client> = manager) =>
  letGoAnyway(await as(), id, body);
const checksOf = async (id: string) => (await (await dispatcher()).get(`${path}/${id}/checks`)).body.items;

/** A paper of a driver for so many days from now, which a second person has verified. */
async function verifiedPaper(code: string, driverId: string, days: number): Promise<void> {
  const client = await manager();
  const { id } = await aDocument(client, await typeCalled(client, code), driverId, { expiresOn: dayIn(days) });
  await verified(await testApp.as("COMPANY_ADMIN"), id);
}

/** The trip is refused, and the answer and the page before it name exactly these reasons. */
async function expectRefused(id: string, ...reasons: object[]) {
  expect(await checksOf(id)).toMatchObject(reasons);
  const answer = await dispatch(id);
  expect(answer).toMatchObject({ status: 409, body: { code: "not_ready", details: { checks: reasons } } });
}

describe("a trip is not dispatched", () => {
  test("with a vehicle that is held, and is once the hold has ended", async () => {
    const trip = await aTrip(testApp);
    const vehicleId = String(trip["vehicleId"]);
    const hold = await saved(
      (await manager()).post("/api/fleet/vehicle-holds", { vehicleId, reason: "mirror broken" }),
    );
    await expectRefused(trip.id, { code: "vehicle_held", what: "mirror broken", vehicleId, isFinal: false });
    await saved(decide(await manager(), `/api/fleet/vehicle-holds/${hold.id}/close`, { reason: "new mirror" }));
    expect(await checksOf(trip.id)).toEqual([]);
    expect(await dispatch(trip.id)).toMatchObject({
      status: 200,
      body: { status: "dispatched", dispatchedAt: expect.any(String), overrideReason: null },
    });
  });

  test("once it was to be over by its plan, until it has other times; one that was given away in time leaves late", async () => {
    const trip = await aTrip(testApp, { from: -30, hours: 4 });
    await expectRefused(trip.id, { code: "planned_end_past", about: trip["tripNumber"], isFinal: false });
    await saved(anyway(trip.id, { reason: "the customer waits" }));
    const late = await aTrip(testApp, { from: 1 });
    await dispatch(late.id);
    await asSuper(
      testApp,
      `update trips set dispatched_at = now() - interval '1 hour', planned_start = now() - interval '9 hours',
        planned_end = now() - interval '1 minute' where id = $1`,
      [late.id],
    );
    expect(await saved((await dispatcher()).post(`${path}/${late.id}/start`))).toMatchObject({ isUnanswered: false });
  });

  test("by a driver who is suspended", async () => {
    const trip = await aTrip(testApp);
    await saved(
      (await manager()).post(`${driversPath}/${String(trip["driverId"])}/suspend`, { reason: "under review" }),
    );
    await expectRefused(trip.id, { code: "driver_not_active", driverId: trip["driverId"], about: "Jan Smit" });
  });

  test("by a driver without the class that the vehicle asks for, and nobody asks it of a helper", async () => {
    const typeId = (
      await saved(
        (await manager()).post("/api/fleet/vehicle-types", {
          code: "BUS-1",
          name: "Coach",
          category: "bus",
          requiredLicenceClass: "D",
        }),
      )
    ).id;
    const { id: vehicleId } = await aVehicle(await manager(), { typeId });
    const helper = await anActiveDriver(testApp, { lastName: "Helping" });
    const relief = await anActiveDriver(testApp, { lastName: "Relieving" });
    const trip = await aTrip(testApp, {
      vehicleId,
      crew: [
        { driverId: helper.id, role: "helper" },
        { driverId: relief.id, role: "co_driver" },
      ],
    });
    await expectRefused(
      trip.id,
      { code: "licence_missing", what: "D", about: "Jan Smit" },
      { code: "licence_missing", what: "D", about: "Jan Relieving", driverId: relief.id },
    );
  });

  test("by a driver whose class ends before the trip does, until a renewal is verified by somebody else", async () => {
    const { id: driverId } = await aDriver(await manager());
    const classes = [{ class: "CE", expiresOn: dayIn(2) }];
    await aLicence(testApp, driverId, { classes });
    await saved((await manager()).post(`${driversPath}/${driverId}/activate`));
    const typeId = await registered(await manager(), "vehicle-types", "RIGID");
    const { id: vehicleId } = await aVehicle(await manager(), { typeId });
    const trip = await aTrip(testApp, { vehicleId, driverId, from: 24, hours: 96 });
    await expectRefused(trip.id, { code: "licence_ends", driverId });
    const renewal = { number: "NL-NEW", expiresOn: dayIn(900), classes: [{ class: "CE", expiresOn: dayIn(900) }] };
    const entered = await saved(
      (await manager()).post("/api/fleet/driver-licences", { driverId, issuingCountry: "NL", ...renewal }),
    );
    await expectRefused(trip.id, { code: "licence_ends", driverId });
    const chief = await testApp.as("COMPANY_ADMIN");
    await saved(chief.post(`/api/fleet/driver-licences/${entered.id}/verify`, { version: entered.version }));
    expect(await checksOf(trip.id)).toEqual([]);
  });

  test("by a driver whose blocking paper is not valid until the trip ends", async () => {
    const trip = await aTrip(testApp, { from: 24, hours: 96 });
    const { id: typeId } = await saved(
      (await manager()).post("/api/fleet/document-types", {
        code: "YARD",
        name: "Yard pass",
        subject: "driver",
        blocksDispatch: true,
      }),
    );
    await asSuper(
      testApp,
      `insert into papers (company_id, type_id, driver_id, subject, is_confidential, status, expires_on, entered_by, decided_by, decided_at)
        values ($1, $2, $3, 'driver', false, 'verified', current_date + 2, null, null, now())`,
      [testApp.companies.a, typeId, trip["driverId"]],
    );
    await expectRefused(trip.id, { code: "document_missing", what: "Yard pass", driverId: trip["driverId"] });
    await asSuper(testApp, "update papers set expires_on = current_date + 9 where type_id = $1", [typeId]);
    expect(await checksOf(trip.id)).toEqual([]);
    for (const change of ["status = 'revoked', decision_reason = 'forged'", "archived_at = now()"]) {
      await asSuper(testApp, `update papers set ${change} where type_id = $1`, [typeId]);
      await expectRefused(trip.id, { code: "document_missing", what: "Yard pass" });
    }
  });

  test("by a confidential paper, whose name nobody reads who may not, nor finds out by the key under which it is answered for", async () => {
    const trip = await aTrip(testApp, { from: 24, hours: 24 });
    const driverId = String(trip["driverId"]);
    const medical = { name: "Medical review", subject: "driver", blocksDispatch: true, isConfidential: true };
    const type = await saved((await manager()).post("/api/fleet/document-types", { code: "MED-R", ...medical }));
    await asSuper(
      testApp,
      `insert into papers (company_id, type_id, driver_id, subject, is_confidential, status, expires_on, decided_at)
        values ($1, $2, $3, 'driver', true, 'verified', current_date - 1, now())`,
      [testApp.companies.a, type.id, driverId],
    );
    const [lacking] = await checksOf(trip.id);
    expect(lacking).toMatchObject({ code: "document_missing", driverId, what: null });
    // As the keys of what is no secret are made, which anybody may know.
    const { key } = check("document_missing", "", { driverId, ref: type.id });
    expect(lacking?.["key"]).not.toBe(key);
    expect((await checksOf(trip.id))[0]?.["key"]).toBe(lacking?.["key"]);
  });

  test("by a driver whose only licence is issued after it begins", async () => {
    const trip = await aTrip(testApp, { from: 24, hours: 24 });
    expect(await checksOf(trip.id)).toEqual([]);
    const later = "update driver_licences set issued_on = current_date + 20 where driver_id = $1";
    await asSuper(testApp, later, [trip["driverId"]]);
    await expectRefused(trip.id, { code: "licence_missing", driverId: trip["driverId"] });
  });

  test("with a vehicle whose blocking paper ends before the trip does, until its renewal goes on from the next day", async () => {
    const trip = await aTrip(testApp, { from: 72, hours: 96 });
    const vehicleId = String(trip["vehicleId"]);
    const insured = (from: string | null, until: string) =>
      asSuper(
        testApp,
        `insert into papers (company_id, type_id, vehicle_id, subject, is_confidential, status, valid_from, expires_on, decided_at)
          select $1, id, $2, 'vehicle', false, 'verified', $3, $4, now() from document_types where company_id = $1 and code = 'INSURANCE'`,
        [testApp.companies.a, vehicleId, from, until],
      );
    const ends = { code: "vehicle_document_ends", what: expect.any(String), vehicleId };
    await insured(null, dayIn(1)); // before it begins, though nothing keeps the vehicle in the yard today
    await expectRefused(trip.id, ends);
    await insured(null, dayIn(4));
    await expectRefused(trip.id, ends);
    await insured(dayIn(6), dayIn(400));
    await expectRefused(trip.id, { code: "vehicle_document_ends" });
    await insured(dayIn(5), dayIn(5));
    expect(await checksOf(trip.id)).toEqual([]);
  });

  test("by a driver whose medical examination ends before the trip does", async () => {
    const trip = await aTrip(testApp, { from: 24, hours: 96 });
    const driverId = String(trip["driverId"]);
    await verifiedPaper("MEDICAL", driverId, 2);
    await expectRefused(trip.id, { code: "document_missing", what: null, driverId });
    const chief = await testApp.as("COMPANY_ADMIN");
    expect(
      (await saved(chief.get(`${path}/${trip.id}/checks`))).items,
      "which one, to whoever may see it",
    ).toMatchObject([{ code: "document_missing", what: "Medical certificate", driverId }]);
    await verifiedPaper("MEDICAL", driverId, 500);
    expect(await checksOf(trip.id)).toEqual([]);
  });

  test("with dangerous goods by a driver without the certificate, with more than the vehicle carries, each reason by itself", async () => {
    const typeId = await registered(await manager(), "vehicle-types", "RIGID");
    const body = { typeId, payloadKg: "1000", cargoVolumeM3: "20", palletPositions: 8 };
    const { id: vehicleId } = await aVehicle(await manager(), body);
    const load = { loadKg: "1000.5", loadM3: "20.1", loadPallets: 9, hasDangerousGoods: true };
    const trip = await aTrip(testApp, { vehicleId, ...load });
    await expectRefused(
      trip.id,
      { code: "too_heavy", has: "1000.5", may: "1000" },
      { code: "too_large", has: "20.1", may: "20" },
      { code: "too_many_pallets", has: "9", may: "8" },
      { code: "no_dangerous_goods_certificate", about: "Jan Smit" },
    );
    const codes = async () => (await checksOf(trip.id)).map(({ code }) => code);
    const driverId = String(trip["driverId"]);
    await aDocument(await manager(), await typeCalled(await manager(), "ADR"), driverId, { expiresOn: dayIn(300) });
    expect(await codes(), "nobody has verified it").toContain("no_dangerous_goods_certificate");
    await verifiedPaper("ADR", driverId, 300);
    expect(await codes()).not.toContain("no_dangerous_goods_certificate");
  });

  test("with what its deliveries bring: dangerous goods, and more than the vehicle carries, for everybody who drives", async () => {
    const client = await manager();
    const { id: commodityId } = await saved(
      client.post("/api/fleet/asset-commodities", {
        code: `FUEL-${Math.trunc(performance.now() * 1000)}`,
        name: "Petrol, drum of 200 l",
        unNumber: "1203",
        hazardClass: "3",
        packingGroup: "II",
        quantityType: "XDR",
        unitWeightKg: "160",
      }),
    );
    const typeId = await registered(client, "vehicle-types", "RIGID");
    const { id: vehicleId } = await aVehicle(client, { typeId, payloadKg: "1500" });
    const relief = await anActiveDriver(testApp, { firstName: "Ann" });
    const crew = [{ driverId: relief.id, role: "co_driver" }];
    const trip = await aTrip(testApp, { vehicleId, crew, steps: [] });
    const lines = [{ commodityId, unit: "XDR", plannedQuantity: "20" }];
    const { id } = await aFleetDelivery(testApp, { lines });
    await saved((await dispatcher()).post(`${fleetDeliveriesPath}/${id}/assign`, { tripId: trip.id }));
    await saved((await dispatcher()).post(`${path}/${trip.id}/plan`));
    await expectRefused(
      trip.id,
      { code: "too_heavy", has: "3200", may: "1500" },
      { code: "no_dangerous_goods_certificate", about: "Jan Smit" },
      { code: "no_dangerous_goods_certificate", about: "Ann Smit" },
    );
  });
});

describe("who lets a trip go all the same", () => {
  async function held(): Promise<Body> {
    const trip = await aTrip(testApp);
    const hold = { vehicleId: trip["vehicleId"], reason: "wiper is worn" };
    await saved((await manager()).post("/api/fleet/vehicle-holds", hold));
    return trip;
  }

  test("has the right to, and says why, which the history keeps", async () => {
    const { id } = await held();
    const reason = { reason: "dry all week" };
    expect((await anyway(id, reason, dispatcher)).status, "a dispatcher").toBe(403);
    expect(await anyway(id, {})).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } });
    expect(await anyway(id, reason)).toMatchObject({
      status: 200,
      body: { status: "dispatched", overrideReason: "dry all week" },
    });
    const { body } = await (await dispatcher()).get(`${path}/${id}/history`);
    expect(body.items[0]).toMatchObject({ step: "dispatchedAnyway", ...reason });
  });

  test("lets nothing go with a vehicle that is retired or a driver who has left", async () => {
    const trip = await held();
    await asSuper(testApp, "update vehicles set status = 'retired' where id = $1", [trip["vehicleId"]]);
    await saved((await manager()).post(`${driversPath}/${String(trip["driverId"])}/leave`));
    expect(await anyway(trip.id, { reason: "we need it" })).toMatchObject({
      status: 409,
      body: { details: { checks: [{ code: "vehicle_retired" }, { code: "driver_left" }] } },
    });
  });

  test("a trip that runs is stopped by no paper that ends meanwhile", async () => {
    const trip = await aTrip(testApp, { steps: ["plan", "dispatch", "start"] });
    await asSuper(testApp, "update driver_licence_classes set expires_on = current_date - 1, valid_from = null", []);
    const vehicles = `${vehiclesPath}/${String(trip["vehicleId"])}`;
    await saved((await manager()).post(`${vehicles}/hold`, { reason: "service overdue" }));
    for (const step of ["pause", "resume"])
      expect(
        (await (await dispatcher()).post(`${path}/${trip.id}/${step}`, step === "pause" ? { reason: "lunch" } : {}))
          .status,
      ).toBe(200);
  });
});
