import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aCarrier, aYard, booked, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { decide, saved } from "#main/testing/records/orders.ts";

const carriersPath = "/api/warehouse/carriers";
const held = /^Nothing is sent with .+ now\./;

describe("the carrier of a delivery", () => {
  let testApp: TestApp;
  let admin: Client;
  let client: Client;
  let yard: Awaited<ReturnType<typeof aYard>>;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("COMPANY_ADMIN");
    client = await testApp.as("DOCK_SUPERVISOR");
    yard = await aYard(admin, { docks: 2 });
  });
  afterAll(() => testApp.close());

  const someCarrier = (by = admin): Promise<Body> => aCarrier(by, `Carrier ${randomUUID().slice(0, 8)}`);
  const hold = (id: string) => saved(admin.post(`${carriersPath}/${id}/hold`, { reason: "came late" }));
  const aHeldCarrier = async () => hold((await someCarrier()).id);
  const wanted = (hour: number, over: object) => ({ locationId: yard.locationId, ...from(hour, hour + 1), ...over });
  const step = (id: string, name: string, body: object = {}) => decide(client, `${deliveriesPath}/${id}/${name}`, body);
  const change = async (id: string, over: object) => {
    const { version } = await saved(client.get(`${deliveriesPath}/${id}`));
    return client.put(`${deliveriesPath}/${id}`, { version, ...over });
  };
  const refused = (field: string, sentence: RegExp | string = expect.any(String)) => ({
    status: 422,
    body: { fields: { [field]: sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence } },
  });
  /** As it was kept before carriers were records. */
  const wasSaid = (id: string, name: string) =>
    asSuper(testApp, `update delivery_schedules set carrier_name = '${name}' where id = '${id}'`);

  test("is a record: the delivery tells its name, is found and filtered by it, and the carrier counts what is to come", async () => {
    const carrier = await someCarrier();
    const delivery = await booked(client, yard, { ...from(1, 2), carrierId: carrier.id });
    expect(delivery).toMatchObject({ carrierId: carrier.id, carrierName: carrier["name"], carrierIsHeld: false });
    for (const query of [`carrierId=${carrier.id}`, `q=${encodeURIComponent(String(carrier["name"]))}`])
      expect(
        (await saved(client.get(`${deliveriesPath}?${query}`))).items.map(({ id }) => id),
        query,
      ).toEqual([delivery.id]);
    expect(await saved(client.get(`${carriersPath}/${carrier.id}`))).toMatchObject({ openDeliveries: 1 });
    await saved(
      admin.put(`${carriersPath}/${carrier.id}`, {
        code: carrier["code"],
        name: "Renamed",
        dispatchEmail: "new@carrier.example",
        version: carrier.version,
      }),
    );
    expect(await saved(client.get(`${deliveriesPath}/${delivery.id}`))).toMatchObject({ carrierName: "Renamed" });
    await saved(step(delivery.id, "cancel", { reason: "not needed" }));
    expect(await saved(client.get(`${carriersPath}/${carrier.id}`))).toMatchObject({ openDeliveries: 0 });
  });

  test("is refused in a plan while it is on hold or archived, as one of another company and as a name alone", async () => {
    const onHold = await aHeldCarrier();
    const archived = await someCarrier();
    await saved(admin.post(`${carriersPath}/${archived.id}/archive`));
    const theirs = await someCarrier(await testApp.as("COMPANY_ADMIN", "b"));
    const delivery = await booked(client, yard, from(2, 3));
    for (const [carrierId, sentence] of [
      [onHold.id, held],
      [archived.id, held],
      [theirs.id, "Choose one from the list."],
    ] as const) {
      expect(await client.post(deliveriesPath, wanted(3, { carrierId }))).toMatchObject(refused("carrierId", sentence));
      expect(await change(delivery.id, { carrierId })).toMatchObject(refused("carrierId", sentence));
    }
    const byName = { carrierName: "Rijnland" };
    expect(await client.post(deliveriesPath, wanted(3, byName))).toMatchObject(refused("carrierName"));
    expect(await change(delivery.id, byName)).toMatchObject(refused("carrierName"));
  });

  test("that was put on hold since stays, is flagged, and is not asked for an answer, neither first nor anew", async () => {
    const [carrier, other] = [await someCarrier(), await someCarrier()];
    const asked = { carrierId: carrier.id, carrierEmail: "desk@carrier.example", askParty: "carrier" };
    const delivery = await booked(client, yard, { ...from(3, 4), ...asked });
    await hold(carrier.id);
    const { askParty: _, ...kept } = asked;
    expect(await saved(change(delivery.id, { ...kept, driverName: "Jo" }))).toMatchObject({
      carrierId: carrier.id,
      carrierIsHeld: true,
      driverName: "Jo",
    });
    const newAddress = { ...kept, carrierEmail: "night@carrier.example" };
    expect(await change(delivery.id, newAddress)).toMatchObject(refused("carrierId", held));
    expect(await step(delivery.id, "propose", { party: "carrier" })).toMatchObject(refused("carrierId", held));
    const changed = await saved(change(delivery.id, { ...newAddress, carrierId: other.id }));
    expect(changed).toMatchObject({ carrierId: other.id, carrierIsHeld: false });
    const { items } = await saved(client.get(`${deliveriesPath}/${delivery.id}/history`));
    expect(items[0]).toMatchObject({
      changes: { carrierName: { from: carrier["name"], to: other["name"] } },
    });
  });

  test("is recorded of a truck that stands there, whoever it is: on hold and flagged, or by its name alone", async () => {
    const onHold = await aHeldCarrier();
    const walkIn = (over: object) =>
      client.post(`${deliveriesPath}/walk-ins`, { locationId: yard.locationId, ...over });
    const truck = await saved(walkIn({ carrierId: onHold.id }));
    expect(truck).toMatchObject({ status: "arrived", carrierName: onHold["name"], carrierIsHeld: true });
    const stranger = await saved(walkIn({ carrierName: "Rijnland" }));
    expect(stranger).toMatchObject({ carrierId: null, carrierName: "Rijnland", carrierIsHeld: false });
    expect(await saved(change(stranger.id, { carrierName: "Maas" }))).toMatchObject({ carrierName: "Maas" });
    expect(await saved(change(stranger.id, { carrierId: onHold.id }))).toMatchObject({ carrierIsHeld: true });
    const theirs = await someCarrier(await testApp.as("COMPANY_ADMIN", "b"));
    expect(await walkIn({ carrierId: theirs.id })).toMatchObject(refused("carrierId"));

    const carrier = await someCarrier();
    const planned = await booked(client, yard, { ...from(4, 5), carrierId: carrier.id });
    await hold(carrier.id);
    expect(await saved(step(planned.id, "arrive"))).toMatchObject({ status: "arrived", carrierIsHeld: true });
  });

  test("that is only a name since before stays as it was said, until a carrier or nothing takes its place", async () => {
    const carrier = await someCarrier();
    const { id } = await booked(client, yard, from(5, 6));
    await wasSaid(id, "Rijnland");
    expect(await saved(change(id, { carrierName: "Rijnland", driverName: "Jo" }))).toMatchObject({
      carrierId: null,
      carrierName: "Rijnland",
      driverName: "Jo",
    });
    const linked = { carrierId: carrier.id, carrierName: carrier["name"] };
    expect(await saved(change(id, { carrierId: carrier.id, carrierName: "Rijnland" }))).toMatchObject(linked);
    expect(await saved(change(id, { carrierName: carrier["name"] })), "the name as it was read").toMatchObject(linked);
    expect(await saved(change(id, {}))).toMatchObject({ carrierId: null, carrierName: null });
    expect(await change(id, { carrierName: "Rijnland" })).toMatchObject(refused("carrierName"));
  });

  test("is not archived while it has something to bring", async () => {
    const carrier = await someCarrier();
    const delivery = await booked(client, yard, { ...from(6, 7), carrierId: carrier.id });
    const archive = () => admin.post(`${carriersPath}/${carrier.id}/archive`);
    expect(await archive()).toMatchObject({
      status: 409,
      body: { code: "in_use", details: { deliveries: [{ id: delivery.id, number: delivery["number"] }] } },
    });
    await saved(step(delivery.id, "cancel", { reason: "not needed" }));
    expect((await archive()).status).toBe(200);
  });
});
