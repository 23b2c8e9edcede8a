// Not conformed: values belong to a list of the path and have no pages, search or archive.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { deliveryScheduleFlow } from "../../warehouse/delivery-schedules/delivery-schedules.flow.ts";

const path = "/api/settings/reference-lists";
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const codes = async (list: string, query = "") =>
  (await admin.get(`${path}/${list}${query}`)).body.items.map(({ code }) => String(code));

test("the lists that there are say which can be changed", async () => {
  const { body } = await (await testApp.as("VIEWER")).get(path);
  expect(body["items"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ list: "quantity_types", isEditable: true }),
      expect.objectContaining({ list: "purchase_order_statuses", isEditable: false }),
    ]),
  );
  for (const { list } of body.items)
    expect((await admin.get(`${path}/${list}`)).body.items, String(list)).not.toEqual([]);
  expect((await admin.get(`${path}/nonsense`)).status).toBe(404);
  expect((await admin.get(`${path}/toString`)).status).toBe(404);
});

test("a value that is added comes last, is moved to any place, and stays there when it is renamed", async () => {
  const list = `${path}/refusal_reasons`;
  const before = await codes("refusal_reasons");
  const { body: smell } = await admin.post(list, { code: "smell", label: "Smells of solvent" });
  expect(await codes("refusal_reasons")).toEqual([...before, "smell"]);
  const moved = await admin.post(`${list}/${smell.id}/move`, { to: 1 });
  expect(moved.body.items.map(({ code }) => code)).toEqual([before[0], "smell", ...before.slice(1)]);
  expect((await admin.put(`${list}/${smell.id}`, { label: "Smells", color: "a", version: 1 })).status).toBe(200);
  expect((await codes("refusal_reasons"))[1]).toBe("smell");
  await admin.post(`${list}/${smell.id}/move`, { to: 99_999 });
  expect(await codes("refusal_reasons")).toEqual([...before, "smell"]);
  const count = async () =>
    (await admin.get(path)).body.items.find((one) => one["list"] === "refusal_reasons")?.["count"];
  const counted = Number(await count());
  await admin.remove(`${list}/${smell.id}?version=2`);
  expect(await count()).toBe(counted - 1);
});

test("a company calls a state as it likes, in a colour of its own, and takes that back; the code stays, and no other company sees it", async () => {
  const list = `${path}/receipt_statuses`;
  const of = async (client: Client) => (await client.get(list)).body.items.find(({ code }) => code === "posted");
  const own = await of(admin);
  expect(await admin.put(`${list}/states/posted`, { label: "Booked in", color: "v" })).toMatchObject({
    status: 200,
    body: { code: "posted", label: "Booked in", color: "v", group: "done" },
  });
  expect(await admin.put(`${list}/states/posted`, { label: "Booked", color: null })).toMatchObject({
    status: 200,
    body: { label: "Booked", color: null },
  });
  expect((await (await testApp.as("VIEWER")).get("/api/auth/users/me")).body["stateNames"]).toEqual([
    { list: "receipt_statuses", code: "posted", label: "Booked", color: null },
  ]);
  expect((await (await testApp.as("VIEWER", "b")).get("/api/auth/users/me")).body["stateNames"]).toEqual([]);
  expect(await of(await testApp.as("VIEWER"))).toMatchObject({
    label: "Booked",
    color: null,
    isTerminal: own?.["isTerminal"],
  });
  expect(await of(await testApp.as("COMPANY_ADMIN", "b"))).toEqual(own);
  expect((await admin.put(`${list}/states/parked`, { label: "Parked" })).status).toBe(404);
  expect((await admin.put(`${path}/cancel_reasons/states/late`, { label: "Late" })).status).toBe(404);
  expect((await (await testApp.as("BUYER")).put(`${list}/states/posted`, { label: "Mine" })).status).toBe(403);
  expect((await admin.remove(`${list}/states/posted`)).status).toBe(204);
  expect(await of(admin)).toEqual(own);
  expect((await admin.remove(`${list}/states/posted`)).status).toBe(204);
});

