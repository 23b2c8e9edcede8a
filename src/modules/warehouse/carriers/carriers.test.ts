import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { carriers } from "./carriers.contract.ts";

const aCarrier = (n: number) => ({
  code: `C-${n}`,
  name: `Carrier ${n}`,
  dispatchEmail: "dispatch@carrier.example",
  modes: ["ftl" as const, "own_fleet" as const],
  equipment: ["reefer" as const],
  insuranceExpiresOn: "2027-03-01",
});

conform(carriers, { name: "carriers", valid: aCarrier, change: { name: "Renamed", modes: ["ltl"] } });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("DISPATCHER", company)).post(carriers.create.path, { ...aCarrier(9), ...over });

test("a carrier is put on hold with a reason, and sent with again, once each, by who plans the docks", async () => {
  const step = async (name: string, role: "DISPATCHER" | "BUYER" = "DISPATCHER") =>
    (await testApp.as(role)).post(
      `${carriers.list.path}/${id}/${name}`,
      name === "hold" ? { reason: "came late" } : {},
    );
  const { id } = (await add({ code: "held" })).body;
  expect(await step("hold")).toMatchObject({ status: 200, body: { status: "on_hold", holdReason: "came late" } });
  expect(await step("hold")).toMatchObject({ status: 409, body: { code: "carrier_already_on_hold" } });
  expect(await step("activate", "BUYER")).toMatchObject({ status: 403 });
  expect(await step("activate")).toMatchObject({ status: 200, body: { status: "active", holdReason: null } });
});

test("a carrier has a code and a SCAC that no other one of the company has, in any case of letters", async () => {
  expect((await add({ code: "twice", scac: "abcd" })).body["scac"]).toBe("ABCD");
  for (const [name, again] of [
    ["code", "TWICE"],
    ["scac", "ABCD"],
  ] as const)
    expect(await add({ [name]: again })).toMatchObject({
      status: 409,
      body: { fields: { [name]: expect.any(String) } },
    });
  expect((await add({ code: "twice", scac: "ABCD" }, "b")).status).toBe(200);
  for (const scac of ["A", "ABCDE", "AB1"])
    expect(await add({ scac }), scac).toMatchObject({ status: 422, body: { fields: { scac: expect.any(String) } } });
});

test("a carrier is found and exported by any of its modes, each named once", async () => {
  const viewer = await testApp.as("RECEIVER");
  const { body } = await add({ modes: ["parcel", "intermodal"] });
  expect((await viewer.get(`${carriers.list.path}?modes=intermodal,ltl`)).body.items.map(({ id }) => id)).toEqual([
    body.id,
  ]);
  expect((await viewer.get(`${carriers.exportCsv.path}?modes=parcel&columns=code,modes`)).text).toContain(
    'C-9,"parcel, intermodal"',
  );
  for (const modes of [["ftl", "ftl"], ["FTL"], "ftl"])
    expect(await add({ code: "none", modes })).toMatchObject({ status: 422 });
});
