import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { productCategories } from "./product-categories.contract.ts";

const path = "/api/warehouse/product-categories";

conform(productCategories, {
  name: "product categories",
  async valid(n, admin) {
    const { body: parent } = await admin.post(path, { name: `Parent of ${n}` });
    return { name: `Category ${n}`, code: `C-${n}`, parentId: parent["id"] };
  },
  change: { name: "Renamed", sortOrder: 7 },
});

describe("the tree of product categories", () => {
  let testApp: TestApp;
  let buyer: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    buyer = await testApp.as("BUYER");
  });
  afterAll(() => testApp.close());

  const add = async (name: string, parentId: string | null = null) => (await buyer.post(path, { name, parentId })).body;
  const branch = async (name: string, levels: number) => {
    const ids: string[] = [];
    for (let level = 1; level <= levels; level += 1)
      ids.push((await add(`${name} ${level}`, ids.at(-1) ?? null))["id"]);
    return ids;
  };
  const move = async (id: string, parentId: string | null) => {
    const { body } = await buyer.get(`${path}/${id}`);
    return buyer.put(`${path}/${id}`, { name: body["name"], parentId, version: body["version"] });
  };

  test("goes five levels deep, not six", async () => {
    const ids = await branch("deep", 5);
    expect((await buyer.get(`${path}/${ids[4]}`)).body["depth"]).toBe(5);
    expect(await buyer.post(path, { name: "deep 6", parentId: ids[4] })).toMatchObject({
      status: 422,
      body: { fields: { parentId: expect.any(String) } },
    });
  });

  test("takes a whole branch along when it is moved, unless it would become too deep", async () => {
    const [top = "", , third = ""] = await branch("moved", 3);
    const [newTop = ""] = await branch("target", 1);
    expect((await move(top, newTop)).status).toBe(200);
    expect((await buyer.get(`${path}/${third}`)).body["depth"]).toBe(4);
    const deep = await branch("too deep", 3);
    expect(await move(top, deep[2] ?? "")).toMatchObject({
      status: 422,
      body: { fields: { parentId: expect.any(String) } },
    });
    expect((await buyer.get(`${path}/${third}`)).body["depth"]).toBe(4);
  });

  test("never closes a circle, also when two people move at once", async () => {
    const [top = "", second = "", third = ""] = await branch("circle", 3);
    expect(await move(top, third)).toMatchObject({ status: 422 });
    expect(await move(top, top)).toMatchObject({ status: 422 });
    const one = await add("one");
    const two = await add("two");
    const answers = await Promise.all([move(one["id"], two["id"]), move(two["id"], one["id"])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(second).not.toBe(third);
  });

  test("has a name once below one parent", async () => {
    await add("twice");
    expect(await buyer.post(path, { name: "TWICE" })).toMatchObject({
      status: 409,
      body: { fields: { name: expect.any(String) } },
    });
  });
});
