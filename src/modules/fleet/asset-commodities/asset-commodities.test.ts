import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
import { assetCommodities, hazardClass, withoutPackingGroup } from "./asset-commodities.contract.ts";

const path = assetCommodities.list.path;
const goods = (n: number) => ({ code: `C-${n}`, name: `Commodity ${n}`, quantityType: "KGM" });
const methanol = { hazardClass: "3", packingGroup: "II" } as const;

conform(assetCommodities, {
  name: "asset commodities",
  valid: (n) => ({ ...goods(n), hsCode: "290511", unNumber: "UN1230", ...methanol }),
  change: { name: "Renamed", unitWeightKg: "0.792", isStackable: true },
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
let last = 100;
const add = async (over: object, company: "a" | "b" = "a") =>
  (await testApp.as("FLEET_MANAGER", company)).post(path, { ...goods((last += 1)), ...over });
const refused = (field: string) => ({ status: 422, body: { fields: { [field]: expect.any(String) } } });

test("a code is that of one commodity of the company, in any case of letters", async () => {
  await saved(add({ code: "Diesel" }));
  expect(await add({ code: "DIESEL" })).toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } });
  await saved(add({ code: "Diesel" }, "b"));
});

test("an HS code has 6, 8 or 10 digits, a UN number four, however people write them", async () => {
  for (const [given, kept] of [
    ["870323", "870323"],
    ["8703.23.19", "87032319"],
    ["8703 2319 10", "8703231910"],
  ])
    expect(await saved(add({ hsCode: given })), given).toMatchObject({ hsCode: kept });
  for (const hsCode of ["8703", "87032", "8703231", "870323191", "87032319101", "87O323", "870323x"])
    expect(await add({ hsCode }), hsCode).toMatchObject(refused("hsCode"));
  for (const unNumber of ["UN1203", "un 1203", "1203"])
    expect(await saved(add({ unNumber, hazardClass: "3" })), unNumber).toMatchObject({ unNumber: "UN1203" });
  for (const unNumber of ["UN120", "UN12033", "NA1203", "UNO203"])
    expect(await add({ unNumber, hazardClass: "3" }), unNumber).toMatchObject(refused("unNumber"));
});

test("goods with a UN number say of which class they are; goods with a class are dangerous, others are not", async () => {
  expect(await add({ unNumber: "UN1203" })).toMatchObject(refused("hazardClass"));
  expect(await add({ hazardClass: "3.1" })).toMatchObject(refused("hazardClass"));
  const dangerous = await saved(add({ unNumber: "UN1203", hazardClass: "3", packingGroup: "II" }));
  expect(dangerous["isHazmat"]).toBe(true);
  expect((await saved(add({ hazardClass: "9" })))["isHazmat"]).toBe(true);
  const harmless = await saved(add({ hsCode: "220110" }));
  expect(harmless["isHazmat"]).toBe(false);
  const client = await testApp.as("VIEWER");
  for (const [isHazmat, isIn, isOut] of [
    [true, dangerous, harmless],
    [false, harmless, dangerous],
  ] as const) {
    const ids = (await client.get(`${path}?isHazmat=${isHazmat}&limit=200`)).body.items.map(({ id }) => id);
    expect([ids.includes(isIn.id), ids.includes(isOut.id)], String(isHazmat)).toEqual([true, false]);
  }
  const manager = await testApp.as("FLEET_MANAGER");
  const body = { ...goods(last), code: "fuel", unNumber: "UN1203", version: 1 };
  expect(await manager.put(`${path}/${dangerous.id}`, body)).toMatchObject(refused("hazardClass"));
});

test("only classes that are graded have a packing group", async () => {
  expect(await add({ packingGroup: "II" })).toMatchObject(refused("packingGroup"));
  for (const one of hazardClass.options) {
    const answer = await add({ hazardClass: one, packingGroup: "II" });
    if (withoutPackingGroup.includes(one)) expect(answer, one).toMatchObject(refused("packingGroup"));
    else expect(answer.status, one).toBe(200);
  }
});

test("what the form refuses the database refuses, too", async () => {
  const insert = (columns: string, values: string) =>
    asSuper(
      testApp,
      `insert into asset_commodities (company_id, code, name, quantity_type, ${columns})
        values ($1, 'sql', 'By hand', 'KGM', ${values})`,
      [testApp.companies.a],
    );
  for (const [columns, values, rule] of [
    ["un_number", "'UN1203'", "un_number_has_class"],
    ["packing_group", "'I'", "packing_group_of_class"],
    ["hazard_class, packing_group", "'2.1', 'I'", "packing_group_of_class"],
    ["temp_min_c, temp_max_c", "4, 2", "temperatures_in_order"],
    ["hs_code", "'8703'", "hs_code"],
    ["hazard_class", "'10'", "hazard_class"],
    ["is_hazmat", "true", "is_hazmat"],
  ] as const)
    await expect(insert(columns, values), `${columns} ${values}`).rejects.toThrow(rule);
});

test("what is kept between two temperatures is not kept colder than its coldest", async () => {
  expect(await add({ tempMinC: "-18", tempMaxC: "-20.5" })).toMatchObject(refused("tempMaxC"));
  expect(await saved(add({ tempMinC: "2", tempMaxC: "2.00" }))).toMatchObject({ tempMinC: "2", tempMaxC: "2" });
  await saved(add({ tempMaxC: "-18" }));
});

test("it is counted in a unit that the company's list has in use, and that unit is not removed", async () => {
  expect(await add({ quantityType: "ZZZ" })).toMatchObject(refused("quantityType"));
  const admin = await testApp.as("COMPANY_ADMIN");
  const list = "/api/settings/reference-lists/quantity_types";
  const { code, id } = (await saved(admin.get(list))).items.find((value) => value["code"] === "XBJ")!;
  const commodity = await saved(add({ quantityType: code }));
  const bucket = async () => (await saved(admin.get(`${list}?inactive=with`))).items.find((one) => one.id === id)!;
  expect(await admin.remove(`${list}/${id}?version=${(await bucket()).version}`)).toMatchObject({
    status: 409,
    body: { code: "in_use", message: "1 commodity is counted in it. Switch it off instead." },
  });
  await asSuper(testApp, "update reference_values set is_active = false where id = $1", [id]);
  expect(await add({ quantityType: code })).toMatchObject(refused("quantityType"));
  const manager = await testApp.as("FLEET_MANAGER");
  const body = { ...goods(0), code: "bucket", quantityType: code, version: commodity.version };
  expect((await manager.put(`${path}/${commodity.id}`, body)).status).toBe(200);
});

test("who runs the fleet keeps the commodities, who plans sees them, a driver does not", async () => {
  for (const role of ["DISPATCHER", "WAREHOUSE_MANAGER", "VIEWER"] as const) {
    expect((await (await testApp.as(role)).get(path)).status, role).toBe(200);
    expect((await (await testApp.as(role)).post(path, goods(1))).status, role).toBe(403);
  }
  expect((await (await testApp.as("DRIVER")).get(path)).status).toBe(403);
});
