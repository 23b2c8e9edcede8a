import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aForklift, aYard, booked, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/warehouse/docks";
const resource = (id: string) => asSuper(testApp, "select company_id, kind from resources where id = $1", [id]);
const removed = (id: string) => admin.remove(`${path}/${id}?version=1`);

test("a dock is a resource of its company as long as it is there", async () => {
  const [id] = (await aYard(admin)).dockIds;
  expect(await resource(id)).toEqual([{ company_id: testApp.companies.a, kind: "dock" }]);
  expect((await removed(id)).status).toBe(204);
  expect(await resource(id)).toEqual([]);
});

test("a dock for which anything is booked is not removed", async () => {
  const [id] = (await aYard(admin)).dockIds;
  await asSuper(
    testApp,
    `insert into bookings (company_id, resource_id, during, reason, subject_id)
      values ($1, $2, tstzrange(now(), now() + interval '1 hour'), 'downtime', gen_random_uuid())`,
    [testApp.companies.a, id],
  );
  expect(await removed(id)).toMatchObject({ status: 409, body: { code: "in_use", details: { usedBy: "bookings" } } });
  expect((await admin.get(`${path}/${id}`)).status).toBe(200);
  expect(await resource(id)).toHaveLength(1);
});

test("a delivery that holds other resources besides keeps them when it is moved to another dock", async () => {
  const yard = await aYard(admin, { docks: 2 });
  const { id } = await booked(admin, yard);
  await aForklift(testApp, id);
  await saved(admin.post(`${deliveriesPath}/${id}/move`, { ...from(10, 11), dockId: yard.dockIds[1] }));
  const held = await asSuper(
    testApp,
    `select r.kind, b.resource_id = $2 as is_new_dock from bookings b join resources r on r.id = b.resource_id
      where b.subject_id = $1 and b.active order by r.kind`,
    [id, yard.dockIds[1]],
  );
  expect(held).toEqual([
    { kind: "asset", is_new_dock: false },
    { kind: "dock", is_new_dock: true },
  ]);
});