test("a list of states is the flow's own, in its order, with what is over marked", async () => {
  expect(await codes("delivery_schedule_statuses")).toEqual(deliveryScheduleFlow.states);
  const { body } = await admin.get(`${path}/delivery_schedule_statuses`);
  expect(body["items"]).toEqual(
    expect.arrayContaining([
      {
        id: null,
        version: null,
        code: "in_progress",
        label: "In progress",
        color: "l",
        sortOrder: 50,
        isActive: true,
        group: "open",
        isTerminal: false,
      },
      expect.objectContaining({ code: "completed", group: "done", isTerminal: true }),
      expect.objectContaining({ code: "no_show", group: "failed", isTerminal: false }),
      expect.objectContaining({ code: "cancelled", group: "failed", isTerminal: false }), // its truck may come all the same
      expect.objectContaining({ code: "refused", group: "failed", isTerminal: false }), // it may come back
    ]),
  );
  expect(await admin.post(`${path}/delivery_schedule_statuses`, { code: "parked", label: "Parked" })).toMatchObject({
    status: 409,
    body: { code: "fixed_list" },
  });
});

test("a company adds, changes, switches off and removes values of its own lists", async () => {
  const added = await admin.post(`${path}/vehicle_health`, { code: "towed", label: "Towed", color: "x", sortOrder: 5 });
  expect(added).toMatchObject({ status: 200, body: { code: "towed", version: 1 } });
  expect((await codes("vehicle_health"))[0]).toBe("towed");
  expect(await admin.post(`${path}/vehicle_health`, { code: "towed", label: "Again" })).toMatchObject({
    status: 409,
    body: { fields: { code: expect.any(String) } },
  });
  const one = `${path}/vehicle_health/${added.body["id"]}`;
  expect(await admin.put(one, { label: "Towed away", isActive: false, version: 1 })).toMatchObject({
    status: 200,
    body: { label: "Towed away", code: "towed", version: 2 },
  });
  expect(await admin.put(one, { label: "Late", version: 1 })).toMatchObject({
    status: 409,
    body: { code: "stale_version" },
  });
  expect(await codes("vehicle_health")).not.toContain("towed");
  expect(await codes("vehicle_health", "?inactive=with")).toContain("towed");
  expect((await admin.put(`${path}/quantity_types/${added.body["id"]}`, { label: "x", version: 2 })).status).toBe(404);
  expect((await admin.remove(`${one}?version=2`)).status).toBe(204);
  expect(await codes("vehicle_health", "?inactive=with")).not.toContain("towed");
});

test("a unit that a product is kept in cannot be removed", async () => {
  const { body: category } = await admin.post("/api/warehouse/product-categories", { name: "Drinks" });
  await admin.post("/api/warehouse/products", { sku: "1", name: "Juice", categoryId: category["id"], baseUom: "LTR" });
  const { body } = await admin.get(`${path}/quantity_types`);
  const byCode = (code: string) => body.items.find((item) => item["code"] === code)?.["id"];
  expect(await admin.remove(`${path}/quantity_types/${byCode("LTR")}?version=1`)).toMatchObject({
    status: 409,
    body: { code: "in_use", message: "1 product is counted in it. Switch it off instead." },
  });
  expect((await admin.remove(`${path}/quantity_types/${byCode("TNE")}?version=1`)).status).toBe(204);
});

test("a unit has a code that products take", async () => {
  expect(await admin.post(`${path}/quantity_types`, { code: "a box", label: "Box" })).toMatchObject({
    status: 422,
    body: { fields: { code: "Give a unit code like EA, KGM or XBX." } },
  });
  expect(await admin.post(`${path}/quantity_types`, { code: "xcl", label: "Coil" })).toMatchObject({
    status: 200,
    body: { code: "XCL" },
  });
});

test("another company's values are not seen and not found, and only holders of the permission change anything", async () => {
  const elsewhere = await testApp.as("COMPANY_ADMIN", "b");
  const { body } = await elsewhere.post(`${path}/cancel_reasons`, { code: "theirs", label: "Theirs" });
  expect(await codes("cancel_reasons")).not.toContain("theirs");
  expect((await admin.put(`${path}/cancel_reasons/${body["id"]}`, { label: "Ours", version: 1 })).status).toBe(404);
  expect((await admin.remove(`${path}/cancel_reasons/${body["id"]}?version=1`)).status).toBe(404);
  expect((await (await testApp.as("BUYER")).post(`${path}/cancel_reasons`, { code: "no", label: "No" })).status).toBe(
    403,
  );
  expect((await testApp.visitor().get(path)).status).toBe(401);
});
