import { randomUUID } from "node:crypto";
import { orderBody, ordersPath, sentOrder } from "#server/testing/orders.ts";
import { sentBy, type Sent } from "#server/testing/statements.ts";
import type { Bench, Row } from "./bench.ts";
import { compare, load, within, type Target } from "./measure.ts";
import type { Running, Stage } from "./stage.ts";

const sentOrders = `${ordersPath}?status=sent&sort=-createdAt&limit=50`;

/** The statement that makes a page of a list, as the handler sends it. */
async function pageStatement(stage: Stage, path: string): Promise<Sent> {
  const sent = await sentBy(() => stage.client.get(path));
  const page = sent.find(({ text }) => text.includes("cursor_text"));
  if (!page) throw new Error(`no page was read by ${path}`);
  return page;
}

/** The address of the page after this one: it brings no total, as most pages do. */
export async function nextPage(stage: Stage, path: string): Promise<string> {
  const { body, text } = await stage.client.get(path);
  if (!body.nextCursor) throw new Error(`${path} has one page only: ${text.slice(0, 200)}`);
  return `${path.replace(/&cursor=.*$/, "")}&cursor=${encodeURIComponent(body.nextCursor)}`;
}

/** The page that begins after so many rows. */
export async function pageAt(stage: Stage, path: string, rows: number): Promise<string> {
  let address = path.replace(/limit=\d+/, "limit=200");
  for (let seen = 0; seen + 200 <= rows; seen += 200) address = await nextPage(stage, address);
  return address.replace("limit=200", "limit=50");
}

const get = (stage: Stage, path: string): Target => stage.ours(() => ({ path }));
const bare = (floor: Running, path: string): Target => ({ address: floor.address, next: () => ({ path }) });

/** Posts receipts of 10 lines, over many orders in turn: one that is received a hundred times is nobody's. */
export async function receives(stage: Stage, orders = 120): Promise<Target> {
  const items = stage.ground.products.map(({ id }) => ({
    productId: id,
    orderedQty: "1000000",
    uom: "EA",
    unitPrice: "2.5",
  }));
  const bodies: Record<string, unknown>[] = [];
  for (let n = 0; n < orders; n += 1) {
    const order = await sentOrder(stage.client, stage.ground, { items });
    bodies.push({
      locationId: stage.ground.shipToLocationId,
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
  return stage.ours(() => ({
    method: "POST",
    path: "/api/warehouse/receipts",
    body: { ...bodies[n++ % orders], clientReceiptKey: randomUUID() },
  }));
}

/** Writes orders of 10 lines. */
export function creates(stage: Stage): Target {
  const body = orderBody(stage.ground);
  return stage.ours(() => ({ method: "POST", path: ordersPath, body, headers: { "idempotency-key": randomUUID() } }));
}

export const apiRows: readonly Row[] = [
  {
    name: "api.list50",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const path = await nextPage(stage, sentOrders);
      const statement = await pageStatement(stage, path);
      const floor = await bench.theatre.floor(stage, { list: statement });
      const facts = { rows: stage.rows };
      return [
        await compare({
          name: "api.list50",
          what: "50 orders by filter and sort, 1 client, p50, to bare Fastify and pg with the same SQL",
          target: "≤ 1.4",
          meets: within(1.4),
          rounds: bench.rounds,
          base: () => load(bare(floor, "/sql/list"), bench),
          ours: () => load(get(stage, path), bench),
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
          ours: () => load(get(stage, path), { ...bench, connections: 8 }),
          facts,
        }),
      ];
    },
  },
  {
    name: "api.list50.deep",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const all = `${ordersPath}?sort=-createdAt&limit=50`;
      const near = await nextPage(stage, all);
      const depths = [Math.min(4000, Math.floor(stage.rows / 2)), Math.floor(stage.rows * 0.9)];
      const results = [];
      for (const depth of depths) {
        const deep = await pageAt(stage, all, depth);
        results.push(
          await compare({
            name: "api.list50.deep",
            what: `the page after ${depth.toLocaleString("en")} orders to the second page`,
            target: "≤ 1.15",
            meets: within(1.15),
            rounds: bench.rounds,
            base: () => load(get(stage, near), bench),
            ours: () => load(get(stage, deep), bench),
            facts: { rows: stage.rows, depth },
          }),
        );
      }
      return results;
    },
  },
  {
    name: "api.count",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const path = await nextPage(stage, sentOrders);
      return [
        await compare({
          name: "api.count",
          what: "a first page, with its total, to a page without",
          target: "≤ 1.5",
          meets: within(1.5),
          rounds: bench.rounds,
          base: () => load(get(stage, path), bench),
          ours: () => load(get(stage, sentOrders), bench),
          facts: { rows: stage.rows },
        }),
      ];
    },
  },
  {
    name: "api.search",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const plain = `${ordersPath}?sort=-createdAt&limit=50`;
      const number = `PO-S-${String(Math.floor(stage.rows * 0.37)).padStart(8, "0")}`;
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
            base: () => load(get(stage, plain), bench),
            ours: () => load(get(stage, `${plain}&q=${encodeURIComponent(q)}`), bench),
            facts: { rows: stage.rows },
          }),
        );
      }
      return results;
    },
  },
  {
    name: "api.po.create10",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const floor = await bench.theatre.floor(stage, {});
      const [product] = stage.ground.products;
      const least: Target = {
        address: floor.address,
        next: () => ({
          method: "POST",
          path: "/orders",
          body: {
            number: `B-${randomUUID()}`,
            vendorId: stage.ground.vendorId,
            locationId: stage.ground.shipToLocationId,
            buyerId: stage.world.users.BUYER,
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
          ours: () => load(creates(stage), bench),
          facts: { rows: stage.rows },
        }),
      ];
    },
  },
  {
    name: "api.po.receive10",
    async run(bench: Bench) {
      const stage = await bench.theatre.stage(bench.rows);
      const floor = await bench.theatre.floor(stage, {});
      const receive = await receives(stage);
      const [product] = stage.ground.products;
      const least: Target = {
        address: floor.address,
        next: () => ({
          method: "POST",
          path: "/orders",
          body: {
            number: `R-${randomUUID()}`,
            vendorId: stage.ground.vendorId,
            locationId: stage.ground.shipToLocationId,
            buyerId: stage.world.users.BUYER,
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
          facts: { rows: stage.rows },
        }),
      ];
    },
  },
];
