import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { applyFile, badRows, checkFile, heldImport, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { orderFiles, type OrderFiles } from "#main/testing/records/open-orders.ts";
import { orderBody, ordersPath, receive, saved, step } from "#main/testing/records/orders.ts";

let testApp: TestApp;
let buyer: Client;
let files: OrderFiles;
/** A number of their old program that no other test has. */
let old: string;
let made = 0;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());
beforeEach(async () => {
  files = await orderFiles(await testApp.as("SUPER_ADMIN"), buyer);
  old = `45-${(made += 1)}`;
});

const tried = async (content: string) => checkFile(buyer, await saved(uploadFile(buyer, "purchase-order", content)));
const bring = (content: string) => importFile(buyer, "purchase-order", content);
const write = (): Promise<Body> => saved(buyer.post(ordersPath, orderBody(files.records)));
const exported = async () => (await buyer.get(`${ordersPath}/lines/export.csv`)).text;
/** All orders that had this number in the old program, the oldest first. */
const called = async (number: string): Promise<Body[]> =>
  (await saved(buyer.get(`${ordersPath}?q=${number.toLowerCase()}&archived=with&sort=createdAt`))).items.filter(
    (order) => order["externalNumber"] === number,
  );
const numberOf = ({ number }: Body): string => String(number);
/** The number that comes `steps` after one of ours. */
const after = (number: string, steps: number): string =>
  number.slice(0, -5) + String(Number(number.slice(-5)) + steps).padStart(5, "0");

describe("the number of an order here and in the old program", () => {
  test("a new order gets no number that one of the old program has, whether it was there before or came in the same file", async () => {
    const own = numberOf(await write());
    // The file's own orders are numbered here too: four of its numbers are the next four of ours.
    await bring(files.file(...[1, 2, 3, 4].map((steps) => ({ order: after(own, steps) }))));
    const imported = await Promise.all([1, 2, 3, 4].map((steps) => called(after(own, steps))));
    expect(imported.flat().map(numberOf)).toEqual([5, 6, 7, 8].map((steps) => after(own, steps)));
    const last = numberOf(await write());
    await bring(files.file({ order: after(last, 2) })); // gets the number between
    expect(numberOf(await write())).toBe(after(last, 3));
  });

  test("a file's number that is one of ours is told and never taken for it, until the file says which order is meant", async () => {
    const order = await write();
    const check = await tried(files.file({ order: numberOf(order), qty: "77" }));
    expect(await badRows(buyer, check)).toEqual({
      2: {
        orderNumber: [
          `${numberOf(order)} is an order that was written here. If that one is meant, give its number as “Number in Waybill” too;`,
          "if another one is, give that one another number in the file.",
        ].join(" "),
      },
    });
    expect(await saved(buyer.get(`${ordersPath}/${order.id}`))).toEqual(order);
    await bring(files.file({ order: old }));
    const imported = numberOf((await called(old))[0] as Body);
    expect(await badRows(buyer, await tried(files.file({ order: imported })))).toMatchObject({
      2: { orderNumber: expect.stringContaining(`${imported} is an order that was written here.`) },
    });
  });

  test("what says “Number in Waybill” is about that order, and has to call it as it is called", async () => {
    const order = await write();
    const said = (number: string, here: string) =>
      files
        .file({ order: number, line: "2", qty: "25", price: "2.5" })
        .split("\n")
        .map((line, at) => (line === "" ? line : `${line},${at === 0 ? "Number in Waybill" : here}`))
        .join("\n");
    const change = await tried(said(numberOf(order), numberOf(order).toLowerCase()));
    expect(change).toMatchObject({ badCount: 0, newCount: 0, changedCount: 1 });
    await applyFile(buyer, change);
    expect((await saved(buyer.get(`${ordersPath}/${order.id}`))).items[1]).toMatchObject({ orderedQty: "25" });
    expect(await badRows(buyer, await tried(said(old, numberOf(order))))).toEqual({
      2: { numberInWaybill: `${numberOf(order)} is the order ${numberOf(order)}.` },
    });
    expect(await badRows(buyer, await tried(said(old, "PO-none")))).toEqual({
      2: { numberInWaybill: "There is no order PO-none here." },
    });
  });

  test("our own file of open lines tells two orders apart that are called alike, and is taken in lower case too", async () => {
    const own = await write();
    await bring(files.file({ order: old }));
    const [imported] = await called(old);
    // As it was possible before new numbers left out those of the old program.
    await asSuper(testApp, "update purchase_orders set external_number = $1 where id = $2", [
      numberOf(own),
      imported?.id,
    ]);
    const read = () => asSuper(testApp, "select * from purchase_orders order by id");
    const before = await read();
    const text = await exported();
    expect(
      text.split(/\r?\n/).filter((line) => line.startsWith(`${numberOf(own)},${numberOf(imported as Body)},`)),
    ).toHaveLength(1);
    expect(text.split(/\r?\n/).filter((line) => line.startsWith(`${numberOf(own)},${numberOf(own)},`))).toHaveLength(3);
    for (const content of [text, text.replaceAll("PO-", "po-")]) {
      const done = await bring(content);
      expect(done).toMatchObject({ createdCount: 0, unchangedCount: done["rowCount"] });
    }
    expect(await read()).toEqual(before);
  });
});

