// Not conformed: views are one person's own and are listed without pages; nobody else reads them, whatever they may do.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientWith, sessionOf } from "#main/testing/records/people.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { mostViews, type SavedView } from "./saved-views.contract.ts";

const path = "/api/settings/saved-views";
const [vendors, products] = ["/api/warehouse/vendors", "/api/warehouse/products"];
let testApp: TestApp;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
});
beforeEach(() => asSuper(testApp, "delete from saved_views"));
afterAll(() => testApp.close());

const own = async (client = buyer) => (await client.get(path)).body.items as unknown as SavedView[];
const names = async (client = buyer) => (await own(client)).map(({ name }) => name);
const starts = async (client = buyer) => (await client.get("/api/auth/users/me")).body["listStarts"];
async function save(view: Record<string, unknown> = {}, client = buyer): Promise<SavedView> {
  const { status, body, text } = await client.post(path, { list: vendors, name: "Mine", search: {}, ...view });
  expect(status, text).toBe(200);
  return body as unknown as SavedView;
}
const refused = (fields: Record<string, unknown>) => ({ status: 422, body: { fields } });

describe("a saved view", () => {
  test("holds filters, search, order and columns, and is there wherever its person signs in", async () => {
    const search = { q: "oil", status: "active,on_hold", sort: "-code", archived: "with", columns: "code,name,-city" };
    const { id } = await save({ name: "  Olive oil ", search });
    const another = await sessionOf(testApp, testApp.users.BUYER);
    expect(await own(another)).toEqual([
      { id, list: vendors, name: "Olive oil", search, leftOut: [], isDefault: false },
    ]);
  });

  test("is renamed, and keeps another state, one without the other", async () => {
    const { id } = await save({ search: { status: "active" } });
    await buyer.put(`${path}/${id}`, { name: "Other" });
    expect(await own()).toMatchObject([{ id, name: "Other", search: { status: "active" } }]);
    await buyer.put(`${path}/${id}`, { search: { sort: "code" } });
    expect(await own()).toMatchObject([{ id, name: "Other", search: { sort: "code" } }]);
    expect((await buyer.put(`${path}/${id}`, {})).body).toMatchObject({ id, name: "Other" });
  });

  test("has a name of 1 to 60 characters, once for a person and a list whatever the case", async () => {
    const post = (name: string, list = vendors) => buyer.post(path, { list, name, search: {} });
    for (const name of ["", "   ", "x".repeat(61)])
      expect(await post(name), name).toMatchObject(refused({ name: expect.any(String) }));
    expect((await post("x".repeat(60))).status).toBe(200);
    const { id } = await save({ name: "Late ones" });
    const taken = refused({ name: "You have a view of this name already. Choose another name." });
    expect(await post("LATE Ones")).toMatchObject(taken);
    const other = await save({ name: "Others" });
    expect(await buyer.put(`${path}/${other.id}`, { name: "late ones" })).toMatchObject(taken);
    expect((await buyer.put(`${path}/${id}`, { name: "LATE ones" })).status, "its own, otherwise written").toBe(200);
    expect((await post("Late ones", products)).status, "of another list").toBe(200);
    await save({ name: "Late ones" }, await testApp.as("WAREHOUSE_MANAGER"));
  });

  test(`is one of ${mostViews} at most`, async () => {
    for (let n = 0; n < mostViews; n += 1) await save({ name: `View ${n}` });
    const more = { list: vendors, name: "One more", search: {} };
    expect(await buyer.post(path, more)).toMatchObject({
      status: 409,
      body: { code: "too_many_views", message: expect.stringContaining("Remove one first") },
    });
    await save({ list: products });
    await buyer.remove(`${path}/${(await own()).find(({ name }) => name === "View 7")?.id}`);
    expect((await buyer.post(path, more)).status).toBe(200);
  });

  test("stands where it was put, and a new one behind the others", async () => {
    const [one, , three] = [await save({ name: "One" }), await save({ name: "Two" }), await save({ name: "Three" })];
    const moved = await buyer.post(`${path}/${three.id}/move`, { to: 0 });
    expect(moved.body.items.map(({ id }) => id)).toEqual((await own()).map(({ id }) => id));
    expect(await names()).toEqual(["Three", "One", "Two"]);
    await buyer.post(`${path}/${one.id}/move`, { to: mostViews - 1 });
    await save({ name: "Four" });
    expect(await names()).toEqual(["Three", "Two", "One", "Four"]);
    expect((await buyer.post(`${path}/${one.id}/move`, { to: -1 })).status).toBe(422);
  });

  test("is removed once", async () => {
    const { id } = await save();
    expect((await buyer.remove(`${path}/${id}`)).status).toBe(204);
    expect(await own()).toEqual([]);
    expect((await buyer.remove(`${path}/${id}`)).status).toBe(404);
  });

  test("saved twice at once under one name is saved once, and two that shall be the default leave one", async () => {
    const again = await sessionOf(testApp, testApp.users.BUYER);
    const answers = await Promise.all(
      [buyer, again, buyer, again].map((client) => client.post(path, { list: vendors, name: "Mine", search: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const both = await Promise.all(["A", "B"].map((name) => save({ name, isDefault: true })));
    expect(both).toHaveLength(2);
    expect((await own()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe("nobody else", () => {
  test("sees, changes, moves or removes a view, with every permission, in the company or another", async () => {
    const { id } = await save({ search: { status: "active" } });
    const others = [
      await testApp.as("COMPANY_ADMIN"),
      await testApp.as("SUPER_ADMIN"),
      await testApp.as("BUYER", "b"),
      await testApp.as("NOBODY"),
    ];
    for (const client of others) {
      expect(await own(client)).toEqual([]);
      for (const answer of [
        await client.put(`${path}/${id}`, { name: "Theirs", isDefault: true }),
        await client.post(`${path}/${id}/move`, { to: 0 }),
        await client.remove(`${path}/${id}`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(await own()).toMatchObject([{ id, name: "Mine", isDefault: false }]);
    expect((await testApp.visitor().get(path)).status).toBe(401);
  });

  test("has it where one works in two companies: each has its own", async () => {
    const root = await testApp.as("SUPER_ADMIN");
    await save({ name: "At home", isDefault: true }, root);
    await root.post(`/api/settings/companies/${testApp.companies.b}/act`);
    expect([await names(root), await starts(root)]).toEqual([[], {}]);
    await save({ name: "Away" }, root);
    await root.post(`/api/settings/companies/${testApp.companies.a}/act`);
    expect(await names(root)).toEqual(["At home"]);
  });

  test("reads in the audit trail what somebody looks for, only that a view was saved, changed and removed", async () => {
    const { id } = await save({ name: "Quiet", search: { q: "secret words" } });
    await buyer.put(`${path}/${id}`, { search: { q: "other secrets" } });
    await buyer.remove(`${path}/${id}`);
    const events = await asSuper<{ step: string; changes: object }>(
      testApp,
      "select step, changes from events where entity = 'user' and entity_id = $1 and step like 'view%' order by at desc, id desc limit 3",
      [testApp.users.BUYER],
    );
    expect(events.map(({ step }) => step)).toEqual(["viewRemoved", "viewChanged", "viewSaved"]);
    expect(JSON.stringify(events)).toContain("Quiet");
    expect(JSON.stringify(events)).not.toContain("secret");
  });
});

describe("what a view holds", () => {
  test("is of a list that there is, and that the person may see", async () => {
    for (const list of ["/api/warehouse/nothing", "/api/auth/users/me", "constructor", "/api/settings/mails"])
      expect(await buyer.post(path, { list, name: "A", search: {} }), list).toMatchObject(
        refused({ list: "There is no such list." }),
      );
  });

  test.each([
    ["colour", "red"],
    ["status", "gone"],
    ["sort", "colour"],
    ["archived", "maybe"],
    ["q", "x".repeat(201)],
    ["limit", "10"],
    ["cursor", "x"],
    ["ids", "0190a000-0000-7000-8000-000000000000"],
    ["constructor", "x"],
  ])("is what the list can be asked: %s=%s is refused by its name", async (name, value) => {
    const search = { [name]: value };
    const { id } = await save();
    const wrong = refused({ [`search.${name}`]: "This list has no such filter or value." });
    expect(await buyer.post(path, { list: vendors, name: "A", search })).toMatchObject(wrong);
    expect(await buyer.put(`${path}/${id}`, { search })).toMatchObject(wrong);
  });

  test("that the list no longer has is left out and named, and fails nothing", async () => {
    const { id } = await save({ search: { status: "active" }, isDefault: true });
    const stale = {
      status: "active,retired",
      sort: "colour",
      colour: "red",
      q: "oil",
      limit: "1000",
      archived: "nobody knows",
      columns: "name,gone",
    };
    await asSuper(testApp, "update saved_views set search = $1", [JSON.stringify(stale)]);
    const left = { status: "active", q: "oil", columns: "name,gone" };
    expect(await own()).toMatchObject([{ id, search: left }]);
    expect((await own())[0]?.leftOut.toSorted()).toEqual(["archived", "colour", "limit", "sort", "status"]);
    expect(await starts()).toEqual({ [vendors]: { ...left, saved: id } });
    const { columns: _, ...query } = left;
    expect((await buyer.get(`${vendors}?${new URLSearchParams(query).toString()}`)).status).toBe(200);
    expect((await buyer.put(`${path}/${id}`, { name: "Renamed" })).body).toMatchObject({
      name: "Renamed",
      search: left,
    });
    expect((await buyer.put(`${path}/${id}`, { search: left })).body).toMatchObject({ leftOut: [] });
  });

  test("of a list that was taken from the person, or from the product, waits unseen", async () => {
    const client = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_VENDORS"]);
    await save({ isDefault: true }, client);
    const permit = (name: string) =>
      asSuper(
        testApp,
        "update roles set permissions = array['CAN_VIEW', $1] where id in (select role_id from user_roles where user_id in (select user_id from saved_views))",
        [name],
      );
    await permit("CAN_VIEW_PRODUCTS");
    expect([await own(client), await starts(client)]).toEqual([[], {}]);
    await permit("CAN_VIEW_VENDORS");
    expect(await names(client)).toEqual(["Mine"]);
    await asSuper(testApp, "update saved_views set list = '/api/warehouse/nothing'");
    expect([await own(client), await starts(client)]).toEqual([[], {}]);
  });
});

describe("the default of a list", () => {
  test("is one view, told with the user, and no other list's", async () => {
    const one = await save({ name: "One", search: { status: "active" }, isDefault: true });
    const two = await save({ name: "Two" });
    await save({ list: products, name: "Else" });
    expect(await starts()).toEqual({ [vendors]: { status: "active", columns: "*", saved: one.id } });
    await buyer.put(`${path}/${two.id}`, { isDefault: true });
    expect((await own()).filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(["Two"]);
    expect(await starts()).toEqual({ [vendors]: { columns: "*", saved: two.id } });
    expect(await starts(await testApp.as("WAREHOUSE_MANAGER"))).toEqual({});
    await buyer.put(`${path}/${two.id}`, { isDefault: false });
    expect(await starts()).toEqual({});
  });

  test("ends with its view", async () => {
    const { id } = await save({ isDefault: true });
    await buyer.remove(`${path}/${id}`);
    expect(await starts()).toEqual({});
  });
});

test("who is erased leaves no view behind, and is named by no colleague's; two that are called the same then stay two", async () => {
  const [admin, viewer] = [await testApp.as("COMPANY_ADMIN"), await testApp.as("VIEWER")];
  await viewer.put("/api/auth/update-profile", { firstName: "Ines", lastName: "Marques" });
  await save({ name: "Theirs" }, viewer);
  await save({ name: "For viewer Alpha", search: { q: "Ines Marques" } });
  await save({ name: "For Ines Marques" });
  await save({ name: `${"x".repeat(30)} viewer@alpha.example` });
  expect((await admin.remove(`/api/auth/users/${testApp.users.VIEWER}`)).status).toBe(204);
  const erased = await admin.post("/api/settings/erasures", { userId: testApp.users.VIEWER, name: "Ines Marques" });
  expect(erased.status, erased.text).toBe(200);
  expect(await asSuper(testApp, "select 1 from saved_views where user_id = $1", [testApp.users.VIEWER])).toEqual([]);
  const left = await own();
  expect(left.map(({ name }) => name.replace(/ [\da-f]{6}$/, "")).sort()).toEqual([
    "For Erased person",
    "For Erased person",
    expect.stringMatching(/^x{30} erased-.*erased\.invalid$/),
  ]);
  expect(new Set(left.map(({ name }) => name)).size).toBe(3);
  expect(left.map(({ search }) => search["q"])).toContain("Erased person");
});
