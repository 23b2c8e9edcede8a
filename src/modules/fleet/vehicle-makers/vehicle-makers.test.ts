import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { vehicleMakers } from "./vehicle-makers.contract.ts";

const path = vehicleMakers.list.path;
const aMaker = (n: number) => ({ name: `Maker ${n}`, wmi: "ZZ9" });

conform(vehicleMakers, { name: "vehicle makers", valid: aMaker, change: { wmi: "ZZ8 ZZ7", isActive: false } });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("FLEET_MANAGER", company)).post(path, { ...aMaker(1), ...over });

test("a vehicle maker has a name that no other one of the company has, in any case of letters", async () => {
  expect((await add({ name: "Twice" })).status).toBe(200);
  expect(await add({ name: "TWICE" })).toMatchObject({ status: 409, body: { fields: { name: expect.any(String) } } });
  expect((await add({ name: "Twice" }, "b")).status).toBe(200);
});

test("codes of a maker are kept in capitals, each once, however they were typed; I, O and Q are in none", async () => {
  expect((await add({ name: "Typed", wmi: " wdb,WDF;  w1v WDB " })).body).toMatchObject({ wmi: "WDB WDF W1V" });
  expect((await add({ name: "None", wmi: "  " })).body).toMatchObject({ wmi: null });
  for (const wmi of ["WD", "WDBA", "WDO", "QDB", "W-B", "WDB/WDF"])
    expect(await add({ name: wmi, wmi }), wmi).toMatchObject({
      status: 422,
      body: { fields: { wmi: "Give three letters or digits each, without I, O and Q, like WMA WMH." } },
    });
});

test("a VIN's first three characters find the maker, whole codes only", async () => {
  const viewer = await testApp.as("VIEWER", "b");
  const makers = async (wmi: string) =>
    (await viewer.get(`${path}?wmi=${wmi}`)).body.items.map(({ name }) => String(name));
  expect(await makers("WMA")).toEqual(["MAN"]);
  expect(await makers("4V4")).toEqual(["Volvo Trucks"]);
  expect(await makers("WMA,XLR")).toEqual(["DAF", "MAN"]);
  expect(await makers("4YV")).toEqual([]);
  expect((await viewer.get(`${path}?wmi=WM`)).status).toBe(422);
});

test("no code of a new company's makers is that of two of them", async () => {
  const { body } = await (await testApp.as("VIEWER", "b")).get(`${path}?limit=200`);
  const codes = body.items.flatMap(({ wmi }) => (wmi ? String(wmi).split(" ") : []));
  expect(codes.length).toBeGreaterThan(30);
  expect(new Set(codes).size).toBe(codes.length);
});
