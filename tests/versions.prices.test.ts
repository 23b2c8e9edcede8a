import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { extract, pack } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";
import type { Client } from "#main/testing/test-app.ts";
import type { BackupManifest } from "#ops/backup/backup.ts";
import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { ordersPath, saved } from "#main/testing/records/orders.ts";

/**
 * The upgrade that gave prices their unit, from a backup of 0.1.0. The backup of the fixture knows no offers, so offers in
 * every shape that the old screen could write are put into its tables, in the columns that they had then.
 */
const fixture = fileURLToPath(new URL("fixtures/waybill-0.1.0.tar.gz", import.meta.url));

/** What the old screen offered for a line, word for word as 0.1.0 asked for it; those columns are still there. */
const asOffered = `
  select p.id as "productId", coalesce(o.package_uom, pack.uom, p.base_uom) as uom,
    trim_scale(case when o.package_uom is not null then o.qty_per_uom
      else coalesce(pack.quantity_in_base, 1) end)::text as "qtyPerUom",
    trim_scale(o.unit_price)::text as "unitPrice", trim_scale(o.min_order_qty)::text as "minOrderQty"
  from products p
  join product_vendors o on o.company_id = p.company_id and o.product_id = p.id
  left join lateral (select k.uom, k.quantity_in_base from product_packages k
    where k.company_id = p.company_id and k.product_id = p.id and k.is_purchase_default order by k.position
    limit 1) pack on true
  order by p.id`;

type Row = Record<string, string | null>;
interface Backup {
  readonly manifest: BackupManifest;
  readonly parts: Map<string, Buffer>;
}

async function readBackup(): Promise<Backup> {
  const parts = new Map<string, Buffer>();
  const archive = extract();
  const reading = pipeline(createReadStream(fixture), createGunzip(), archive);
  for await (const part of archive) parts.set(part.header.name, await buffer(part as unknown as Readable));
  await reading;
  return { manifest: JSON.parse(String(parts.get("manifest.json"))) as BackupManifest, parts };
}

function rowsOf({ manifest, parts }: Backup, table: string): Row[] {
  const columns = manifest.tables[table]?.columns ?? [];
  const text = String(parts.get(`tables/${table}.copy`) ?? "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split("\t");
      return Object.fromEntries(
        columns.map((column, at) => [column, cells[at] === "\\N" ? null : (cells[at] ?? null)]),
      );
    });
}

function putRows({ manifest, parts }: Backup, table: string, rows: readonly Row[]): void {
  const known = manifest.tables[table];
  if (!known) throw new Error(`the backup has no table ${table}`);
  const text = rows.map((row) => known.columns.map((column) => row[column] ?? "\\N").join("\t"));
  const bytes = Buffer.from(text.map((line) => `${line}\n`).join(""));
  parts.set(`tables/${table}.copy`, bytes);
  Object.assign(known, { rows: rows.length, sha256: createHash("sha256").update(bytes).digest("hex") });
}

async function writeBackup({ manifest, parts }: Backup, file: string): Promise<void> {
  const archive = pack();
  const writing = pipeline(archive as unknown as Readable, createGzip(), createWriteStream(file));
  parts.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  for (const [name, content] of parts) archive.entry({ name }, content);
  archive.finalize();
  await writing;
}

/** Offers as the old screen wrote them: what is ordered, the price of "one", and the pack that the product has. */
const shapes: readonly { offer: Row; holds: string | null }[] = [
  { offer: { unit_price: "10.000000" }, holds: "12" }, // the finding: shown per piece, ordered per carton of 12
  { offer: { unit_price: "10.000000" }, holds: null },
  {
    offer: { unit_price: "0.003500", package_uom: "XPX", qty_per_uom: "480.000000", min_order_qty: "2.000000" },
    holds: "12",
  },
  { offer: { unit_price: "7.333333", package_uom: "XCT", qty_per_uom: "7.500000" }, holds: null },
  { offer: { unit_price: "99.990000", qty_per_uom: "24.000000", min_order_qty: "3.000000" }, holds: "6" }, // the number was not used
  { offer: { unit_price: "5.000000", package_uom: "EA" }, holds: "12" },
  { offer: {}, holds: "12" }, // no price
];

function addOffers(backup: Backup): void {
  const [model] = rowsOf(backup, "products");
  const [vendor] = rowsOf(backup, "vendors");
  if (!model || !vendor) throw new Error("the fixture has products and vendors");
  const company = { company_id: model["company_id"] ?? null };
  const made = shapes.map((shape, at) => ({ ...shape, id: randomUUID(), sku: `OLD-${at}` }));
  putRows(backup, "products", [
    ...rowsOf(backup, "products"),
    ...made.map(({ id, sku }) => ({ ...model, id, sku, name: `Sold ${sku}`, gtin: null })),
  ]);
  putRows(
    backup,
    "product_packages",
    made
      .filter(({ holds }) => holds !== null)
      .map(({ id, holds }) => ({
        ...company,
        id: randomUUID(),
        product_id: id,
        position: "0",
        uom: "XCT",
        quantity_in_base: holds,
        is_purchase_default: "t",
      })),
  );
  putRows(
    backup,
    "product_vendors",
    made.map(({ id, offer }) => ({
      ...company,
      id: randomUUID(),
      product_id: id,
      vendor_id: vendor["id"] ?? null,
      position: "0",
      qty_per_uom: "1.000000",
      currency: "EUR",
      is_preferred: "f",
      ...offer,
    })),
  );
}

