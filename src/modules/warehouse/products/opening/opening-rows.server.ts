import { sql } from "kysely";
import { compare, multiply, subtract } from "#shared/format/money.ts";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { unitTyped, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { isBrokenPiece, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import type { FieldChanges, StagedRow } from "#server/records/importer.ts";
import { locationCalled } from "../../../settings/locations/locations.import.server.ts";
import { readOwnUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import { productOfRow } from "../import-lookups.server.ts";
import { namedUnit } from "../prices/price-units.server.ts";
import type { OpeningRow } from "./opening-row.ts";

/** What a row names, as it is saved; null where there is no such record. */
interface RowRecords {
  readonly rowNo: number;
  readonly location: { readonly name: string } | null;
  readonly bin: { readonly id: string; readonly code: string } | null;
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

interface KnownRows {
  readonly own: OwnUnitNames;
  readonly rows: ReadonlyMap<number, RowRecords>;
}

/** A row of which nothing is wrong; quantities are in the product's base unit. */
interface OpeningGoods {
  readonly rowNo: number;
  readonly productId: string;
  readonly storageLocationId: string;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  readonly quantity: string;
  readonly before: { readonly id: string; readonly quantity: string } | null;
  /** What is to be written. */
  readonly difference: string;
  readonly changes: FieldChanges;
  /** Where they lie, for the history. */
  readonly place: string;
}
export type JudgedRow = { readonly errors: Readonly<Record<string, Sentence>> } | OpeningGoods;

/** Reads what rows name in two statements, however many rows. */
export async function loadPlaces(ctx: Ctx, rows: readonly StagedRow[]): Promise<KnownRows> {
  const given = JSON.stringify(rows.map(({ rowNo, value }) => ({ rowNo, v: value })));
  const { rows: found } = await sql<RowRecords>`
    with g as materialized (
      select "rowNo", v, ${productOfRow} as product_id, ${locationCalled(sql`v ->> 'location'`)} as location_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    ), n as materialized (
      select g.*, (select s.id from storage_locations s where s.company_id = current_company()
        and s.location_id = g.location_id and s.code_key = lower(g.v ->> 'bin') and s.archived_at is null) as bin_id
      from g
    )
    select n."rowNo",
      case when l.id is not null then jsonb_build_object('name', l.name) end as location,
      case when s.id is not null then jsonb_build_object('id', s.id, 'code', s.code) end as bin,
      case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'baseUom', p.base_uom,
        'trackingMode', p.tracking_mode, 'expiryTracked', p.expiry_tracked,
        'packages', (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom,
            'qtyPerUom', trim_scale(k.quantity_in_base)::text, 'isPurchaseDefault', k.is_purchase_default)
            order by k.position), '[]')
          from product_packages k where k.company_id = p.company_id and k.product_id = p.id)) end as product,
      (select jsonb_build_object('id', min(m.id::text), 'quantity', trim_scale(sum(m.quantity))::text)
        from stock_moves m where m.company_id = current_company() and m.product_id = n.product_id
          and m.storage_location_id = n.bin_id and m.reason = 'opening'
          and m.lot_number is not distinct from n.v ->> 'lot'
          and m.expiry_date is not distinct from (n.v ->> 'expiryDate')::date
        having count(*) > 0) as before,
      exists (select from stock_moves m where m.company_id = current_company() and m.product_id = n.product_id
        and m.storage_location_id = n.bin_id and m.reason <> 'opening') as "hasMoved"
    from n
    left join locations l on l.company_id = current_company() and l.id = n.location_id
    left join storage_locations s on s.company_id = current_company() and s.id = n.bin_id
    left join products p on p.company_id = current_company() and p.id = n.product_id and p.archived_at is null`.execute(
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
  const isSame = compare(difference, "0") === 0;
  if (!isSame && hasMoved)
    errors["quantity"] = message(
      "Since the beginning {sku} came to {bin} or went from it. What lay there before stays.",
      {
        sku,
        bin: bin.code,
      },
    );
  if (Object.keys(errors).length > 0) return { errors };
  const inWords = (qty: string) => `${qty} ${baseUom}`;
  return {
    rowNo,
    productId: product.id,
    storageLocationId: bin.id,
    lotNumber: row.lot,
    expiryDate: row.expiryDate,
    quantity,
    before,
    difference,
    changes: isSame ? {} : { quantity: { from: before && inWords(before.quantity), to: inWords(quantity) } },
    place: [location.name, bin.code, row.lot, row.expiryDate].filter((part) => part !== null).join(", "),
  };
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
