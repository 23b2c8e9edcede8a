import { afterAll, beforeAll, expect, test } from "vitest";
import { aYard, booked, deliveriesPath, fromNow } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  [admin, client] = [await testApp.as("COMPANY_ADMIN"), await testApp.as("DOCK_SUPERVISOR")];
});
afterAll(() => testApp.close());

test("deliveries are listed by what comes next, and behind all that is over by what was last", async () => {
  const yard = await aYard(admin, { docks: 4 });
  const at = (dock: number, start: number, end: number) =>
    booked(client, yard, { dockId: yard.dockIds[dock], plannedStart: fromNow(start), plannedEnd: fromNow(end) });
  const later = await at(0, 600, 660);
  const next = await at(1, 60, 120);
  const [early, late] = [await at(2, 70, 90), await at(3, 300, 360)];
  for (const { id } of [early, late])
    await saved(client.post(`${deliveriesPath}/${id}/cancel`, { reason: "Not needed" }));
  const { items } = (await client.get(`${deliveriesPath}?locationId=${yard.locationId}`)).body;
  expect(items.map(({ id }) => id)).toEqual([next.id, later.id, late.id, early.id]);
  const page = async (cursor = ""): Promise<string[]> => {
    const { body } = await client.get(`${deliveriesPath}?locationId=${yard.locationId}&limit=1${cursor}`);
    const more = body["nextCursor"] as string | null;
    return [...body.items.map(({ id }) => id), ...(more ? await page(`&cursor=${encodeURIComponent(more)}`) : [])];
  };
  expect(await page()).toEqual(items.map(({ id }) => id));
  const [{ states } = { states: "" }] = await asSuper<{ states: string }>(
    testApp,
    `select pg_get_expr(adbin, adrelid) as states from pg_attrdef join pg_attribute a on (a.attrelid, a.attnum) = (adrelid, adnum)
      where attrelid = 'delivery_schedules'::regclass and attname = 'next_first'`,
  );
  const named = [...states.matchAll(/'([a-z_]+)'::text/g)].map(([, state]) => state);
  expect(named.toSorted()).toEqual([...deliveryScheduleFlow.groups.live].toSorted());
});
