import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { pdfTexts } from "#main/testing/files/pdf-text.ts";
import { makeWorkbook, textRows } from "#main/testing/files/workbook.ts";
import { statementsOf } from "#main/testing/database/statements.ts";
import { cartonOf12, offerOf } from "#main/testing/records/offers.ts";
import {
  decide,
  inDays,
  orderRecords,
  ordersPath,
  saved,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";

// Not conformed: a file of lines has no list and no form.
let testApp: TestApp;
let buyer: Client;
let admin: Client;
let records: OrderRecords;
let vendor: Body;
let place: string;
let skus: string[];
/** A number of their old program that no other test has. */
let old: string;
let made = 0;

beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  [buyer, admin] = [await testApp.as("BUYER"), await testApp.as("SUPER_ADMIN")];
  await asSuper(testApp, "update companies set po_approval_threshold = 1000 where id = $1", [testApp.companies.a]);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  records = await orderRecords(admin, { products: 3, vendor: { currency: "USD", paymentTermsDays: 30 } });
  for (const at of [0, 1, 2])
    await offerOf(buyer, records, at, { vendorSku: `their-${made}-${at}`, currency: "USD" }, []);
  vendor = await saved(buyer.get(`/api/warehouse/vendors/${records.vendorId}`));
  place = (await saved(admin.get(`/api/settings/locations/${records.shipToLocationId}`))).code;
  skus = records.products.map(({ sku }) => sku);
  old = `45-${(made += 1)}`;
});

const head = "Order number,Line,Vendor,Location,Order date,Needed by,SKU,Quantity,Received,Unit,Price";
/** A row of an order to the vendor of the test. */
const row = (number: string, cells: string): string => {
  const [lineNo, ...rest] = cells.split(",");
  return [number, lineNo, vendor.code, place, "2026-09-01", inDays(10), ...rest].join(",");
};
const fileOf = (...rows: string[]) => [head, ...rows, ""].join("\n");
const bring = (...rows: string[]) => importFile(buyer, "purchase-order", fileOf(...rows));
const tried = async (content: string | Buffer, client = buyer, name = "file.csv") =>
  checkFile(client, await saved(uploadFile(client, "purchase-order", content, { name })));
const find = async (number: string, client = buyer): Promise<PurchaseOrder> => {
  const { items } = await saved(client.get(`${ordersPath}?q=${encodeURIComponent(number.toLowerCase())}`));
  const [order] = items.filter((one) => one["externalNumber"] === number);
  if (!order) throw new Error(`no order was ${number}`);
  return (await saved(client.get(`${ordersPath}/${order.id}`))) as unknown as PurchaseOrder;
};
const history = async ({ id }: { id: string }) => (await saved(buyer.get(`${ordersPath}/${id}/history`))).items;
const mails = () =>
  asSuper(
    testApp,
    `select count(*)::int as n from mails union all select count(*)::int from outbox where task like 'mail%'
      union all select count(*)::int from graphile_worker.jobs where task_identifier like 'mail%'`,
  );

