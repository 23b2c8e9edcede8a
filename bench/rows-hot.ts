import { orderBody, ordersPath, saved } from "#main/testing/records/orders.ts";
import { against, type Hot } from "./against.ts";
import { firstOrders, nextOrders, orderWithLines, productsByName, user, vendorsByName } from "./by-hand.ts";
import type { Environment } from "./environment.ts";
import type { Result } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { nextPage } from "./rows-api.ts";

const sentOrders = `${ordersPath}?status=sent&sort=-createdAt&limit=50`;

async function ofOne(bench: Bench, environment: Environment, row: Hot, path: string): Promise<Result[]> {
  const floor = await bench.environments.floor(environment, {
    orders: await nextOrders(environment),
    first: firstOrders(environment),
    products: productsByName(environment),
    vendors: vendorsByName(environment),
    me: user(environment),
    ...(row.name === "hot.order" ? { order: orderWithLines(environment, path.split("/").at(-1) ?? "") } : {}),
  });
  return against(bench, { environment, floor, statement: row.name.replace("hot.", "") }, row, path);
}

const hot = (row: Hot, path: (environment: Environment) => Promise<string> | string): Row => ({
  name: row.name,
  async run(bench) {
    const results: Result[] = [];
    for (const rows of new Set([bench.smallRows, bench.rows])) {
      const environment = await bench.environments.stage(rows);
      results.push(...(await ofOne(bench, environment, row, await path(environment))));
    }
    return results;
  },
});

/** What people wait for most, against what it costs at least. */
export const hotRows: readonly Row[] = [
  hot({ name: "hot.orders", what: "the next 50 orders of a list", wanted: 2.5, share: 0.35 }, (environment) =>
    nextPage(environment, sentOrders),
  ),
  hot({ name: "hot.first", what: "the first 50 orders with their number", wanted: 2.5 }, () => sentOrders),
  hot({ name: "hot.products", what: "50 products", wanted: 2.5 }, () => "/api/warehouse/products?sort=name&limit=50"),
  hot({ name: "hot.vendors", what: "50 vendors", wanted: 2 }, () => "/api/warehouse/vendors?sort=name&limit=50"),
  hot({ name: "hot.me", what: "who is signed in", wanted: 1.5 }, () => "/api/auth/users/me"),
  hot({ name: "hot.order", what: "an order with 10 lines", wanted: 3, share: 0.3 }, async (environment) => {
    const body = orderBody(environment.records);
    const { id } = await saved(environment.client.post(ordersPath, body));
    return `${ordersPath}/${id}`;
  }),
];
