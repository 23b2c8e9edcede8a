import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { served } from "#main/app.ts";
import type { RouteShape } from "#shared/contract/contract.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { aYard, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { oneOfEverything } from "#main/testing/conform/everything.ts";
import { orderBody, orderRecords, ordersPath, saved, sentOrder } from "#main/testing/records/orders.ts";
import { inputSchema } from "#main/testing/conform/samples.ts";
import { statementsOf } from "#main/testing/database/statements.ts";

// The benchmark work.queries: SQL statements of a handler, counted, not timed. It gates every build, for it is the same on every machine.
let testApp: TestApp;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("SUPER_ADMIN");
  for (let n = 0; n < 3; n += 1) await oneOfEverything(client);
});
afterAll(() => testApp.close());

const pages = served
  .flatMap(({ contract }) => (contract["list"] && takes(contract["list"], "limit") ? [contract] : []))
  .map((contract) => [contract["list"]?.path ?? "", contract] as const);

function takes({ query }: RouteShape, name: string): boolean {
  return query !== undefined && name in (inputSchema(query).properties ?? {});
}

async function expectAtMost(most: number, work: () => Promise<unknown>): Promise<number> {
  const sent = await statementsOf(work);
  expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(most);
  return sent.length;
}

test.each(pages)("%s takes at most two statements, however many records it shows", async (path) => {
  const few = await expectAtMost(2, () => saved(client.get(`${path}?limit=1`)));
  const many = await expectAtMost(2, () => saved(client.get(`${path}?limit=200`)));
  expect(many).toBeLessThanOrEqual(few);
});

test.each(pages.filter(([, contract]) => contract["read"]))("one record of %s takes at most three", async (path) => {
  const { items } = await saved(client.get(`${path}?limit=1`));
  const [first] = items;
  if (first) await expectAtMost(3, () => saved(client.get(`${path}/${first.id}`)));
});

describe("a write takes as many statements for ten lines as for one", () => {
  const expectSame = async (most: number, write: (lines: number) => Promise<unknown>) => {
    const one = await expectAtMost(most, () => write(1));
    expect(await expectAtMost(most, () => write(10))).toBe(one);
  };

  test("a purchase order, at most five", async () => {
    const records = await orderRecords(client, { products: 10 });
    await expectSame(5, (lines) =>
      saved(
        client.post(ordersPath, orderBody({ ...records, products: records.products.slice(0, lines) }), {
          "idempotency-key": randomUUID(),
        }),
      ),
    );
  });

  test("a receipt, with everything that follows from it", async () => {
    const records = await orderRecords(client, { products: 10 });
    const order = await sentOrder(client, records);
    const line = (item: (typeof order.items)[number]) => ({
      purchaseOrderItemId: item.id,
      productId: item["productId"],
      uom: item["uom"],
      qtyPerUom: item["qtyPerUom"],
      acceptedQty: "1",
      damagedQty: "0",
      rejectedQty: "0",
    });
    await expectSame(13, (lines) =>
      saved(
        client.post("/api/warehouse/receipts", {
          clientReceiptKey: randomUUID(),
          locationId: records.shipToLocationId,
          lines: order.items.slice(0, lines).map(line),
        }),
      ),
    );
  });

  test("a booking with the lines that it brings", async () => {
    const records = await orderRecords(client, { products: 10 });
    const yard = await aYard(client, { docks: 2 });
    const order = await sentOrder(client, { ...records, shipToLocationId: yard.locationId });
    await expectSame(15, async (lines) =>
      saved(
        client.post(deliveriesPath, {
          locationId: yard.locationId,
          dockId: yard.dockIds[lines === 1 ? 0 : 1],
          ...from(8, 9),
          lines: order.items.slice(0, lines).map(({ id }) => ({ purchaseOrderItemId: id, plannedQty: "1" })),
        }),
      ),
    );
  });
});