describe("open orders of another program", () => {
  test("become drafts with what is still to come of each line, in the vendor's currency, and nothing is mailed", async () => {
    const second = `${old}-b`;
    const before = await mails();
    const file = fileOf(
      row(old, `10,${skus[0]},100,40,piece,2.50`),
      row(second, `1,${skus[2]},3,,piece,0.3333`),
      row(old, `20,their-${made - 1}-1,7,,piece,1`),
    );
    const check = await tried(file);
    expect(await badRows(buyer, check)).toEqual({});
    expect(check["notes"]).toEqual([
      "Orders that are new come in as drafts. Nothing is sent: submit and send each as any other.",
    ]);
    expect(await applyFile(buyer, check)).toMatchObject({ state: "done", createdCount: 3, updatedCount: 0 });
    const [one, two] = [await find(old), await find(second)];
    expect(one).toMatchObject({
      status: "draft",
      receiptStatus: "not_received",
      revision: 0,
      orderDate: "2026-09-01",
      requestedDate: inDays(10),
      currency: "USD",
      paymentTermsDays: 30,
      buyerId: testApp.users.BUYER,
      createdBy: testApp.users.BUYER,
      authors: [testApp.users.BUYER],
      submittedAt: null,
      sentAt: null,
      lineCount: 2,
      subtotal: "157",
      total: "157",
    });
    expect(one.items).toMatchObject([
      { lineNo: 10, sku: skus[0], orderedQty: "60", receivedBeforeQty: "40", receivedQty: "0", unitPrice: "2.5" },
      {
        lineNo: 20,
        sku: skus[1],
        orderedQty: "7",
        receivedBeforeQty: "0",
        receivedQty: "0",
        vendorSku: `their-${made - 1}-1`,
      },
    ]);
    expect(two).toMatchObject({ total: "1", items: [{ lineNo: 1, orderedQty: "3", lineTotal: "0.9999" }] });
    expect(Number(two.number.slice(-5)) - Number(one.number.slice(-5))).toBe(1);
    expect(await history(one)).toMatchObject([
      { step: "created", actorKind: "import", actorName: "buyer Alpha", note: "file.csv" },
    ]);
    expect(await mails()).toEqual(before);
    expect(await asSuper(testApp, "select 1 from receipts")).toEqual([]);
  });

  test("are read from a workbook with German headings, with packs, discounts and days as Germans write them", async () => {
    await offerOf(buyer, records, 0, { vendorSku: "K", currency: "USD" }, [cartonOf12]);
    const table = [
      [
        "Bestellnummer",
        "Position",
        "Lieferant",
        "Standort",
        "Liefertermin",
        "Währung",
        "Artikelnummer",
        "Menge",
        "Geliefert",
      ],
      [old, "1", vendor.code, place, "24.12.2026", "EUR", skus[0] ?? "", "12,5", "0,5"],
    ];
    const more = [
      ["Einheit", "Preis", "Rabatt", "Steuer", "Bemerkung"],
      ["Karton à 12", "1.200,50", "10", "19", "Tor 2"],
    ];
    const rows = table.map((cells, at) => [...cells, ...(more[at] ?? [])]);
    const check = await tried(makeWorkbook({ rows: textRows(rows) }), buyer, "offen.xlsx");
    expect(await badRows(buyer, check)).toEqual({});
    await applyFile(buyer, check);
    expect(await find(old)).toMatchObject({
      currency: "EUR",
      requestedDate: "2026-12-24",
      total: "15428.83", // 12 × 1,200.50 less 10 %, and 19 % of it
      items: [
        {
          orderedQty: "12",
          receivedBeforeQty: "0.5",
          uom: "XCT",
          qtyPerUom: "12",
          unitPrice: "1200.5",
          discountPct: "10",
          notes: "Tor 2",
        },
      ],
    });
  });

  test("lines without a number get the next ones, and are found again by their product", async () => {
    await bring(row(old, `,${skus[0]},5,,,1`), row(old, `,${skus[1]},6,,,1`));
    expect((await find(old)).items.map(({ lineNo, sku }) => [lineNo, sku])).toEqual([
      [1, skus[0]],
      [2, skus[1]],
    ]);
    const again = await tried(fileOf(row(old, `,${skus[1]},9,,,1`), row(old, `,${skus[2]},1,,,1`)));
    expect(again).toMatchObject({ newCount: 1, changedCount: 1, badCount: 0 });
    await applyFile(buyer, again);
    const order = await find(old);
    expect(order.items.map(({ lineNo, orderedQty }) => [lineNo, orderedQty])).toEqual([
      [1, "5"],
      [2, "9"],
      [3, "1"],
    ]);
    expect(order).toMatchObject({ total: "15", lineCount: 3 });
    expect((await history(order))[0]).toMatchObject({
      step: "updated",
      changes: { "items.2.orderedQty": { from: "6", to: "9" }, "items.3": { from: null, to: `1 EA ${skus[2]}` } },
    });
  });
});

describe("a second import", () => {
  test("of the same file changes nothing: no line, no version, no event", async () => {
    const rows = [row(old, `10,${skus[0]},100,40,piece,2.5`), row(old, `20,${skus[1]},7,,piece,1`)];
    await bring(...rows);
    const before = await find(old);
    expect(await bring(...rows)).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 2 });
    expect(await find(old)).toEqual(before);
    expect(await history(before)).toHaveLength(1);
  });

  test("shows what it would change in a draft, and makes whoever imports it one of its authors", async () => {
    await bring(row(old, `10,${skus[0]},100,40,piece,2.5`));
    const manager = await testApp.as("WAREHOUSE_MANAGER");
    const check = await tried(fileOf(row(old, `10,${skus[0]},100,55,piece,3`)), manager);
    expect(check).toMatchObject({ newCount: 0, changedCount: 1 });
    const { items } = await saved(manager.get(`/api/imports/${check.id}/rows?outcome=changed`));
    expect(items[0]?.["changes"]).toEqual({
      receivedQty: { from: "40", to: "55" },
      unitPrice: { from: "2.5", to: "3" },
    });
    const { version } = await find(old);
    await applyFile(manager, check);
    expect(await find(old)).toMatchObject({
      version: version + 1,
      total: "135",
      items: [{ orderedQty: "45", receivedBeforeQty: "55", unitPrice: "3" }],
      authors: [testApp.users.BUYER, testApp.users.WAREHOUSE_MANAGER],
    });
  });

  test("leaves an order alone that was submitted since, and says so where it would change it", async () => {
    const same = row(old, `10,${skus[0]},10,,piece,2.5`);
    await bring(same);
    const { id } = await find(old);
    const stale = await tried(fileOf(row(old, `10,${skus[0]},11,,piece,2.5`)));
    await step(buyer, id, "submit");
    const before = await find(old);
    expect(await bring(same)).toMatchObject({ unchangedCount: 1 });
    for (const other of [`10,${skus[0]},12,,piece,2.5`, `20,${skus[1]},1,,piece,1`])
      expect(await badRows(buyer, await tried(fileOf(row(old, other))))).toEqual({
        2: { orderNumber: `${before.number} is no draft any more, or is held. Change it there.` },
      });
    // Checked before, applied after: nothing of it is written.
    expect(await applyFile(buyer, stale)).toMatchObject({ state: "failed", createdCount: 0, updatedCount: 0 });
    expect(await find(old)).toEqual(before);
  });
});