describe("while a file is imported", () => {
  const outOfDate = {
    state: "failed",
    failure: "Row 3 cannot be imported any more: what it names was changed. Check the file again.",
  };
  const drawn = async (client = buyer, of = files) =>
    numberOf(await saved(client.post(ordersPath, orderBody(of.records))));

  test("an order that gets a number which the file brings ends it; checked again, the file is told", async () => {
    const content = files.file({ order: old }, { order: after(await drawn(), 3) });
    const held = await heldImport(testApp, buyer, await tried(content));
    const written = await drawn();
    expect(await held.release()).toMatchObject(outOfDate);
    expect(await called(old)).toEqual([]);
    expect(await badRows(buyer, await tried(content))).toMatchObject({
      3: { orderNumber: expect.stringContaining(`${written} is an order that was written here.`) },
    });
  });

  test("an order that comes from another program with a number which one of the file got here ends it, too", async () => {
    const own = await write();
    const held = await heldImport(testApp, buyer, await tried(files.file({ order: old }, { order: `${old}-b` })));
    await asSuper(testApp, "update purchase_orders set external_number = $1 where id = $2", [
      after(numberOf(own), 2).toLowerCase(),
      own.id,
    ]);
    expect(await held.release()).toMatchObject(outOfDate);
    expect(await called(old)).toEqual([]);
  });

  test("whoever draws a number as it ends gets none that it brought, also where it is the first of its company", async () => {
    const [admin, writer] = [await testApp.as("SUPER_ADMIN", "b"), await testApp.as("BUYER", "b")];
    const theirs = await orderFiles(admin, writer);
    const first = await drawn(writer, theirs);
    const brought = theirs.file({ order: after(first, 2) }); // gets the number between
    const check = await checkFile(writer, await saved(uploadFile(writer, "purchase-order", brought)));
    const held = await heldImport(testApp, writer, check);
    const gate = new pg.Client({ connectionString: testApp.superUrl });
    await gate.connect();
    await gate.query("begin; select 1 from counters where series = 'purchase-order' for update");
    const waiting = () =>
      asSuper(
        testApp,
        "select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and query like '%counters%'",
      );
    const released = held.release();
    await expect.poll(waiting).toHaveLength(1);
    const writing = drawn(writer, theirs);
    await expect.poll(waiting).toHaveLength(2);
    await gate.end();
    expect(await released).toMatchObject({ state: "done" });
    expect(await writing).toBe(after(first, 3));
  });
});

describe("an order of the file that does not go on here", () => {
  test("was cancelled: its number is free, the dry run says so, and it comes in as a new draft", async () => {
    await bring(files.file({ order: old }));
    const [first] = await called(old);
    await step(buyer, first?.id ?? "", "cancel", { reason: "ordered twice" });
    const check = await tried(files.file({ order: old }));
    expect(check).toMatchObject({ newCount: 1, unchangedCount: 0, badCount: 0 });
    expect(check["notes"]).toContain(
      `These orders were cancelled here and come in again, as new drafts: ${old} (${numberOf(first as Body)}).`,
    );
    await applyFile(buyer, check);
    expect((await called(old)).map(({ id, status }) => [id === first?.id, status])).toEqual([
      [true, "cancelled"],
      [false, "draft"],
    ]);
    expect(await bring(files.file({ order: old }))).toMatchObject({ createdCount: 0, unchangedCount: 1 });
  });

  test("is archived: its rows are refused until it is restored, also where they say the same", async () => {
    await bring(files.file({ order: old }));
    const [order] = await called(old);
    await saved(buyer.post(`${ordersPath}/${order?.id}/archive`));
    for (const qty of ["10", "11"])
      expect(await badRows(buyer, await tried(files.file({ order: old, qty })))).toEqual({
        2: { orderNumber: `${numberOf(order as Body)} is archived. Restore it first, or leave its rows out.` },
      });
    await saved(buyer.post(`${ordersPath}/${order?.id}/restore`));
    expect(await bring(files.file({ order: old }))).toMatchObject({ unchangedCount: 1 });
  });

  test("is closed: its rows are refused, also where they say the same", async () => {
    await bring(files.file({ order: old }));
    const [order] = await called(old);
    await step(buyer, order?.id ?? "", "submit");
    const sent = await step(buyer, order?.id ?? "", "send");
    await receive(await testApp.as("WAREHOUSE_MANAGER"), files.records, sent, { 0: { accepted: "10" } });
    expect((await called(old))[0]).toMatchObject({ status: "closed" });
    expect(await badRows(buyer, await tried(files.file({ order: old })))).toEqual({
      2: { orderNumber: `${numberOf(order as Body)} is closed. Reopen it first, or leave its rows out.` },
    });
  });
});
