import { afterAll, beforeAll, expect, test } from "vitest";
import { aYard, deliveriesPath } from "#main/testing/records/docks.ts";
import { orderBody, orderRecords, ordersPath, saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Client, type TestApp, type TestRole } from "#main/testing/test-app.ts";
import type { MenuItem } from "#shared/contract/screens.ts";
import { deliveryScheduleFlow } from "./delivery-schedules/delivery-schedules.flow.ts";
import type { Board } from "./delivery-schedules/delivery-schedules.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders/purchase-orders.flow.ts";

const board = `${deliveriesPath}/board`;
const roles = ["BUYER", "WAREHOUSE_MANAGER", "DOCK_SUPERVISOR", "COMPANY_ADMIN", "SUPER_ADMIN"] as const;
let testApp: TestApp;
const sites: { id: string; grace: number }[] = [];
beforeAll(async () => {
  testApp = await startTestApp();
  for (const company of ["a", "b"] as const) {
    await anOrderOfEachKind(company);
    const admin = await testApp.as("COMPANY_ADMIN", company);
    for (const [timezone, lateGraceMinutes] of [
      ["Europe/Amsterdam", 30],
      ["Pacific/Auckland", 0],
    ] as const) {
      const { locationId } = await aYard(admin, { location: { timezone, lateGraceMinutes } });
      await aDeliveryOfEachKind(company, locationId);
      if (company === "a") sites.push({ id: locationId, grace: lateGraceMinutes });
    }
  }
});
afterAll(() => testApp.close());

/** Every state: own and another's, put away or not, on hold or not, submitted by either. */
async function anOrderOfEachKind(company: "a" | "b") {
  const records = await orderRecords(await testApp.as("COMPANY_ADMIN", company));
  const [{ columns } = { columns: "" }] = await asSuper<{ columns: string }>(
    testApp,
    `select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = 'purchase_orders' and is_generated = 'NEVER'`,
  );
  for (const role of ["BUYER", "WAREHOUSE_MANAGER"] as const) {
    const { id } = await saved((await testApp.as(role, company)).post(ordersPath, orderBody(records)));
    await asSuper(
      testApp,
      `insert into purchase_orders (${columns}) select ${columns.replaceAll(/\w+/g, "(n).$&")}
        from purchase_orders o, unnest($3::text[]) s, unnest('{t,f}'::boolean[]) away, unnest('{t,f}'::boolean[]) held,
          unnest('{t,f,null}'::boolean[]) separate,
          lateral (select jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
            'number', concat_ws('-', $2::text, s, away, held, separate), 'status', s, 'on_hold', held,
            'hold_reason', case when held then 'Quality check' end,
            'submitted_separate', separate, 'archived_at', case when away then now() end)) as n) w
        where o.id = $1`,
      [id, role, purchaseOrderFlow.states],
    );
  }
}

/** Every state: of now, of hours ago and of days ago, put away or not. */
const aDeliveryOfEachKind = (company: "a" | "b", locationId: string) =>
  asSuper(
    testApp,
    `insert into delivery_schedules (company_id, number, location_id, status, awaiting_party, planned_start,
        planned_end, original_planned_start, occupied_from, occupied_until, archived_at)
      select $1, concat_ws('-', right($2::uuid::text, 8), s, minutes, away), $2, s,
        case s when 'requested' then 'warehouse' when 'proposed' then 'carrier' else 'none' end, at,
        at + interval '1 hour', at, at, at + interval '1 hour', case when away then now() end
      from unnest($3::text[]) s, unnest('{-120,-10,10,45,180,600,1080,1380,1500,4000}'::int[]) minutes,
        unnest('{t,f}'::boolean[]) away, lateral (select now() - make_interval(mins => minutes) as at) w`,
    [testApp.companies[company], locationId, deliveryScheduleFlow.states],
  );

async function badgesOf(client: Client): Promise<Record<string, number>> {
  await client.put("/api/auth/select-module/warehouse");
  const { menus } = (await saved(client.get("/api/auth/users/me"))) as unknown as { menus: readonly MenuItem[] };
  const items = menus.flatMap((item) => [item, ...item.items]).filter(({ badge }) => badge !== null);
  return Object.fromEntries(items.map(({ to, badge }) => [to, Number(badge?.text)]));
}

async function rowsOf(client: Client, list: string): Promise<number> {
  let rows = 0;
  let cursor: unknown = null;
  do {
    const found = await saved(client.get(`${list}&limit=200${cursor === null ? "" : `&cursor=${String(cursor)}`}`));
    rows += found.items.length;
    cursor = found["nextCursor"] ?? null;
  } while (cursor !== null);
  return rows;
}

/** What stands on the boards of today as late. */
async function lateOnBoards(client: Client): Promise<number> {
  const boards = await Promise.all(
    sites.map(async ({ id, grace }) => {
      const shown = (await saved(client.get(`${board}?locationId=${id}`))) as unknown as Board;
      const cards = [...shown.unplaced, ...shown.docks.flatMap(({ deliveries }) => deliveries)];
      const from = Date.now() - grace * 60_000;
      return cards.filter((card) => card.status === "scheduled" && Date.parse(card.plannedStart) < from).length;
    }),
  );
  return boards.reduce((sum, count) => sum + count, 0);
}

test.each(roles)("each number in the menu of a %s is that of the rows which it leads to", async (role: TestRole) => {
  const client = await testApp.as(role);
  const badges = await badgesOf(client);
  const { permissions, roleMap } = (await saved(client.get("/api/auth/users/me"))) as unknown as {
    permissions: Record<string, boolean>;
    roleMap: Record<string, boolean>;
  };
  const may = (permission: string) => Boolean(permissions[permission]) || Boolean(roleMap["SUPER_ADMIN"]);
  const expected = {
    "/warehouse/purchase-orders": may("CAN_VIEW_PURCHASE_ORDERS")
      ? await rowsOf(client, `${ordersPath}?view=needs_me`)
      : 0,
    "/warehouse/delivery-schedules": may("CAN_APPROVE_DELIVERY_SCHEDULES")
      ? await rowsOf(client, `${deliveriesPath}?status=requested`)
      : 0,
    "/warehouse/delivery-schedules/calenders": may("CAN_SCHEDULE_DOCK") ? await lateOnBoards(client) : 0,
  };
  expect(badges).toEqual(Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0)));
});
