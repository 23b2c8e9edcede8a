import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { migrate } from "#ops/migrate/migrate.ts";

const update = "20261123T0935_order_numbers";
const before = readdirSync(fileURLToPath(new URL("../migrations", import.meta.url)))
  .map((file) => file.replace(".sql", ""))
  .filter((name) => name < update);

test("after the update what had come of an imported line is the same goods, and a cancelled order's number is free", async () => {
  const { url, superUrl } = await createEmptyDatabase();
  await migrate(url, { only: new Set(before) });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  await database.query("set session_replication_role = replica"); // vendor, product and site are not what this is about
  const [company, some] = [randomUUID(), randomUUID()];
  const order = async (id: string, number: string, status: string) =>
    database.query(
      `insert into purchase_orders (company_id, id, number, external_number, vendor_id, ship_to_location_id, status, currency,
        order_date, requested_date, buyer_id)
      values ($1, $2, $3, 'OLD-1', $4, $4, $5, 'EUR', '2026-01-05', '2026-02-01', $4)`,
      [company, id, number, some, status],
    );
  const id = randomUUID();
  await order(id, "PO-1", "cancelled");
  const line = async (lineNo: number, uom: string, qtyPerUom: string, received: string) =>
    database.query(
      `insert into purchase_order_items (company_id, purchase_order_id, line_no, product_id, sku, description, ordered_qty, uom,
        qty_per_uom, unit_price, line_total, requested_date, received_before_qty)
      values ($1, $2, $3, $4, 'sku', 'goods', 6, $5, $6, 1, 6, '2026-02-01', $7)`,
      [company, id, lineNo, some, uom, qtyPerUom, received],
    );
  await line(1, "XCT", "12", "4");
  await line(2, "EA", "1", "2.5");
  await line(3, "EA", "1", "0");
  await migrate(url);
  const { rows } = await database.query(
    "select trim_scale(received_before_base_qty)::text as base from purchase_order_items order by line_no",
  );
  expect(rows).toEqual([{ base: "48" }, { base: "2.5" }, { base: "0" }]);
  await order(randomUUID(), "PO-2", "draft");
  await expect(order(randomUUID(), "PO-3", "draft")).rejects.toMatchObject({ code: "23505" });
  await database.end();
});
