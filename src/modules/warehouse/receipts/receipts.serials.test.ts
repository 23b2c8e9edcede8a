import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide, saved } from "#main/testing/records/orders.ts";
import {
  aLine,
  anOrder,
  aProduct,
  aReceipt,
  aSite,
  conservation,
  type Order,
  type Site,
} from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { receiptInput } from "./receipts.contract.ts";

let testApp: TestApp;
let site: Site;
let manager: Client;
const path = "/api/warehouse/receipts";
const issuesPath = "/api/warehouse/issues";

beforeAll(async () => {
  testApp = await startTestApp();
  site = await aSite(testApp);
  manager = await testApp.as("COMPANY_ADMIN");
});
afterAll(async () => {
  expect(await conservation(testApp)).toEqual({ strayItems: 0, strayProducts: 0, strayLines: 0 });
  await testApp.close();
});

const product = () => aProduct(testApp, { tracking_mode: "serial" });
const orderOf = (productId: string, orderedQty = "10", values: Record<string, unknown> = {}) =>
  anOrder(testApp, site, [{ productId, orderedQty }], { status: "confirmed", ...values });
const post = (po: Order, lines: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  manager.post(
    path,
    aReceipt(
      site,
      lines.map((line) => aLine(po.items[0]!, line)),
      more,
    ),
  );
const linesOf = (receipt: Body) => receipt["lines"] as unknown as Body[];
const issuesOf = async (receipt: Body): Promise<string[]> =>
  (await manager.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items.map((issue) => String(issue["description"]));

describe("a product that is tracked by serial number", () => {
  test("has the number of each piece on its receipt, which is found by it, and a reversal names the same ones", async () => {
    const { id, sku } = await product();
    const numbers = [`${sku}-1`, `${sku}-2`, `${sku}-3`];
    const receipt = await saved(
      post(await orderOf(id), [{ acceptedQty: "2", damagedQty: "1", serialNumbers: numbers }]),
    );
    expect(linesOf(receipt)).toMatchObject([{ serialNumbers: numbers }]);
    expect((await issuesOf(receipt)).join()).not.toContain("serial");
    const found = (await manager.get(`${path}?q=${numbers[1]}`)).body.items;
    expect(found.map((one) => one.id)).toEqual([receipt.id]);
    const reversed = await saved(decide(manager, `${path}/${receipt.id}/reverse`, { reason: "Wrong door" }));
    const reversal = await saved(manager.get(`${path}/${String(reversed["reversedById"])}`));
    expect(linesOf(reversal)).toMatchObject([{ acceptedQty: "-2", serialNumbers: numbers }]);
  });

  test("is received although a number cannot be read: that is a fact, and is flagged", async () => {
    const { id, sku } = await product();
    const receipt = await saved(post(await orderOf(id), [{ acceptedQty: "3", serialNumbers: [`${sku}-1`] }]));
    const [flagged] = (await manager.get(`${issuesPath}?receiptId=${receipt.id}`)).body.items;
    expect(flagged).toMatchObject({ kind: "other", qtyAffected: "2" });
    expect(flagged!["description"]).toMatch(/^2 pieces of SKU-.* came without a serial number/);
    const rejected = await saved(post(await orderOf(id), [{ rejectedQty: "2" }]));
    expect((await issuesOf(rejected)).join()).not.toContain("serial");
  });

  test("has no more numbers than pieces, and each number once in a receipt, however it is written", async () => {
    const { id } = await product();
    const po = await orderOf(id);
    const refused = async (...lines: Record<string, unknown>[]) => {
      const { status, body } = await post(po, lines);
      expect(status).toBe(422);
      return body["fields"];
    };
    const one = { acceptedQty: "1" };
    expect(await refused({ ...one, serialNumbers: ["A", "B"] })).toMatchObject({
      "lines.0.serialNumbers": expect.stringContaining("fewer pieces"),
    });
    expect(await refused({ acceptedQty: "2", serialNumbers: ["A-7", "a-7"] })).toMatchObject({
      "lines.0.serialNumbers": expect.stringContaining("twice"),
    });
    expect(await refused({ ...one, serialNumbers: ["A-7"] }, { ...one, serialNumbers: ["a-7"] })).toMatchObject({
      "lines.1.serialNumbers": expect.stringContaining("another line"),
    });
    expect(await refused({ ...one, serialNumbers: [" "] })).toHaveProperty(["lines.0.serialNumbers.0"]);
  });

  test("whose number was received before is flagged with that receipt, unless it was taken back", async () => {
    const { id, sku } = await product();
    const other = await product();
    const line = { acceptedQty: "1", serialNumbers: [`${sku}-9`] };
    const first = await saved(post(await orderOf(id), [line]));
    const again = await saved(post(await orderOf(id), [{ ...line, serialNumbers: [`${sku}-9`.toLowerCase()] }]));
    expect(await issuesOf(again)).toEqual([expect.stringContaining(`(${String(first["number"])})`)]);
    expect(await issuesOf(await saved(post(await orderOf(other.id), [line])))).toEqual([]);
    for (const receipt of [again, first])
      await saved(decide(manager, `${path}/${receipt.id}/reverse`, { reason: "Counted twice" }));
    expect(await issuesOf(await saved(post(await orderOf(id), [line])))).toEqual([]);
  });

  test("that was put aside is taken with its numbers, and whole, because nobody says which pieces are meant", async () => {
    const { id, sku } = await product();
    const po = await orderOf(id);
    const numbers = [`${sku}-1`, `${sku}-2`];
    const line = { acceptedQty: "2", serialNumbers: numbers, isUnexpected: true };
    const receipt = await saved(post(po, [line]));
    const [issue] = (await manager.get(`${issuesPath}?receiptId=${receipt.id}&kind=unexpected`)).body.items;
    const take = (body: object) => decide(manager, `${issuesPath}/${issue!.id}/take-goods`, body);
    expect((await take({ quantity: "1" })).body["fields"]).toMatchObject({
      quantity: expect.stringContaining("serial numbers"),
    });
    const taken = await saved(take({}));
    const settled = await saved(manager.get(`${path}/${String(taken["resolvedByReceiptId"])}`));
    expect(linesOf(settled).map((one) => [one["acceptedQty"], one["serialNumbers"]])).toEqual([
      ["-2", numbers],
      ["2", numbers],
    ]);
  });
});

test("what a phone counted before lines had serial numbers is the same receipt when it is sent again", async () => {
  const po = await orderOf((await aProduct(testApp)).id);
  const body = aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "1" })]);
  const first = await saved(manager.post(path, body));
  const without = (name: string, value: unknown) => (name === "serialNumbers" ? undefined : value);
  const asItWas = JSON.stringify(receiptInput.parse(body), without);
  await asSuper(testApp, "update receipts set content_hash = sha256(convert_to($1, 'UTF8')) where id = $2", [
    asItWas,
    first.id,
  ]);
  expect(await manager.post(path, body)).toMatchObject({ status: 200, body: { id: first.id } });
});
