import { randomUUID } from "node:crypto";
import { orderBody, ordersPath, sentOrder } from "#main/testing/records/orders.ts";
import { sentBy, type Sent } from "#main/testing/database/statements.ts";
import type { Bench, Row } from "./row.ts";
import { compare, load, within, type Target } from "./measure.ts";
import type { Running, Environment } from "./environment.ts";

const sentOrders = `${ordersPath}?status=sent&sort=-createdAt&limit=50`;

/** The statement that makes a page of a list, as the handler sends it. */
async function pageStatement(environment: Environment, path: string): Promise<Sent> {
  const sent = await sentBy(() => environment.client.get(path));
  const page = sent.find(({ text }) => text.includes("cursor_text"));
  if (!page) throw new Error(`no page was read by ${path}`);
  return page;
}

/** The address of the page after this one: it brings no total, as most pages do. */
export async function nextPage(environment: Environment, path: string): Promise<string> {
  const { body, text } = await environment.client.get(path);
  if (!body.nextCursor) throw new Error(`${path} has one page only: ${text.slice(0, 200)}`);
  return `${path.replace(/&cursor=.*$/, "")}&cursor=${encodeURIComponent(body.nextCursor)}`;
}

/** The page that begins after so many rows. */
export async function pageAt(environment: Environment, path: string, rows: number): Promise<string> {
  let address = path.replace(/limit=\d+/, "limit=200");
  for (let seen = 0; seen + 200 <= rows; seen += 200) address = await nextPage(environment, address);
  return address.replace("limit=200", "limit=50");
}

const get = (environment: Environment, path: string): Target => environment.ours(() => ({ path }));
const bare = (floor: Running, path: string): Target => ({ address: floor.address, next: () => ({ path }) });

/** Posts receipts of 10 lines, over many orders in turn: one that is received a hundred times is nobody's. */
export async function receives(environment: Environment, orders = 120): Promise<Target> {
  const items = environment.records.products.map(({ id }) => ({
    productId: id,
    orderedQty: "1000000",
    uom: "EA",
    unitPrice: "2.5",
  }));
  const bodies: Record<string, unknown>[] = [];
  for (let n = 0; n < orders; n += 1) {
    const order = await sentOrder(environment.client, environment.records, { items });
    bodies.push({
      locationId: environment.records.shipToLocationId,
      lines: order.items.map((item) => ({
        purchaseOrderItemId: item.id,
        productId: item["productId"],
        uom: "EA",
        qtyPerUom: "1",
        acceptedQty: "1",
        damagedQty: "0",
        rejectedQty: "0",
      })),
    });
  }
  let n = 0;
  return environment.ours(() => ({
    method: "POST",
    path: "/api/warehouse/receipts",
    body: { ...bodies[n++ % orders], clientReceiptKey: randomUUID() },
  }));
}

/** Writes orders of 10 lines. */
export function creates(environment: Environment): Target {
  const body = orderBody(environment.records);
  return environment.ours(() => ({
    method: "POST",
    path: ordersPath,
    body,
    headers: { "idempotency-key": randomUUID() },
  }));
}

