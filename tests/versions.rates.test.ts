import pg from "pg";
import { expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";

import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { withRows } from "#main/testing/product/version-rows.ts";
import { decide, ordersPath, saved, step } from "#main/testing/records/orders.ts";

test("after the update only administrators enter rates, whoever writes, sends or approves orders sees them, and nobody has lost a permission", async () => {
  const { url, superUrl } = await createEmptyDatabase();
  const before = new Map<string, string[]>();
  const file = await withRows("roles", (role) => {
    before.set(role["code"] ?? "", (role["permissions"] ?? "").replace(/[{}]/g, "").split(","));
  });
  await restore({ databaseUrl: url, dataDir: temporaryFolder(), file });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  const { rows } = await database.query<{ code: string; permissions: string[] }>("select code, permissions from roles");
  await database.end();
  expect(rows.length).toBeGreaterThan(5);
  for (const { code, permissions } of rows)
    expect(permissions, code).toEqual(expect.arrayContaining(before.get(code)!));
  const holding = (name: string) => [
    ...new Set(rows.filter(({ permissions }) => permissions.includes(name)).map(({ code }) => code)),
  ];
  expect(holding("CAN_EDIT_EXCHANGE_RATES")).toEqual(["COMPANY_ADMIN"]);
  expect(holding("CAN_VIEW_EXCHANGE_RATES").toSorted()).toEqual([
    "BUYER",
    "COMPANY_ADMIN",
    "DOCK_SUPERVISOR",
    "VIEWER",
    "WAREHOUSE_MANAGER",
  ]);
});

test("after the update orders keep amounts, rates and approvals; a draft or pending one with a typed rate needs approval, with rates of the company or without", async () => {
  const file = await withRows("purchase_orders", (order) => {
    order["currency"] = "USD";
    order["exchange_rate"] = "0.0000010000";
    if (order["status"] !== "cancelled") return;
    // That version cancels what waits; here it waits still.
    Object.assign(order, {
      status: "pending_approval",
      revision: "0",
      cancelled_at: "\\N",
      cancel_reason: "\\N",
      approved_at: "\\N",
    });
  });
  const { url, superUrl } = await createEmptyDatabase();
  const dataDir = temporaryFolder();
  await restore({ databaseUrl: url, dataDir, file });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  await database.query("update companies set po_approval_threshold = 150");
  const { client: admin, close } = await startOver({ url, dataDir }, { email: "super-admin@alpha.example" });
  try {
    const { items } = await saved(admin.get(`${ordersPath}?sort=number`));
    const orders = await Promise.all(items.map(({ id }) => saved(admin.get(`${ordersPath}/${id}`))));
    expect(orders.map((order) => [order["status"], order["total"], order["exchangeRate"], order["rate"]])).toEqual([
      ["draft", "150", "0.000001", null],
      ["sent", "150", "0.000001", null],
      ["confirmed", "150", "0.000001", null],
      ["sent", "150", "0.000001", null],
      ["pending_approval", "150", "0.000001", null],
    ]);
    for (const order of orders.slice(1, 4)) expect(order["approvedAt"]).toEqual(expect.any(String));

    const [draft, sent, , , pending] = orders.map(({ id }) => id) as [string, string, string, string, string];
    expect(await step(admin, draft, "submit")).toMatchObject({ status: "pending_approval", waitsBecause: "no_rate" });
    expect(await decide(admin, `${ordersPath}/${pending}/send`)).toMatchObject({ status: 409 });

    // What was approved stays approved for its amount: the amended order goes out without another approval, a dearer one does not.
    const order = orders[1]!;
    const lines = (over: object) =>
      order.items.map(
        ({ id, productId, orderedQty, uom, qtyPerUom, unitPrice }: Record<string, unknown>, at: number) => ({
          id,
          productId,
          orderedQty,
          uom,
          qtyPerUom,
          unitPrice,
          ...(at === 0 ? over : {}),
        }),
      );
    const amend = (over: object) => step(admin, sent, "amend", { reason: "a few words", items: lines(over) });
    expect(await amend({ notes: "handle with care" })).toMatchObject({ status: "sent", total: "150", revision: 2 });
    expect(await amend({ orderedQty: "11" })).toMatchObject({ status: "pending_approval", waitsBecause: "no_rate" });

    // A rate that makes little of the amount does not do it either: the typed one was never looked at.
    await database.query(`
      set waybill.company_id =
        '${(await database.query<{ id: string }>("select company_id as id from purchase_orders limit 1")).rows[0]?.id}';
      insert into exchange_rates (company_id, from_currency, to_currency, rate, as_of, source, created_by)
        select id, 'USD', default_currency, 0.9, (now() at time zone 'Europe/Amsterdam')::date, 'typed', uuidv7()
          from companies where id = current_company();
      update exchange_rates set confirmed_by = uuidv7(), confirmed_at = now()`);
    await database.query("update companies set separate_approver = false");
    await step(admin, draft, "reject", { reason: "once more" });
    await step(admin, draft, "revise");
    const again = await step(admin, draft, "submit");
    expect(again).toMatchObject({ status: "pending_approval", waitsBecause: "typed_rate", rate: { total: "135" } });
  } finally {
    await database.end();
    await close();
  }
});
