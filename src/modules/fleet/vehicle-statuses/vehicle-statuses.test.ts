import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { vehicleStatuses } from "./vehicle-statuses.contract.ts";

const path = vehicleStatuses.list.path;
const aStatus = (n: number) => ({ code: `s-${n}`, name: `Status ${n}`, effect: "blocked" as const });

conform(vehicleStatuses, {
  name: "vehicle statuses",
  valid: aStatus,
  change: { name: "Renamed", color: "violet", effect: "dispatchable" },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("FLEET_MANAGER", company)).post(path, { ...aStatus(1), ...over });
const named = async (code: string) => {
  const { body } = await (await manager()).get(`${path}?limit=200`);
  return body.items.find((status) => status["code"] === code)!;
};
const change = async (code: string, over: object) => {
  const { id, version, name, color, effect, isDefault, isActive } = await named(code);
  const input = { code, name, color, effect, isDefault, isActive, version };
  return (await manager()).put(`${path}/${id}`, { ...input, ...over });
};

test("a vehicle status has a code that no other one of the company has, in any case of letters", async () => {
  expect((await add({ code: "Twice" })).status).toBe(200);
  expect(await add({ code: "TWICE" })).toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } });
  expect((await add({ code: "Twice" }, "b")).status).toBe(200);
});

test("a status of the first day is renamed, and keeps its code and its effect; it is neither switched off nor taken away", async () => {
  for (const code of ["in_use", "workshop", "disposed"]) {
    expect(await change(code, { name: `Our ${code}`, color: "violet" }), code).toMatchObject({
      status: 200,
      body: { name: `Our ${code}`, color: "violet", isSystem: true, abilities: ["edit"] },
    });
    const { id, version, effect } = await named(code);
    for (const over of [{ code: "other" }, { effect: effect === "blocked" ? "dispatchable" : "blocked" }])
      expect(await change(code, over), JSON.stringify(over)).toMatchObject({
        status: 422,
        body: { fields: { [Object.keys(over)[0]!]: expect.stringContaining("from the first day") } },
      });
    expect(await change(code, { isActive: false })).toMatchObject({
      status: 422,
      body: { fields: { isActive: expect.any(String) } },
    });
    expect((await (await manager()).post(`${path}/${id}/archive`)).status, code).toBe(409);
    expect((await (await manager()).remove(`${path}/${id}?version=${version}`)).status, code).toBe(409);
  }
});

test("new vehicles begin with one status: another takes its place, which both histories say, and none is never", async () => {
  const defaults = async () =>
    (await (await manager()).get(`${path}?isDefault=true`)).body.items.map(({ code }) => String(code));
  expect(await defaults()).toEqual(["in_use"]);
  expect(await change("in_use", { isDefault: false })).toMatchObject({
    status: 422,
    body: { fields: { isDefault: "New vehicles need a status: say at another one that they begin with it." } },
  });
  const { body: first } = await add({ code: "intake", isDefault: true });
  expect(await defaults()).toEqual(["intake"]);
  expect(await change("spare", { isDefault: true })).toMatchObject({ status: 200, body: { isDefault: true } });
  expect(await defaults()).toEqual(["spare"]);
  const { body: history } = await (await manager()).get(`${path}/${first.id}/history`);
  expect(history.items[0]).toMatchObject({ step: "updated", changes: { isDefault: { from: true, to: false } } });
  for (const wrong of [{ effect: "retired" }, { isActive: false }])
    expect((await change("spare", wrong)).status, JSON.stringify(wrong)).toBe(422);
  const { id, version } = await named("spare");
  expect(await (await manager()).post(`${path}/${id}/archive`)).toMatchObject({
    status: 409,
    body: { code: "default_status" },
  });
  expect((await (await manager()).remove(`${path}/${id}?version=${version}`)).status).toBe(409);
});

test("two who make two statuses the first one at one moment leave one that is", async () => {
  const [one, two] = [await manager(), await testApp.as("COMPANY_ADMIN")];
  const make = (n: number) => ({ ...aStatus(n), isDefault: true });
  const answers = await Promise.all([one.post(path, make(81)), two.post(path, make(82)), one.post(path, make(83))]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  expect((await one.get(`${path}?isDefault=true`)).body.items).toHaveLength(1);
});

test("each effect has a status that stays, in each new company", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(`${path}?isSystem=true`);
  expect(body.items.map(({ effect }) => effect).toSorted()).toEqual(["blocked", "dispatchable", "retired"]);
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});