export const apiRows: readonly Row[] = [
  {
    name: "api.list50",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const path = await nextPage(environment, sentOrders);
      const statement = await pageStatement(environment, path);
      const floor = await bench.environments.floor(environment, { list: statement });
      const facts = { rows: environment.rows };
      return [
        await compare({
          name: "api.list50",
          what: "50 orders by filter and sort, 1 client, p50, to bare Fastify and pg with the same SQL",
          target: "≤ 1.4",
          meets: within(1.4),
          rounds: bench.rounds,
          base: () => load(bare(floor, "/sql/list"), bench),
          ours: () => load(get(environment, path), bench),
          facts,
        }),
        await compare({
          name: "api.list50.8",
          what: "the same with 8 clients, requests a second",
          target: "≥ 0.7",
          meets: (ratio) => ratio >= 0.7,
          rounds: bench.rounds,
          of: ({ perSecond }) => perSecond,
          base: () => load(bare(floor, "/sql/list"), { ...bench, connections: 8 }),
          ours: () => load(get(environment, path), { ...bench, connections: 8 }),
          facts,
        }),
      ];
    },
  },
  {
    name: "api.list50.deep",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const all = `${ordersPath}?sort=-createdAt&limit=50`;
      const near = await nextPage(environment, all);
      const depths = [Math.min(4000, Math.floor(environment.rows / 2)), Math.floor(environment.rows * 0.9)];
      const results = [];
      for (const depth of depths) {
        const deep = await pageAt(environment, all, depth);
        results.push(
          await compare({
            name: "api.list50.deep",
            what: `the page after ${depth.toLocaleString("en")} orders to the second page`,
            target: "≤ 1.15",
            meets: within(1.15),
            rounds: bench.rounds,
            base: () => load(get(environment, near), bench),
            ours: () => load(get(environment, deep), bench),
            facts: { rows: environment.rows, depth },
          }),
        );
      }
      return results;
    },
  },
  {
    name: "api.count",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const path = await nextPage(environment, sentOrders);
      return [
        await compare({
          name: "api.count",
          what: "a first page, with its total, to a page without",
          target: "≤ 1.5",
          meets: within(1.5),
          rounds: bench.rounds,
          base: () => load(get(environment, path), bench),
          ours: () => load(get(environment, sentOrders), bench),
          facts: { rows: environment.rows },
        }),
      ];
    },
  },
  {
    name: "api.search",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const plain = `${ordersPath}?sort=-createdAt&limit=50`;
      const number = `PO-S-${String(Math.floor(environment.rows * 0.37)).padStart(8, "0")}`;
      const results = [];
      for (const [what, q] of [
        ["a number", number],
        ["the end of a number", number.slice(-6)],
        ["a vendor's name", "kontor 4"],
      ] as const) {
        results.push(
          await compare({
            name: "api.search",
            what: `a search for ${what} to the same list unfiltered`,
            target: "≤ 3",
            meets: within(3),
            rounds: bench.rounds,
            base: () => load(get(environment, plain), bench),
            ours: () => load(get(environment, `${plain}&q=${encodeURIComponent(q)}`), bench),
            facts: { rows: environment.rows },
          }),
        );
      }
      return results;
    },
  },
  {
    name: "api.po.create10",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const floor = await bench.environments.floor(environment, {});
      const [product] = environment.records.products;
      const least: Target = {
        address: floor.address,
        next: () => ({
          method: "POST",
          path: "/orders",
          body: {
            number: `B-${randomUUID()}`,
            vendorId: environment.records.vendorId,
            locationId: environment.records.shipToLocationId,
            buyerId: environment.testApp.users.BUYER,
            productId: product?.id,
            lines: 10,
          },
        }),
      };
      return [
        await compare({
          name: "api.po.create10",
          what: "an order of 10 lines, validated, with its event and key, to a bare transaction of two statements; fsync on",
          target: "≤ 2",
          meets: within(2),
          rounds: bench.rounds,
          base: () => load(least, bench),
          ours: () => load(creates(environment), bench),
          facts: { rows: environment.rows },
        }),
        await compare({
          name: "api.po.create10.8",
          what: "the same, requests a second of 8 writers of one company: nobody waits long for the next number",
          target: "≥ 0.3",
          meets: (ratio) => ratio >= 0.3,
          of: ({ perSecond }) => perSecond,
          rounds: bench.rounds,
          base: () => load(least, { ...bench, connections: 8 }),
          ours: () => load(creates(environment), { ...bench, connections: 8 }),
          facts: { rows: environment.rows },
        }),
      ];
    },
  },
  {
    name: "api.po.receive10",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.rows);
      const floor = await bench.environments.floor(environment, {});
      const receive = await receives(environment);
      const [product] = environment.records.products;
      const least: Target = {
        address: floor.address,
        next: () => ({
          method: "POST",
          path: "/orders",
          body: {
            number: `R-${randomUUID()}`,
            vendorId: environment.records.vendorId,
            locationId: environment.records.shipToLocationId,
            buyerId: environment.testApp.users.BUYER,
            productId: product?.id,
            lines: 10,
          },
        }),
      };
      return [
        await compare({
          name: "api.po.receive10",
          what: "10 lines received in one call (counts, stock, order, event), p50, to a bare transaction that writes a head and 10 lines",
          target: "told; < 10 ms",
          rounds: bench.rounds,
          base: () => load(least, bench),
          ours: () => load(receive, bench),
          facts: { rows: environment.rows },
        }),
      ];
    },
  },
];
