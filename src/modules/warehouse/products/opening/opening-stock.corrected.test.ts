import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, heldImport, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { changeProduct, productsPath } from "#main/testing/records/offers.ts";
import { decide, orderRecords, receive, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";
import { stockOf } from "#main/testing/records/receiving.ts";

let testApp: TestApp;
let admin: Client;
let manager: Client;
let records: OrderRecords;
let place: Body;
let skus: string[];
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [admin, manager] = [await testApp.as("SUPER_ADMIN"), await testApp.as("WAREHOUSE_MANAGER")];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(admin, { products: 2 });
  place = await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`));
  for (const code of ["A1", "A2"])
    await saved(admin.post("/api/settings/storage-locations", { locationId: place.id, code, kind: "storage" }));
  skus = records.products.map(({ sku }) => sku);
});

const fileOf = (...rows: string[]) =>
  ["Location,SKU,Bin,Lot,Expiry date,Quantity", ...rows.map((row) => `${place.code},${row}`), ""].join("\n");
const bring = (...rows: string[]) => importFile(manager, "opening-stock", fileOf(...rows));
const tried = async (content: string, more: object = {}) =>
  checkFile(manager, await saved(uploadFile(manager, "opening-stock", content)), more);
const idAt = (at: number) => records.products[at]?.id ?? "";
const onHand = async (at = 0) => (await saved(manager.get(`${productsPath}/${idAt(at)}`)))["onHand"];
const changesIn = async ({ id }: Body) =>
  Object.fromEntries(
    (await saved(manager.get(`/api/imports/${id}/rows?outcome=changed`))).items.map((row) => [
      row["rowNo"],
      row["changes"],
    ]),
  );
const lying = () =>
  asSuper(
    testApp,
    `select lot_number as lot, expiry_date::text as expires, trim_scale(sum(quantity))::text as quantity
      from stock_moves where product_id = $1 group by 1, 2 having sum(quantity) <> 0 order by 1, 2`,
    [idAt(0)],
  );
const replacedIn = (count: number) =>
  `${count === 1 ? "1 row replaces" : `${count} rows replace`} what an earlier file said of other lots or days of a product in the same bin. What changes shows how much.`;

describe("a corrected file of opening stock", () => {
  test("replaces the lots of a product in a bin that it does not name any more, and the dry run says which", async () => {
    await bring(`${skus[0]},A1,L1,,24`, `${skus[0]},A1,L3,,5`, `${skus[1]},A1,L1,,9`);
    const check = await tried(fileOf(`${skus[0]},A1,L2,,24`, `${skus[0]},A1,L3,,5`));
    expect(check).toMatchObject({ newCount: 0, changedCount: 1, unchangedCount: 1, badCount: 0 });
    expect(check["notes"]).toEqual([replacedIn(1)]);
    expect(await changesIn(check)).toEqual({ 2: { quantity: { from: "24 EA (L1)", to: "24 EA" } } });
    expect(await onHand()).toBe("29");
    expect(await applyFile(manager, check)).toMatchObject({
      state: "done",
      createdCount: 0,
      updatedCount: 1,
      unchangedCount: 1,
    });
    expect(await lying()).toEqual([
      { lot: "L2", expires: null, quantity: "24" },
      { lot: "L3", expires: null, quantity: "5" },
    ]);
    expect([await onHand(), await onHand(1)]).toEqual(["29", "9"]);
    expect(await bring(`${skus[0]},A1,L2,,24`, `${skus[0]},A1,L3,,5`)).toMatchObject({ unchangedCount: 2 });
    const { items } = await saved(manager.get(`${productsPath}/${idAt(0)}/history`));
    expect(items[0]).toMatchObject({ changes: { openingStock: { from: "24 EA (L1)", to: "24 EA" } } });
  });

  test("whose days were read month first is read days first, and what lies there is as much as before", async () => {
    await saved(changeProduct(admin, idAt(0), { expiryTracked: true }));
    const file = fileOf(`${skus[0]},A1,,03/04/2027,7`, `${skus[0]},A1,,05/06/2027,8`);
    await applyFile(manager, await tried(file, { dayFirst: false }));
    const check = await tried(file, { dayFirst: true });
    expect(check).toMatchObject({ newCount: 1, changedCount: 1 });
    expect(await changesIn(check)).toEqual({
      2: { quantity: { from: "7 EA (2027-03-04), 8 EA (2027-05-06)", to: "7 EA" } },
    });
    await applyFile(manager, check);
    expect(await lying()).toEqual([
      { lot: null, expires: "2027-04-03", quantity: "7" },
      { lot: null, expires: "2027-06-05", quantity: "8" },
    ]);
    expect(await onHand()).toBe("15");
  });

  test("without the lots of a product that has none replaces those that an earlier file gave it", async () => {
    await bring(`${skus[0]},A1,shelf 4,,7`);
    await bring(`${skus[0]},A1,,,6`);
    expect(await lying()).toEqual([{ lot: null, expires: null, quantity: "6" }]);
  });

  test("leaves what it names in a row that is bad, and what lies where something else moved", async () => {
    await bring(`${skus[0]},A1,L1,,7`, `${skus[0]},RECEIVING,L1,,3`);
    const check = await tried(fileOf(`${skus[0]},A1,L1,,7.5`, `${skus[0]},A1,L2,,4`));
    await applyFile(manager, check, "skip_bad");
    expect(await onHand()).toBe("14");
    await receive(manager, records, await sentOrder(await testApp.as("BUYER"), records), { 0: { accepted: "1" } });
    expect(await badRows(manager, await tried(fileOf(`${skus[0]},RECEIVING,L2,,3`)))).toMatchObject({
      2: { quantity: expect.stringContaining("What lay there before stays.") },
    });
    expect(await bring(`${skus[0]},RECEIVING,L1,,3`)).toMatchObject({ unchangedCount: 1 });
  });

  describe("keeps what an earlier one said of goods that a bad row may be about", () => {
    /** What lies in the bins of both products, by bin and lot. */
    const lots = () =>
      asSuper<{ place: string }>(
        testApp,
        `select concat_ws(' ', case p.sku when $1 then 'first' else 'second' end, s.code, m.lot_number,
            trim_scale(sum(m.quantity))) as place
          from stock_moves m join products p on p.id = m.product_id join storage_locations s on s.id = m.storage_location_id
          where p.sku = any($2) group by p.sku, s.code, m.lot_number having sum(m.quantity) <> 0 order by 1`,
        [skus[0], skus],
      ).then((rows) => rows.map((one) => one.place));
    /** Imports rows without the bad ones among them; answers with what stays of lot L1, and what the dry run notes. */
    const after = async (...rows: string[]) => {
      await bring(...[0, 1].flatMap((at) => [`${skus[at]},A1,L1,,7`, `${skus[at]},A2,L1,,7`]));
      const check = await tried(`${fileOf()}${rows.join("\n")}\n`);
      expect(check["badCount"]).toBe(1);
      await applyFile(manager, check, "skip_bad");
      return { stays: (await lots()).filter((text) => text.includes("L1")), notes: check["notes"] };
    };
    /** All of it is said anew, with another lot. */
    const anew = () => [0, 1].flatMap((at) => ["A1", "A2"].map((bin) => `${place.code},${skus[at]},${bin},L2,,4`));
    const bad = (cells: string) =>
      cells
        .replace("SKU", skus[0] ?? "")
        .replace("PLACE", place.code)
        .replace("NAME", String(place["name"]));
    const kept = (places: string) =>
      `What an earlier file said of ${places} stays: a bad row may be about it. Correct the bad rows first.`;

    test.each([
      ["a quantity that is no number", "PLACE,SKU,A1,L1,,many"],
      ["a quantity below 0", "PLACE,SKU,A1,L1,,-7"],
      ["a broken quantity, under another day than before", "PLACE,SKU,A1,L1,2027-01-31,7.5"],
      ["a day that is none", "PLACE,SKU,A1,L1,2027-02-30,7"],
      ["a lot that is too long", `PLACE,SKU,A1,${"L".repeat(21)},,7`],
      ["what a row before it said already", "PLACE,SKU,A1,L2,,7"],
    ])("with %s: of that product in that bin", async (_, row) => {
      expect(await after(...anew(), bad(row))).toEqual({
        stays: ["first A1 L1 7"],
        notes: [replacedIn(3), kept("1 product in a bin")],
      });
    });

    test.each([
      ["no such product: all of the bin", "PLACE,nothing,A1,L1,,7", ["first A1 L1 7", "second A1 L1 7"]],
      ["no such bin: the product in all bins", "PLACE,SKU,Z9,L1,,7", ["first A1 L1 7", "first A2 L1 7"]],
      ["no such site: the product in all bins", "nowhere,SKU,A1,L1,,7", ["first A1 L1 7", "first A2 L1 7"]],
    ])("with %s", async (_, row, stays) => {
      expect(await after(bad(row), ...anew())).toEqual({ stays, notes: [replacedIn(2), kept("2 products in bins")] });
    });

    test("with a site of which there are two of the name: the product in all bins", async () => {
      await asSuper(
        testApp,
        `update locations set name = $1 where id in (select other.id from locations one
          join locations other on other.company_id = one.company_id and other.id <> one.id where one.id = $2 limit 1)`,
        [place["name"], place.id],
      );
      expect((await after(...anew(), bad("NAME,SKU,A1,L1,,7"))).stays).toEqual(["first A1 L1 7", "first A2 L1 7"]);
    });

    test.each([
      ["no product", "PLACE,,A1,L1,,7"],
      ["no bin", "PLACE,SKU,,L1,,7"],
      ["a formula for a site", "=A1,SKU,A1,L1,,7"],
      ["a product and a bin that are not there", "PLACE,nothing,Z9,L1,,7"],
    ])("with %s: all of the file", async (_, row) => {
      const { stays, notes } = await after(...anew(), bad(row));
      expect(stays).toHaveLength(4);
      expect(notes).toEqual([kept("4 products in bins")]);
    });
  });

  test("that names another bin of the site says what stays in the other, and adds to it only then", async () => {
    await bring(`${skus[0]},A1,,,7`);
    const check = await tried(fileOf(`${skus[0]},A2,,,7`));
    expect(check["notes"]).toEqual([
      `An earlier file put goods into other bins of the site: ${skus[0]} (A1: 7). They stay beside what this file says. Where a bin was wrong, give a row with 0 for it.`,
    ]);
    const both = await tried(fileOf(`${skus[0]},A2,,,7`, `${skus[0]},A1,,,0`));
    expect(both).toMatchObject({ newCount: 1, changedCount: 1, notes: [] });
    await applyFile(manager, both);
    expect(await onHand()).toBe("7");
  });
});

test("goods that a file names twice, once by the site's code and once by its name, are told however far apart they are", async () => {
  const between = Array.from({ length: 600 }, (_, n) => `${skus[1]},A1,x${n},,1`);
  const file = `${fileOf(`${skus[0]},A1,,,7`, ...between)}${String(place["name"])},${skus[0]},A1,,,70\n`;
  const check = await tried(file);
  expect(check).toMatchObject({ badCount: 1, newCount: 601 });
  expect(await badRows(manager, check)).toEqual({ 603: { sku: "Row 2 has the same." } });
});

test("a receipt that was taken back does not stand in the way of what lay there before", async () => {
  const order = await sentOrder(await testApp.as("BUYER"), records);
  const { id } = await receive(manager, records, order, { 0: { accepted: "4" } });
  const row = `${skus[0]},RECEIVING,,,5`;
  expect(await badRows(manager, await tried(fileOf(row)))).toMatchObject({ 2: { quantity: expect.any(String) } });
  await saved(decide(manager, `/api/warehouse/receipts/${id}/reverse`, { reason: "Counted twice" }));
  await bring(row);
  expect(await onHand()).toBe("5");
});

describe("files that were checked before one of them was imported are never added together", () => {
  const outOfDate = (row: number) => ({
    state: "failed",
    failure: `Row ${row} cannot be imported any more: what it names was changed. Check the file again.`,
  });

  test("the corrected one is refused once the first was imported, and replaces it when it is checked again", async () => {
    await saved(changeProduct(admin, idAt(0), { expiryTracked: true }));
    const file = fileOf(`${skus[0]},A1,,03/04/2027,16`, `${skus[0]},A1,,05/06/2027,8`);
    const wrong = await tried(file, { dayFirst: false });
    const right = await tried(file, { dayFirst: true });
    expect(await applyFile(manager, wrong)).toMatchObject({ state: "done" });
    expect(await applyFile(manager, right)).toMatchObject(outOfDate(2));
    expect(await onHand()).toBe("24");
    await applyFile(manager, await tried(file, { dayFirst: true }));
    expect(await lying()).toEqual([
      { lot: null, expires: "2027-04-03", quantity: "16" },
      { lot: null, expires: "2027-06-05", quantity: "8" },
    ]);
  });

  test("also where as many goods lie there as at its check, but others, and its own first row changes nothing", async () => {
    await bring(`${skus[0]},A1,L1,,5`, `${skus[0]},A1,L2,,7`);
    const late = await tried(fileOf(`${skus[0]},A1,L1,,5`, `${skus[0]},A1,L2,,9`));
    await bring(`${skus[0]},A1,L1,,5`, `${skus[0]},A1,L3,,7`);
    expect(await applyFile(manager, late)).toMatchObject(outOfDate(3));
    expect(await onHand()).toBe("12");
  });

  test("also where it changed nothing when it was checked, and where its goods were replaced since", async () => {
    await bring(`${skus[0]},A1,L1,,7`);
    const same = await tried(fileOf(`${skus[0]},A1,L1,,7`));
    await bring(`${skus[0]},A1,L2,,7`);
    expect(await applyFile(manager, same)).toMatchObject(outOfDate(2));
    expect(await onHand()).toBe("7");
  });

  test("one that says what lies there by now is imported and writes nothing, and so is one of other bins or of more goods", async () => {
    const [one, again, other] = [
      await tried(fileOf(`${skus[0]},A1,L1,,7`)),
      await tried(fileOf(`${skus[0]},A1,L1,,7`)),
      await tried(fileOf(`${skus[0]},A2,L1,,3`)),
    ];
    await applyFile(manager, one);
    expect(await applyFile(manager, again)).toMatchObject({ state: "done", unchangedCount: 1 });
    expect(await applyFile(manager, other)).toMatchObject({ state: "done", createdCount: 1 });
    const more = await bring(`${skus[0]},A1,L1,,7`, `${skus[0]},A1,L2,,1`);
    expect(more).toMatchObject({ state: "done", createdCount: 1, unchangedCount: 1 });
    expect(await onHand()).toBe("11");
  });
});

describe("while opening stock is imported", () => {
  test("goods of the same product are received elsewhere without waiting, and both count", async () => {
    const order = await sentOrder(await testApp.as("BUYER"), records);
    const held = await heldImport(testApp, manager, await tried(fileOf(`${skus[0]},A1,,,7`)));
    await receive(manager, records, order, { 0: { accepted: "3" } });
    expect(await held.release()).toMatchObject({ state: "done", createdCount: 1 });
    expect([await onHand(), await stockOf(testApp, idAt(0))]).toEqual(["10", "10"]);
  });

  test("goods that are received in the same bin end it, and nothing of it is written", async () => {
    const order = await sentOrder(await testApp.as("BUYER"), records);
    const check = await tried(fileOf(`${skus[1]},A1,,,2`, `${skus[0]},RECEIVING,,,7`));
    const held = await heldImport(testApp, manager, check);
    await receive(manager, records, order, { 0: { accepted: "3" } });
    expect(await held.release()).toMatchObject({
      state: "failed",
      failure: "Row 3 cannot be imported any more: what it names was changed. Check the file again.",
    });
    expect([await onHand(), await onHand(1)]).toEqual(["3", "0"]);
    expect(await stockOf(testApp, idAt(0))).toBe("3");
  });

  test.each([
    ["the same goods", null],
    ["other lots of them", "L2"],
  ])("what another file says of %s meanwhile ends it too, so that nothing is there twice", async (_, lot) => {
    const held = await heldImport(testApp, manager, await tried(fileOf(`${skus[0]},A1,,,7`)));
    await asSuper(
      testApp,
      `with said as (insert into stock_moves (company_id, product_id, storage_location_id, quantity, lot_number, reason)
          select company_id, $1, id, 7, $3, 'opening' from storage_locations where location_id = $2 and code = 'A1')
        update products set on_hand = on_hand + 7 where id = $1`,
      [idAt(0), place.id, lot],
    );
    expect(await held.release()).toMatchObject({ state: "failed" });
    expect([await onHand(), await stockOf(testApp, idAt(0))]).toEqual(["7", "7"]);
  });
});
