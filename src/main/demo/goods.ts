import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, type Row } from "./bulk.ts";
import { demoCatalogue, demoGrades, type DemoBranch } from "./catalogue.ts";
import { dateAt } from "./hours.ts";
import type { Random } from "./random.ts";
import { demoCarriers, demoPeople, priceIn, type DemoTrader } from "./trade.ts";

export interface DemoVendor {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly sells: readonly string[];
  readonly leadTimeDays: number;
  readonly contact: string;
  readonly isActive: boolean;
  readonly offers: DemoOffer[];
}

/** What a vendor sells: a product in its pack. */
export interface DemoOffer {
  readonly productId: string;
  readonly sku: string;
  readonly name: string;
  readonly uom: string;
  readonly holds: number;
  /** Per pack, in the vendor's currency. */
  readonly price: string;
  /** The same in euros. */
  readonly euros: number;
  readonly vendorSku: string;
  readonly expires: boolean;
  readonly chilled: boolean;
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

/** The vendors with a contact each. */
export async function addVendors(
  db: Db,
  traders: readonly DemoTrader[],
  random: Random,
  at: Date,
): Promise<DemoVendor[]> {
  const vendors = traders.map((trader, position) => ({
    ...trader,
    id: random.id(at),
    code: `V-${String(101 + position)}`,
    domain: `${plain(trader.name)}.example`,
    contact: demoPeople[position % demoPeople.length] ?? demoPeople[0],
    leadTimeDays: random.pick([3, 5, 7, 10, 14, 21]),
    status: position === 37 ? "on_hold" : position === 39 ? "inactive" : "active",
    isActive: position !== 37 && position !== 39,
    offers: [] as DemoOffer[],
  }));
  await addRows(
    db,
    "vendors",
    vendors.map((vendor) => ({
      id: vendor.id,
      code: vendor.code,
      name: vendor.name,
      status: vendor.status,
      hold_reason: vendor.status === "on_hold" ? "Quality audit until the end of the month" : null,
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

export interface DemoCarrier {
  readonly id: string;
  readonly name: string;
  readonly drives: "EU" | "US";
  readonly isActive: boolean;
}

/** The carriers of the deliveries; the insurance of each ends a month after the one before. */
export async function addCarriers(db: Db, moment: Date, random: Random, at: Date): Promise<readonly DemoCarrier[]> {
  const sorted = demoCarriers.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const carriers = sorted.map((carrier, n) => ({ ...carrier, id: random.id(at), isActive: n !== 3 }));
  const rows = carriers.map(({ id, name, isActive }, n): Row => ({
    id,
    code: `C-${11 + n}`,
    name,
    modes: n % 2 ? ["ftl"] : ["ftl", "ltl"],
    equipment: ["dry_van", "reefer"],
    dispatch_email: `dispatch@${plain(name)}.example`,
    insurance_expires_on: dateAt("UTC", daysFrom(moment, 12 + 30 * n)),
    ...(isActive
      ? { status: "active", hold_reason: null }
      : { status: "on_hold", hold_reason: "Came late three times" }),
    created_at: at,
  }));
  await addRows(db, "carriers", rows);
  return demoCarriers.flatMap(({ name }) => carriers.filter((carrier) => carrier.name === name));
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
  const branches: { id: string; branch: DemoBranch; grades: readonly string[] }[] = [];
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
      branches.push({ id, branch, grades: demoGrades[top.grades] });
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
  for (const { id: categoryId, branch, name, serial, holds } of goodsOf(branches, count)) {
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
    const [uom] = branch.pack;
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
    const sellers = sequence % 47 === 0 ? [] : sellersOf(vendors, branch, sequence);
    for (const [rank, vendor] of sellers.entries()) {
      const euros = each * holds * (1 + rank * 0.06);
      const price = priceIn(vendor.currency, euros);
      const vendorSku = `${vendor.code.slice(2)}-${String(9000 + sequence)}`;
      offers.push({
        id: random.id(at),
        product_id: id,
        vendor_id: vendor.id,
        position: rank,
        vendor_sku: vendorSku,
        package_uom: holds > 1 ? uom : branch.unit,
        qty_per_uom: holds,
        unit_price: price,
        price_uom: holds > 1 ? uom : branch.unit,
        price_qty_per_uom: holds,
        unit_confirmed_at: at,
        currency: vendor.currency,
        is_preferred: rank === 0,
        lead_time_days: vendor.leadTimeDays,
      });
      const packed = { uom: holds > 1 ? uom : branch.unit, holds, price, euros, vendorSku };
      vendor.offers.push({ productId: id, sku, name, ...packed, expires, chilled: branch.prefix.startsWith("CH-") });
    }
  }
  await addRows(db, "products", products);
  await addRows(db, "product_packages", packages);
  await addRows(db, "product_vendors", offers);
}

/** Goods of all branches in turn, each in each of its sizes, then once more as another grade, until there are enough. */
function goodsOf(
  branches: readonly { id: string; branch: DemoBranch; grades: readonly string[] }[],
  count: number,
): { id: string; branch: DemoBranch; name: string; serial: number; holds: number }[] {
  const all = [0, 1, 2, 3, 4].flatMap((round) =>
    branches.flatMap(({ id, branch, grades }) =>
      branch.goods.flatMap((good, at) =>
        branch.sizes.map((size, n) => ({
          id,
          branch,
          name: `${good}${grades[round] ?? ""}, ${size}`,
          serial: 100 + round * 100 + at * branch.sizes.length + n + 1,
          holds: branch.packs?.[n] ?? branch.pack[1],
        })),
      ),
    ),
  );
  return all.slice(0, count);
}

/** Who makes such goods or deals in them: one after the other is preferred, and for some goods there is a second. */
function sellersOf(vendors: readonly DemoVendor[], branch: DemoBranch, sequence: number): DemoVendor[] {
  const all = vendors.filter(({ sells }) => sells.includes(branch.prefix));
  const first = all[sequence % Math.max(1, all.length)];
  const second = all[(sequence + 1) % Math.max(1, all.length)];
  return [first, ...(sequence % 5 < 2 ? [second] : [])].filter(
    (one, at, found) => one !== undefined && found.indexOf(one) === at,
  ) as DemoVendor[]; // the filter takes undefined out
}
