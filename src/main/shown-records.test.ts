import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionNames } from "#shared/permissions/permission-list.ts";
import { namedRecords } from "#server/records/named.ts";
import { seenBy } from "#server/records/own.ts";
import { inputSchema, sample } from "#main/testing/conform/samples.ts";
import { checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { aDocument, documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { absencesPath, aDriver, aLicence, assignmentsPath, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { aFleetDelivery } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { aTrip, anActiveDriver, anActiveDriverAtWork } from "#main/testing/records/trips.ts";
import { aVehicle } from "#main/testing/records/vehicles.ts";
import { modules } from "./modules.ts";
import { startTestApp, type Body, type Client, type TestApp } from "./testing/test-app.ts";

/*
 * Records that are not shown to all alike: somebody's own, or confidential. Whoever is not shown one is told nothing of it by any
 * route, whatever else they may do: no reply, no refusal and no file says more than that there is nothing.
 */
const kinds = modules.records.filter(({ own, confidential }) => own ?? confidential);
const named = namedRecords(modules.served, modules.records);
const routesOf = (table: string): RouteShape[] =>
  [...named].filter(([, one]) => one.table === table).map(([route]) => route);
const words = { notes: "told to nobody else" };

let testApp: TestApp;
let manager: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  manager = await testApp.as("FLEET_MANAGER");
});
afterAll(() => testApp.close());

const somebody = async () => (await aDriver(manager)).id;
const days = { firstDay: dayIn(30), lastDay: dayIn(32) };

/** One of each such kind that is about somebody else; a kind without one fails below. */
const examples: Readonly<Record<string, () => Promise<Body>>> = {
  driver: () => aDriver(manager, words),
  "driver-licence": async () => aLicence(testApp, await somebody()),
  "driver-absence": async () =>
    saved(manager.post(absencesPath, { driverId: await somebody(), kind: "sick", ...days, ...words })),
  "driver-assignment": async () => {
    const { id: vehicleId } = await aVehicle(manager);
    return saved(manager.post(assignmentsPath, { driverId: await somebody(), vehicleId, ...days, ...words }));
  },
  document: async () => aDocument(manager, await typeCalled(manager, "MEDICAL"), await somebody()),
  trip: () => aTrip(testApp),
  delivery: () => aFleetDelivery(testApp),
};

const listOf = (entity: string): RouteShape => {
  const paths = routesOf(kinds.find((kind) => kind.entity === entity)?.table ?? "").map(({ path }) => path);
  const path = paths[0]?.replace(/\/:id.*$/, "");
  const found = modules.served.flatMap(({ contract: { list } }) => (list?.path === path ? [list] : []));
  expect(found, entity).toHaveLength(1);
  return found[0]!;
};

/** Who may do everything but see all records of a kind, and sees those that are their own; they have none. */
async function stranger(kind: (typeof kinds)[number]): Promise<{ client: Client; can: ReadonlySet<string> }> {
  const { all } = seenBy(kind, listOf(kind.entity).can)!;
  const hidden = [...all, ...(kind.confidential?.can ?? [])];
  const can = permissionNames.filter((name) => !hidden.includes(name));
  return { client: await clientWith(testApp, can), can: new Set(can) };
}

const bodies: Readonly<Record<string, object>> = {
  [`${driversPath}/:id`]: { firstName: "A", lastName: "B", employeeNo: "C", version: 1 },
};

const call = (client: Client, route: RouteShape, id: string) => {
  const query = route.method === "DELETE" ? "?version=1" : "";
  const path = route.path.replace(":id", id) + query;
  if (route.method === "GET" || route.method === "DELETE") return client.send(route.method, path);
  const body = bodies[route.path] ?? (route.body ? sample(inputSchema(route.body)) : {});
  return client.send(route.method, path, body);
};

test("there is an example of each kind, and each has a list that says who is shown what", () => {
  expect(Object.keys(examples).toSorted()).toEqual(kinds.map(({ entity }) => entity).toSorted());
  expect(kinds.filter(({ table }) => routesOf(table).length < 5).map(({ entity }) => entity)).toEqual([]);
});

describe.each(kinds.map((kind) => [kind.entity, kind] as const))(
  "of a %s that somebody is not shown",
  (entity, kind) => {
    test("every route says that there is none, also to who may change it", async () => {
      const { id } = await examples[entity]!();
      const { client, can } = await stranger(kind);
      for (const route of routesOf(kind.table)) {
        const answer = await call(client, route, id);
        const mayCall = [route.can].flat().some((name) => can.has(name));
        expect(answer, `${route.method} ${route.path}: ${answer.text}`).toMatchObject(
          mayCall ? { status: 404, body: { code: "not_found" } } : { status: 403 },
        );
      }
    });

    test("neither its list nor its export has a row", async () => {
      const { id } = await examples[entity]!();
      const { path } = listOf(entity);
      const { client } = await stranger(kind);
      expect(await saved(client.get(`${path}?ids=${id}`))).toMatchObject({ items: [], total: { count: 0 } });
      expect((await client.get(`${path}/export.csv?ids=${id}`)).text).not.toContain(id);
    });
  },
);

test("of a confidential document every route says that there is none, to who sees all others", async () => {
  const { id } = await examples["document"]!();
  const can = permissionNames.filter((name) => name !== "CAN_VIEW_DRIVER_PAPERS");
  const client = await clientWith(testApp, can);
  const routes = routesOf("papers");
  expect(routes.length).toBeGreaterThan(8);
  for (const route of routes) {
    const answer = await call(client, route, id);
    expect(answer, `${route.method} ${route.path}: ${answer.text}`).toMatchObject({ status: 404 });
  }
  expect(await saved(client.get(`${documentsPath}?ids=${id}`))).toMatchObject({ items: [] });
});

test("who enters a record without seeing such records is answered what they have entered, and nothing afterwards", async () => {
  const client = await clientWith(testApp, ["CAN_EDIT_DRIVERS"]);
  const body = { driverId: await somebody(), kind: "sick", ...days, ...words };
  const entered = await saved(client.post(absencesPath, body));
  expect(entered).toMatchObject(body);
  for (const step of ["archive", "restore"])
    expect(await client.post(`${absencesPath}/${entered.id}/${step}`), step).toMatchObject({ status: 404 });
  const stale = await client.put(`${absencesPath}/${entered.id}`, { ...body, version: 7 });
  expect(stale).toMatchObject({ status: 404 });
  expect(stale.text).not.toContain(words.notes);
});

describe("a file that is imported", () => {
  const column = "employeeNo,firstName,lastName,phone,notes";

  test("tells who is not shown the records what they change, and not what stands there", async () => {
    const driver = await aDriver(manager, { phone: "+31 6 4455 6677", ...words });
    const csv = `${column}\n${String(driver["employeeNo"])},Jan,Smit,+31 6 0000 0001,\n`;
    const changesSeenBy = async (client: Client) => {
      const tried = await checkFile(client, await saved(uploadFile(client, "driver", csv)));
      return (await client.get(`/api/imports/${tried.id}/rows?outcome=changed`)).text;
    };
    const clerk = await clientWith(testApp, ["CAN_VIEW", "CAN_EDIT_DRIVERS", "CAN_DRIVE"]);
    const told = await changesSeenBy(clerk);
    expect(told).toContain("0000 0001");
    expect(told).not.toMatch(/4455 6677|told to nobody/);
    expect(await changesSeenBy(manager), "and who is, both").toContain("4455 6677");
  });

  test("is read by nobody else who is not shown the records", async () => {
    const record = await saved(uploadFile(manager, "driver", `${column}\nX-1,Jan,Smit,+31 6 0000 0002,\n`));
    const clerk = await clientWith(testApp, ["CAN_VIEW", "CAN_EDIT_DRIVERS"]);
    for (const path of ["", "/rows?outcome=all", "/progress", "/result.csv"])
      expect((await clerk.get(`/api/imports/${record.id}${path}`)).status, path).toBe(404);
    const other = await testApp.as("COMPANY_ADMIN");
    expect((await other.get(`/api/imports/${record.id}`)).status, "who sees all drivers").toBe(200);
  });
});

test("who assigns vehicles without seeing whose they are learns that one is in the way, and not whose", async () => {
  const { id: vehicleId } = await aVehicle(manager);
  const driver = await aDriver(manager, { lastName: "Hidden" });
  await saved(manager.post(assignmentsPath, { driverId: driver.id, vehicleId, ...days }));
  const clerk = await clientWith(testApp, ["CAN_EDIT_DRIVERS"]);
  const driverId = await somebody();
  const answer = await clerk.post(assignmentsPath, { driverId, vehicleId, ...days });
  expect(answer).toMatchObject({ status: 409, body: { code: "assigned_already" } });
  const plan = `driverId=${driverId}&vehicleId=${vehicleId}&role=primary&firstDay=${days.firstDay}`;
  const inTheWay = await clerk.get(`${assignmentsPath}/in-the-way?${plan}`);
  expect(inTheWay).toMatchObject({ status: 200, body: { items: [] } });
  expect(`${answer.text}${inTheWay.text}`).not.toMatch(/Hidden/);
});

test("a trip or delivery that a body names is none to who is not shown it, whatever state it is in", async () => {
  const others = [await aTrip(testApp), await aTrip(testApp, { steps: ["plan", "dispatch"] })];
  const delivery = await aFleetDelivery(testApp);
  const clerk = await clientWith(testApp, [
    "CAN_PLAN_TRIPS",
    "CAN_DISPATCH_TRIPS",
    "CAN_OVERRIDE_DISPATCH",
    "CAN_VIEW_FLEET_DELIVERIES",
    "CAN_DRIVE",
  ]);
  const archivist = await clientWith(testApp, ["CAN_VIEW_DOCUMENTS", "CAN_EDIT_DOCUMENTS"]);
  const typeOf = async (subject: string) =>
    (await saved(manager.post("/api/fleet/document-types", { code: `OF-${subject}`, name: `Of ${subject}`, subject })))
      .id;
  const [typeId, noteType] = [await typeOf("trip"), await typeOf("delivery")];
  const refused = (field: string) => ({ status: 422, body: { fields: { [field]: "Choose one from the list." } } });
  const at = `/api/fleet/deliveries/${delivery.id}`;
  for (const tripId of [...others.map(({ id }) => id), crypto.randomUUID()]) {
    expect(await clerk.post(`${at}/assign`, { tripId })).toMatchObject(refused("tripId"));
    expect(await decide(clerk, `${at}/assign-anyway`, { tripId, reason: "it fits", answersFor: [] })).toMatchObject(
      refused("tripId"),
    );
    const told = { outcome: "delivered", tripId };
    expect(await clerk.post(`${at}/record-outcome`, told)).toMatchObject(refused("tripId"));
    const paper = { typeId, title: "a note" };
    expect(await archivist.post(documentsPath, { ...paper, tripId })).toMatchObject(refused("tripId"));
  }
  for (const deliveryId of [delivery.id, crypto.randomUUID()]) {
    const paper = { typeId: noteType, title: "a note", deliveryId };
    expect(await archivist.post(documentsPath, paper)).toMatchObject(refused("deliveryId"));
  }
});

test("a call that is repeated with its key is answered as the first time, also to who has ceased to be shown its record since", async () => {
  const work = await anActiveDriverAtWork(testApp);
  const trip = await aTrip(testApp, { driverId: work.driver.id, steps: ["plan", "dispatch"] });
  const once = () => work.client.post(`/api/fleet/trips/${trip.id}/acknowledge`, {}, { "idempotency-key": trip.id });
  const first = await once();
  expect(first).toMatchObject({ status: 200, body: { acknowledgedAt: expect.any(String) } });
  const dispatcher = await testApp.as("DISPATCHER");
  const { id: driverId } = await anActiveDriver(testApp);
  await saved(dispatcher.post(`/api/fleet/trips/${trip.id}/change-driver`, { driverId, reason: "ill" }));
  expect((await work.client.get(`/api/fleet/trips/${trip.id}`)).status).toBe(404);
  expect(await once()).toMatchObject({ status: 200, text: first.text });
  expect((await work.client.post(`/api/fleet/trips/${trip.id}/acknowledge`)).status, "without the key").toBe(404);
});
