import { randomUUID } from "node:crypto";
import type { Db } from "#server/db.ts";
import { addRows, dayOf, daysFrom, type Row } from "./bulk.ts";
import { demoCarriers, demoCatalogue, demoPeople, demoVendors, type DemoBranch } from "./catalogue.ts";
import type { Random } from "./random.ts";

export interface DemoVendor {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly leadTimeDays: number;
  readonly contact: string;
  readonly offers: DemoOffer[];
}

/** What a vendor sells: a product in its pack. */
export interface DemoOffer {
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly uom: string;
  readonly holds: number;
  /** Per pack. */
  readonly price: string;
  readonly expires: boolean;
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ø", "o")
    .replaceAll("Ł", "L")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A GTIN-14 with its check digit, from the range that GS1 keeps for use inside a company. */
export function demoGtin(sequence: number, indicator = 0): string {
  const body = `${indicator}2${String(sequence).padStart(11, "0")}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** The first `count` vendors with a contact each. */
export async function addVendors(db: Db, count: number, random: Random, at: Date): Promise<DemoVendor[]> {
  const vendors = demoVendors.slice(0, count).map(([name, city, country, currency], position) => {
    const id = random.id(at);
    const domain = `${plain(name)}.example`;
    const contact = demoPeople[position % demoPeople.length] ?? demoPeople[0];
    return {
      id,
      code: `V-${String(101 + position)}`,
      name,
      city,
      country,
      currency,
      domain,
      contact,
      leadTimeDays: random.pick([3, 5, 7, 10, 14, 21]),
      offers: [] as DemoOffer[],
    };
  });
  await addRows(
    db,
    "vendors",
    vendors.map((vendor, position) => ({
      id: vendor.id,
      code: vendor.code,
      name: vendor.name,
      status: position === 37 ? "on_hold" : position === 39 ? "inactive" : "active",
      hold_reason: position === 37 ? "Quality audit until the end of the month" : null,
      order_email: `orders@${vendor.domain}`,
      phone: null,
      city: vendor.city,
      country_code: vendor.country,
      currency: vendor.currency,
      payment_terms_days: random.pick([14, 30, 30, 45, 60]),
      incoterm: random.pick(["DAP", "DAP", "FCA", "DDP", "EXW"]),
      incoterm_place: "Tilburg",
      lead_time_days: vendor.leadTimeDays,
      over_receipt_pct: random.chance(0.3) ? "5" : null,
      created_at: at,
    })),
  );
  await addRows(
    db,
    "vendor_contacts",
    vendors.map((vendor) => ({
      id: random.id(at),
      vendor_id: vendor.id,
      position: 0,
      name: vendor.contact,
      role: "Order desk",
      email: `${plain(vendor.contact)}@${vendor.domain}`,
      receives_orders: true,
      is_primary: true,
    })),
  );
  return vendors;
}

/** The carriers of the deliveries; the insurance of each ends a month after the one before. */
export async function addCarriers(db: Db, insuredFrom: Date, at: Date): Promise<void> {
  const rows = demoCarriers.toSorted().map((name, n): Row => ({
    id: randomUUID(),
    code: `C-${11 + n}`,
    name,
    modes: n % 2 ? ["ftl"] : ["ftl", "ltl"],
    equipment: ["dry_van", "reefer"],
    dispatch_email: `dispatch@${plain(name)}.example`,
    insurance_expires_on: dayOf(daysFrom(insuredFrom, 12 + 30 * n)),
    ...(n === 3
      ? { status: "on_hold", hold_reason: "Came late three times" }
      : { status: "active", hold_reason: null }),
    created_at: at,
  }));
  await addRows(db, "carriers", rows);
}

/** Categories and `count` products, each with a GTIN, a pack with its own, and one or two vendors. */
export async function addProducts(
  db: Db,
  count: number,
  vendors: readonly DemoVendor[],
  random: Random,
  at: Date,
): Promise<void> {
  const categories: Row[] = [];
  const branches: { id: string; branch: DemoBranch }[] = [];
  for (const [position, top] of demoCatalogue.entries()) {
    const topId = random.id(at);
    categories.push({
      id: topId,
      code: `C${position + 1}`,
      name: top.name,
      parent_id: null,
      depth: 1,
      sort_order: position,
      created_at: at,
    });
    for (const branch of top.branches) {
      const id = random.id(at);
      categories.push({
        id,
        code: branch.prefix,
        name: branch.name,
        parent_id: topId,
        depth: 2,
        sort_order: position,
        created_at: at,
      });
      branches.push({ id, branch });
    }
  }
  await addRows(
    db,
    "product_categories",
    categories.filter((category) => category["parent_id"] === null),
  );
  await addRows(
    db,
    "product_categories",
    categories.filter((category) => category["parent_id"] !== null),
  );

  const products: Row[] = [];
  const packages: Row[] = [];
  const offers: Row[] = [];
  for (const { id: categoryId, branch, name, serial } of goodsOf(branches, count)) {
    const id = random.id(at);
    const sequence = products.length + 1;
    const sku = `${branch.prefix}-${String(serial).padStart(4, "0")}`;
    const each = branch.price[0] + random.next() * (branch.price[1] - branch.price[0]);
    const expires = branch.expires !== undefined;
    products.push({
      id,
      sku,
      name,
      category_id: categoryId,
      base_uom: branch.unit,
      gtin: demoGtin(sequence),
      tracking_mode: expires ? "lot" : "none",
      expiry_tracked: expires,
      shelf_life_days: branch.expires ?? null,
      min_remaining_shelf_life_days: expires ? Math.floor((branch.expires ?? 0) / 4) : null,
      status: sequence % 47 === 0 ? "discontinued" : "active",
      standard_cost: each.toFixed(4),
      standard_cost_currency: "EUR",
      created_at: at,
    });
    const [uom, holds] = branch.pack;
    if (holds > 1)
      packages.push({
        id: random.id(at),
        product_id: id,
        position: 0,
        uom,
        quantity_in_base: holds,
        gtin: demoGtin(sequence, 1),
        is_purchase_default: true,
      });
    const sellers = sequence % 47 === 0 ? [] : sellersOf(vendors, branch, random);
    for (const [rank, vendor] of sellers.entries()) {
      const price = (each * holds * (1 + rank * 0.06)).toFixed(2);
      offers.push({
        id: random.id(at),
        product_id: id,
        vendor_id: vendor.id,
        position: rank,
        vendor_sku: `${vendor.code.slice(2)}-${String(9000 + sequence)}`,
        package_uom: holds > 1 ? uom : branch.unit,
        qty_per_uom: holds,
        unit_price: price,
        currency: vendor.currency,
        is_preferred: rank === 0,
        lead_time_days: vendor.leadTimeDays,
      });
      vendor.offers.push({ productId: id, sku, name, uom: holds > 1 ? uom : branch.unit, holds, price, expires });
    }
  }
  await addRows(db, "products", products);
  await addRows(db, "product_packages", packages);
  await addRows(db, "product_vendors", offers);
}

/** Goods of all branches in turn, each in each of its sizes, then once more as another grade, until there are enough. */
function goodsOf(
  branches: readonly { id: string; branch: DemoBranch }[],
  count: number,
): { id: string; branch: DemoBranch; name: string; serial: number }[] {
  const grades = ["", ", organic", ", export", ", trade pack", ", private label"];
  const all = grades.flatMap((grade, round) =>
    branches.flatMap(({ id, branch }) =>
      branch.goods.flatMap((good, at) =>
        branch.sizes.map((size, n) => ({
          id,
          branch,
          name: `${good}${grade}, ${size}`,
          serial: 100 + round * 100 + at * branch.sizes.length + n + 1,
        })),
      ),
    ),
  );
  return all.slice(0, count);
}

/** Vendors are spread over the branches so that each sells goods that go together. */
function sellersOf(vendors: readonly DemoVendor[], branch: DemoBranch, random: Random): DemoVendor[] {
  const start = [...branch.prefix].reduce((sum, sign) => sum + sign.charCodeAt(0) * 7, 0);
  const own = [0, 1, 2, 3]
    .map((step) => vendors[(start + step * 11) % vendors.length])
    .filter((vendor) => vendor !== undefined);
  const first = random.pick(own);
  const second = random.pick(own);
  return first === second || random.chance(0.6) ? [first] : [first, second];
}
