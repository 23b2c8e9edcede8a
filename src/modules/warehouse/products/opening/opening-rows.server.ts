import { sql, type RawBuilder } from "kysely";
import { compare, multiply, subtract } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { isBrokenPiece, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import { keyOf, rowsAsJson } from "#server/records/import-table.ts";
import type { FieldChanges, StagedRow } from "#server/records/importer.ts";
import { locationCalled } from "../../../settings/locations/locations.import.server.ts";
import { readOwnUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import { productOfRow } from "../import-lookups.server.ts";
import { namedUnit } from "../prices/price-units.server.ts";
import type { OpeningRow, ReplacedGoods } from "./opening-row.ts";

/** What a row names, as it is saved; null where there is no such record. */
interface RowRecords {
  readonly rowNo: number;
  /** `today` is the day of its zone. */
  readonly location: { readonly name: string; readonly today: string } | null;
  readonly bin: { readonly id: string; readonly code: string; readonly locationId: string } | null;
  readonly product: {
    readonly id: string;
    readonly sku: string;
    readonly baseUom: string;
    readonly trackingMode: "none" | "lot" | "serial";
    readonly expiryTracked: boolean;
    readonly packages: readonly (Unit & { readonly isPurchaseDefault: boolean })[];
  } | null;
  /** What was said before to have lain there of these goods. */
  readonly before: { readonly id: string; readonly quantity: string } | null;
  /** Something else came to this bin, or went from it, of this product. */
  readonly hasMoved: boolean;
}

export interface KnownRows {
  readonly own: OwnUnitNames;
  readonly rows: ReadonlyMap<number, RowRecords>;
}

/** Goods as a file names them: of a product in a bin, with a lot and a day of expiry. */
export interface NamedGoods {
  readonly productId: string;
  readonly storageLocationId: string;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
}

/** A row of which nothing is wrong; quantities are in the product's base unit. */
export interface OpeningGoods extends NamedGoods {
  readonly rowNo: number;
  readonly sku: string;
  readonly baseUom: string;
  readonly locationId: string;
  readonly quantity: string;
  readonly before: { readonly id: string; readonly quantity: string } | null;
  /** What is to be written. */
  readonly difference: string;
  /** Goods of the same product and bin that are to be nothing. */
  readonly replaces: readonly ReplacedGoods[];
  /** How many moves the check has found of what lay there of the product. */
  readonly movesBefore: number;
  readonly changes: FieldChanges;
  /** Where they lie, for the history. */
  readonly place: string;
}
type JudgedRow = { readonly errors: Readonly<Record<string, Sentence>> } | OpeningGoods;

/** One text for the same goods, however a file calls them. */
export const goodsKey = ({ productId, storageLocationId, lotNumber, expiryDate }: NamedGoods): string =>
  JSON.stringify([productId, storageLocationId, expiryDate, lotNumber]);

/** One text for the same product in the same bin. */
export const placeKey = ({
  productId,
  storageLocationId,
}: Pick<NamedGoods, "productId" | "storageLocationId">): string => `${productId} ${storageLocationId}`;

/**
 * What moved of the products in the bins of `places` (`product_id`, `bin_id`), read as a whole: `opening`, goods that lay
 * there from the beginning, `said`, by how many moves that was said of a product in a bin, and `moved`, where something else
 * came or went since. What a receipt brought and its reversal took out again was never there.
 */
export const movesAt = (places: RawBuilder<unknown>) => sql`
  moves as materialized (
    select m.id, m.product_id, m.storage_location_id, m.lot_number, m.expiry_date, m.quantity, m.reason
    from stock_moves m where m.company_id = current_company()
      and m.product_id = any(array(select product_id from ${places}))
      and m.storage_location_id = any(array(select bin_id from ${places}))
  ), opening as materialized (
    select product_id, storage_location_id, lot_number, expiry_date, min(id::text) as id, sum(quantity) as quantity
    from moves where reason = 'opening' group by 1, 2, 3, 4
  ), said as materialized (
    select product_id, storage_location_id, count(*)::int as moves from moves where reason = 'opening' group by 1, 2
  ), moved as materialized (
    select distinct product_id, storage_location_id from (
      select product_id, storage_location_id from moves where reason <> 'opening'
      group by product_id, storage_location_id, lot_number
      having sum(quantity) <> 0 or bool_or(reason <> 'receipt' and reason <> 'reversal')
    ) one
  )`;

/** Reads what rows name in two statements, however many rows. */
export async function loadPlaces(ctx: Ctx, rows: readonly StagedRow[]): Promise<KnownRows> {
  const given = rowsAsJson(rows);
  const { rows: found } = await sql<RowRecords>`
    with g as materialized (
      select "rowNo", v, ${productOfRow} as product_id, ${locationCalled(sql`v ->> 'location'`)} as location_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    ), n as materialized (
      select g.*, g.v ->> 'lot' as lot_number, (g.v ->> 'expiryDate')::date as expiry_date,
        (select s.id from storage_locations s where s.company_id = current_company()
          and s.location_id = g.location_id and s.code_key = ${keyOf(sql`g.v ->> 'bin'`)} and s.archived_at is null) as bin_id
      from g
    ), ${movesAt(sql`n`)}
    select n."rowNo",
      case when l.id is not null then jsonb_build_object('name', l.name,
        'today', (now() at time zone l.timezone)::date) end as location,
      case when s.id is not null then jsonb_build_object('id', s.id, 'code', s.code, 'locationId', s.location_id) end as bin,
      case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'baseUom', p.base_uom,
        'trackingMode', p.tracking_mode, 'expiryTracked', p.expiry_tracked,
        'packages', (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom,
            'qtyPerUom', trim_scale(k.quantity_in_base)::text, 'isPurchaseDefault', k.is_purchase_default)
            order by k.position), '[]')
          from product_packages k where k.company_id = p.company_id and k.product_id = p.id)) end as product,
      case when o.id is not null then jsonb_build_object('id', o.id, 'quantity', trim_scale(o.quantity)::text) end as before,
      coalesce((n.product_id, n.bin_id) in (select product_id, storage_location_id from moved), false) as "hasMoved"
    from n
    left join locations l on l.company_id = current_company() and l.id = n.location_id
    left join storage_locations s on s.company_id = current_company() and s.id = n.bin_id
    left join products p on p.company_id = current_company() and p.id = n.product_id and p.archived_at is null
    left join opening o on o.product_id = n.product_id and o.storage_location_id = n.bin_id
      and o.lot_number is not distinct from n.lot_number and o.expiry_date is not distinct from n.expiry_date`.execute(
    ctx.db,
  );
  return { own: await readOwnUnitNames(ctx), rows: new Map(found.map((one) => [one.rowNo, one])) };
}

const noRecords = { location: null, bin: null, product: null, before: null, hasMoved: false };

/** Judges a row: what it names is there, and what is tracked is said. Locations are judged by `refusedLocations`. */
export function judgeRow({ rowNo, value }: StagedRow, { own, rows }: KnownRows): JudgedRow {
  const row = value as OpeningRow; // of readRow
  const { location, bin, product, before, hasMoved } = rows.get(rowNo) ?? noRecords;
  const errors: Record<string, Sentence> = {};
  if (!product) errors["sku"] = message("There is no product {sku}. Import the products first.", { sku: row.sku });
  if (location && !bin)
    errors["bin"] = message("{location} has no bin {code}. Import the bins first.", {
      location: location.name,
      code: row.bin,
    });
  if (!product || !bin || !location) return { errors };
  const { sku, baseUom } = product;
  if (product.trackingMode === "lot" && row.lot === null)
    errors["lot"] = message("{sku} is tracked by lot. Give the lot.", { sku });
  if (product.expiryTracked && row.expiryDate === null)
    errors["expiryDate"] = message("{sku} expires. Give the date.", { sku });
  const unit = unitOf(row, product, own);
  if ("message" in unit) return { errors: { ...errors, unit } };
  if (unit.uom === baseUom && compare(unit.qtyPerUom, "1") !== 0)
    errors["unit"] = message("{unit} is the product's own unit: one of it is 1.", { unit: { uom: unit.uom } });
  if (isBrokenPiece(row.quantity, unit, baseUom)) errors["quantity"] = message("This is counted in whole pieces.");
  const quantity = multiply(row.quantity, unit.qtyPerUom);
  const difference = subtract(quantity, before?.quantity ?? "0");
  const replaces = row.replaces ?? [];
  const isSame = compare(difference, "0") === 0 && replaces.length === 0;
  if (!isSame && hasMoved)
    errors["quantity"] = message(
      "Since the beginning {sku} came to {bin} or went from it. What lay there before stays.",
      {
        sku,
        bin: bin.code,
      },
    );
  if (Object.keys(errors).length > 0) return { errors };
  return {
    rowNo,
    productId: product.id,
    storageLocationId: bin.id,
    lotNumber: row.lot,
    expiryDate: row.expiryDate,
    sku,
    baseUom,
    locationId: bin.locationId,
    quantity,
    before,
    difference,
    replaces,
    movesBefore: row.movesBefore ?? 0,
    changes: isSame ? {} : { quantity: { from: saidBefore(before, replaces, baseUom), to: `${quantity} ${baseUom}` } },
    place: [location.name, bin.code, row.lot, row.expiryDate].filter((part) => part !== null).join(", "),
  };
}

/** What a file said of the same product and bin before: of the goods of the row, and of those that it replaces. */
function saidBefore(
  before: OpeningGoods["before"],
  replaces: readonly ReplacedGoods[],
  baseUom: string,
): string | null {
  const said = [
    ...(before ? [`${before.quantity} ${baseUom}`] : []),
    ...replaces.map(({ quantity, lotNumber, expiryDate }) => {
      const which = [lotNumber, expiryDate].filter((part) => part !== null).join(", ");
      return which === "" ? `${quantity} ${baseUom}` : `${quantity} ${baseUom} (${which})`;
    }),
  ];
  return said.length > 0 ? said.join(", ") : null;
}

/** Stock is kept in the product's base unit, and counted in it where a row says no other. */
function unitOf(
  { unit }: OpeningRow,
  { baseUom, packages }: NonNullable<RowRecords["product"]>,
  own: OwnUnitNames,
): Unit | Sentence {
  if (unit === null) return { uom: baseUom, qtyPerUom: "1" };
  const typed = unitTyped(unit, own);
  if (!typed) return message("{unit} is no unit that is known here.", { unit });
  const named = namedUnit(typed, { baseUom, packages, order: null, before: null });
  const isKnown = (one: Unit) =>
    one.uom === baseUom ||
    packages.some((pack) => pack.uom === one.uom && compare(pack.qtyPerUom, one.qtyPerUom) === 0);
  return "message" in named || isKnown(named)
    ? named
    : message("{unit} is none of the product's packs.", { unit: { ...named, baseUom } });
}