let backup: Backup;
let client: Client;
let superUrl: string;
let close: () => Promise<unknown>;

beforeAll(async () => {
  backup = await readBackup();
  addOffers(backup);
  const file = join(temporaryFolder(), "with-offers.tar.gz");
  await writeBackup(backup, file);
  const database = await createEmptyDatabase();
  ({ superUrl } = database);
  const dataDir = temporaryFolder();
  await restore({ databaseUrl: database.url, dataDir, file });
  ({ client, close } = await startOver({ url: database.url, dataDir }, { email: "super-admin@alpha.example" }));
});
afterAll(() => close());

async function query<T extends object>(text: string): Promise<T[]> {
  const direct = new pg.Client({ connectionString: superUrl });
  await direct.connect();
  const { rows } = await direct.query<T>(text);
  await direct.end();
  return rows;
}

const plain = (value: string | null | undefined) =>
  value?.includes(".") ? value.replace(/\.?0+$/, "") : (value ?? null);

test("every total of every order is what it was before the upgrade, and so is every line", async () => {
  const orders = rowsOf(backup, "purchase_orders");
  expect(orders.length).toBeGreaterThan(3);
  for (const before of orders) {
    const after = await saved(client.get(`${ordersPath}/${before["id"]}`));
    expect(
      [after["subtotal"], after["chargesTotal"], after["taxTotal"], after["total"]],
      String(before["number"]),
    ).toEqual(["subtotal", "charges_total", "tax_total", "total"].map((column) => plain(before[column])));
    const lines = rowsOf(backup, "purchase_order_items").filter((line) => line["purchase_order_id"] === before["id"]);
    const columns = ["ordered_qty", "uom", "qty_per_uom", "unit_price", "line_total"];
    const told = after.items.map((item) => [
      item["orderedQty"],
      item["uom"],
      item["qtyPerUom"],
      item["unitPrice"],
      item["lineTotal"],
    ]);
    const asBefore = lines
      .toSorted((a, b) => Number(a["line_no"]) - Number(b["line_no"]))
      .map((line) => columns.map((column) => plain(line[column])));
    expect(told).toEqual(asBefore);
  }
});

test("every price that is kept is the number that it was", async () => {
  const kept = await query<Row>(
    "select id::text, unit_price::text, package_uom, qty_per_uom::text from product_vendors",
  );
  const before = rowsOf(backup, "product_vendors");
  expect(kept).toHaveLength(shapes.length);
  for (const row of kept) expect(before.find(({ id }) => id === row["id"])).toMatchObject(row);
});

test("a line is offered the same unit and the same price as by the old screen, and what a price is for is marked as not confirmed", async () => {
  const [vendor] = rowsOf(backup, "vendors");
  const { items } = await saved(client.get(`${ordersPath}/products?vendorId=${vendor?.["id"]}`));
  const offered = items as unknown as (Row & { productId: string; offer: object | null; isPriceRounded: boolean })[];
  const old = await query<Row>(asOffered);
  expect(old).toHaveLength(shapes.length);
  for (const { productId, ...before } of old) {
    const now = offered.find((one) => one.productId === productId);
    expect(now).toMatchObject(before);
    const { uom, qtyPerUom, unitPrice } = before;
    expect(now?.offer ?? null).toEqual(
      unitPrice === null ? null : { uom, qtyPerUom, unitPrice, isUnitConfirmed: false },
    );
    expect(now?.isPriceRounded).toBe(false);
  }
});

test("all of them wait to be confirmed, and once they are, a line is offered the same still", async () => {
  const open = await saved(client.get("/api/warehouse/products/open-price-units"));
  expect(open["total"]).toBe(shapes.length - 1);
  const old = await query<Row>(asOffered);
  const offers = open.items.map(({ id: _id, ...offer }) => {
    const { productId, vendorId, unitPrice, priceUom, priceQtyPerUom } = offer as Row;
    return { productId, vendorId, unitPrice, priceUom, priceQtyPerUom };
  });
  expect(await saved(client.post("/api/warehouse/products/confirm-price-units", { offers }))).toEqual({
    confirmed: shapes.length - 1,
    corrected: 0,
  });
  const [vendor] = rowsOf(backup, "vendors");
  const { items } = await saved(client.get(`${ordersPath}/products?vendorId=${vendor?.["id"]}`));
  for (const { productId, ...before } of old)
    expect(items.find((one) => one["productId"] === productId)).toMatchObject(before);
});