describe("an import is no way around", () => {
  test("the approval: an order above the threshold waits, and who imported it does not approve it", async () => {
    const manager = await testApp.as("WAREHOUSE_MANAGER");
    await asSuper(testApp, "update companies set separate_approver = true where id = $1", [testApp.companies.a]);
    await importFile(manager, "purchase-order", fileOf(row(old, `1,${skus[0]},10000,,piece,5`)));
    const { id } = await find(old);
    expect((await buyer.post(`${ordersPath}/${id}/send`, { version: 1 })).status).toBe(409);
    expect(await step(buyer, id, "submit")).toMatchObject({ status: "pending_approval" });
    expect(await decide(manager, `${ordersPath}/${id}/approve`)).toMatchObject({
      status: 409,
      body: { code: "own_order" },
    });
  });

  test("the permission: who may not write orders imports none", async () => {
    for (const role of ["VIEWER", "RECEIVER", "DOCK_SUPERVISOR"] as const)
      expect((await uploadFile(await testApp.as(role), "purchase-order", head)).status, role).toBe(403);
  });

  test("the walls between companies: another one's order, vendor and products are not there", async () => {
    await bring(row(old, `1,${skus[0]},5,,piece,1`));
    const before = await find(old);
    const elsewhere = await testApp.as("BUYER", "b");
    expect(await badRows(elsewhere, await tried(fileOf(row(old, `1,${skus[0]},6,,piece,1`)), elsewhere))).toEqual({
      2: {
        vendorCode: `There is no vendor ${vendor.code}. Import the vendors first.`,
        location: `There is no location ${place}. Import it first.`,
        sku: `There is no product ${skus[0]}. Import the products first.`,
      },
    });
    expect(await find(old)).toEqual(before);
  });
});

test("twenty rows and four hundred take as many statements, and a thousand at most twice as many", async () => {
  const ofOrders = (texts: string[]) => texts.filter((text) => /purchase_order|counters/.test(text)).length;
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) =>
      row(`${old}-${from + Math.floor(n / 2)}`, `${(n % 2) + 1},${skus[n % 2]},${n + 1},,piece,1`),
    );
  const counted = async (count: number, from: number) => {
    let check: Body | undefined;
    const record = await saved(uploadFile(buyer, "purchase-order", fileOf(...rows(count, from))));
    const checking = await statementsOf(async () => void (check = await checkFile(buyer, record)));
    expect(check).toMatchObject({ newCount: count, badCount: 0 });
    const applying = await statementsOf(async () => {
      expect(await applyFile(buyer, check as Body)).toMatchObject({ state: "done", createdCount: count });
    });
    return [ofOrders(checking), ofOrders(applying)];
  };
  await untilDone(testApp);
  const [checks = 0, writes = 0] = await counted(20, 1000);
  expect(await counted(400, 2000)).toEqual([checks, writes]);
  const [moreChecks, moreWrites] = await counted(1000, 3000);
  expect(moreChecks).toBe(2 * checks);
  expect(moreWrites).toBeLessThan(2 * writes); // what ends an import is asked once
  const [sum] = await asSuper<{ n: number; numbers: number }>(
    testApp,
    "select count(*)::int as n, count(distinct number)::int as numbers from purchase_orders where external_number like $1",
    [`${old}-%`],
  );
  expect(sum).toEqual({ n: 710, numbers: 710 });
});

test("the vendor is told which of their orders it is: on the page, and on paper", async () => {
  await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  await bring(row(old, `1,${skus[0]},5,,piece,1`));
  const { id } = await find(old);
  await step(buyer, id, "submit");
  await step(buyer, id, "send");
  const path = `/api/links/purchase-orders/${id}`;
  expect(await saved(buyer.get(path))).toMatchObject({ externalNumber: old, status: "sent" });
  const cookie = [...buyer.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const paper = await testApp.app.inject({ url: `${path}/order.pdf`, headers: { cookie } });
  expect(pdfTexts(paper.rawPayload).join("").replaceAll(" ", "")).toContain(`ournumberbefore:${old}`);
});
