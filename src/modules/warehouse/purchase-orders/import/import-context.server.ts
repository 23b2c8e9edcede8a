import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { OwnUnitNames } from "#shared/format/unit-names.ts";
import type { Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys, type Folded } from "#server/records/folded-keys.ts";
import { keyOf, rowsAsJson } from "#server/records/import-table.ts";
import type { StagedRow } from "#server/records/importer.ts";
import { locationCalled } from "../../../settings/locations/locations.import.server.ts";
import { ownUnitNames } from "../../../settings/reference-lists/unit-names.server.ts";
import { productOfRow, vendorOfRow } from "../../products/import-lookups.server.ts";
import type { ContextProduct, ContextVendor } from "../order-context.server.ts";
import { agreedHead, agreedLine, stillOrdered } from "./agreed-file.server.ts";
import { orderFields, orderKey, type OpenOrderRow } from "./open-order-row.ts";

interface Company {
  readonly numberPattern: string;
  readonly companyOverReceiptPct: string;
  readonly today: string;
  /** Currency → its decimals, of those that are in use. */
  readonly currencies: Readonly<Record<string, number>>;
  readonly units: readonly string[];
  readonly own: OwnUnitNames;
}

interface RowProduct extends Omit<ContextProduct, "packs"> {
  /** The vendor of the row sells it. */
  readonly isOffered: boolean;
  /** What that vendor takes orders in, where it is said. */
  readonly order: Unit | null;
  readonly packages: readonly (Unit & { readonly isPurchaseDefault: boolean })[];
}

/** What a row names, as it is saved; null where there is no such record. */
export interface RowRecords {
  readonly rowNo: number;
  readonly vendor: (ContextVendor & { readonly isReachable: boolean }) | null;
  readonly location: { readonly id: string; readonly name: string; readonly isUsable: boolean } | null;
  readonly product: RowProduct | null;
  readonly buyerId: string | null;
}

export interface SavedLine extends Unit {
  readonly id: string;
  readonly lineNo: number;
  readonly productId: string;
  readonly sku: string;
  readonly vendorSku: string | null;
  /** Without what was credited. */
  readonly orderedQty: string;
  /** What had come of it in the program before, and what came here and was kept: in base units. */
  readonly receivedBeforeBaseQty: string;
  readonly keptBaseQty: string;
  readonly unitPrice: string;
  readonly discountPct: string;
  readonly taxRatePct: string;
  readonly requestedDate: string;
  readonly notes: string | null;
}

export interface SavedOrder {
  /** What it may be called by, folded. */
  readonly externalKey: string | null;
  readonly numberKey: string;
  readonly id: string;
  readonly number: string;
  readonly externalNumber: string | null;
  readonly version: number;
  readonly status: string;
  readonly revision: number;
  readonly onHold: boolean;
  readonly isArchived: boolean;
  readonly vendorId: string;
  readonly vendorName: string;
  readonly shipToLocationId: string;
  readonly shipToName: string;
  readonly currency: string;
  readonly orderDate: string;
  readonly requestedDate: string;
  readonly paymentTermsDays: number | null;
  readonly buyerId: string;
  readonly buyerEmail: string | null;
  readonly items: readonly SavedLine[];
}

/** What a file calls an order, and what there is of that name. */
export interface CalledOrder {
  readonly key: string;
  /** The order that is meant; null: a new one. */
  readonly order: SavedOrder | null;
  /** Of an order that has this number here, and is not said to be meant. */
  readonly ownNumber: string | null;
  /** Of an order that came under this number and was cancelled. */
  readonly cancelledNumber: string | null;
}

/** What rows of open orders stand on. */
export interface ImportContext extends Company {
  readonly rows: ReadonlyMap<number, RowRecords>;
  /** What rows call their orders, as it is compared. */
  readonly folded: Folded;
  /** By `orderKey`. */
  readonly orders: ReadonlyMap<string, CalledOrder>;
}

/** Reads all of it in four statements, however many rows. */
export async function loadImportContext(ctx: Ctx, rows: readonly StagedRow[]): Promise<ImportContext> {
  const [company] = (
    await sql<Company>`
      select c.po_number_pattern as "numberPattern", trim_scale(c.over_receipt_pct)::text as "companyOverReceiptPct",
        (now() at time zone c.timezone)::date as today,
        (select jsonb_object_agg(m.code::text, m.minor_unit) from currencies m where m.is_active) as currencies,
        (select coalesce(jsonb_agg(r.code), '[]') from reference_values r
          where r.company_id = c.id and r.list = 'quantity_types' and r.is_active and r.archived_at is null) as units,
        ${ownUnitNames(sql`c.id`)} as own
      from companies c where c.id = current_company()`.execute(ctx.db)
  ).rows;
  if (!company) throw notFound();
  const found = await recordsOfRows(ctx, rows);
  const called = rows.map(({ value }) => value as OpenOrderRow); // of readRow
  const folded = await foldedKeys(
    ctx,
    called.flatMap((row) => orderFields.map((field) => row[field])),
  );
  const orders = await ordersCalled(ctx, called, folded);
  return {
    ...company,
    folded,
    rows: new Map(found.map((one) => [one.rowNo, one])),
    orders: new Map(orders.map((one) => [one.key, one])),
  };
}

async function recordsOfRows(ctx: Ctx, rows: readonly StagedRow[]): Promise<readonly RowRecords[]> {
  const given = rowsAsJson(rows);
  const { rows: found } = await sql<RowRecords>`
    with g as materialized (
      select "rowNo", v, ${vendorOfRow} as vendor_id, ${productOfRow} as own_product_id,
        ${locationCalled(sql`v ->> 'location'`)} as location_id
      from jsonb_to_recordset(${given}::jsonb) as r("rowNo" integer, v jsonb)
    ), n as materialized (
      select g.*, coalesce(g.own_product_id, (select min(o.product_id::text)::uuid from product_vendors o
        where o.company_id = current_company() and o.vendor_sku_key = ${keyOf(sql`g.v ->> 'sku'`)}
          and o.vendor_id = g.vendor_id
        having count(distinct o.product_id) = 1)) as product_id
      from g
    ), buyers as materialized (
      select u.id, lower(u.email) as key from users u where u.company_id = current_company() and u.status = 'active'
        and lower(u.email) in (select lower(v ->> 'buyer') from g)
    )
    select n."rowNo",
      case when d.id is not null then jsonb_build_object('id', d.id, 'code', d.code, 'name', d.name,
        'status', case when d.archived_at is null then d.status else 'archived' end, 'currency', d.currency,
        'overReceiptPct', trim_scale(d.over_receipt_pct)::text, 'paymentTermsDays', d.payment_terms_days,
        'incoterm', d.incoterm, 'incotermPlace', d.incoterm_place, 'freightTerms', d.freight_terms,
        'isReachable', d.order_email is not null or exists (select from vendor_contacts c
          where c.company_id = d.company_id and c.vendor_id = d.id and c.receives_orders)) end as vendor,
      case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name,
        'isUsable', l.is_active and l.archived_at is null) end as location,
      case when p.id is not null then jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name,
        'baseUom', p.base_uom, 'isActive', p.status = 'active' and p.archived_at is null,
        'overReceiptPct', trim_scale(p.over_receipt_pct)::text, 'vendorSku', o.vendor_sku,
        'isOffered', o.id is not null,
        'order', case when o.package_uom is not null then jsonb_build_object('uom', o.package_uom,
          'qtyPerUom', trim_scale(o.qty_per_uom)::text) end,
        'packages', (select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom,
            'qtyPerUom', trim_scale(k.quantity_in_base)::text, 'isPurchaseDefault', k.is_purchase_default)
            order by k.position), '[]')
          from product_packages k where k.company_id = p.company_id and k.product_id = p.id)) end as product,
      (select u.id from buyers u where u.key = lower(n.v ->> 'buyer')) as "buyerId"
    from n
    left join vendors d on d.company_id = current_company() and d.id = n.vendor_id
    left join locations l on l.company_id = current_company() and l.id = n.location_id
    left join products p on p.company_id = current_company() and p.id = n.product_id
    left join product_vendors o on o.company_id = current_company() and o.product_id = n.product_id
      and o.vendor_id = n.vendor_id`.execute(ctx.db);
  return found;
}

/**
 * A file that another program wrote calls an order by the number that it had there; one that Waybill wrote says besides which
 * number the order has here. A number alone may be one of either, and nobody guesses.
 */
async function ordersCalled(ctx: Ctx, rows: readonly OpenOrderRow[], folded: Folded): Promise<readonly CalledOrder[]> {
  const called = [...new Map(rows.map((row) => [orderKey(row, folded), row])).entries()];
  const numbers = called.map(([, { orderNumber }]) => folded(orderNumber));
  const here = called.map(([, { numberInWaybill }]) => (numberInWaybill === null ? null : folded(numberInWaybill)));
  // Both lists at once, each looked up as a whole: fast also where the planner takes a table that grows just now for empty.
  const { rows: found } = await sql<SavedOrder>`
    with found as materialized (
      select o.id from purchase_orders o
        where o.company_id = current_company() and o.external_number_key = any(${numbers})
      union
      select o.id from purchase_orders o
        where o.company_id = current_company() and o.number_key = any(${[...numbers, ...here]})
    )
    select o.external_number_key as "externalKey", o.number_key as "numberKey", o.id, o.number,
      o.external_number as "externalNumber", o.version, o.status, o.revision, o.on_hold as "onHold",
      o.archived_at is not null as "isArchived", o.vendor_id as "vendorId", v.name as "vendorName",
      h.site_id as "shipToLocationId", l.name as "shipToName", o.currency, o.order_date as "orderDate",
      o.requested_date as "requestedDate", h.payment_terms_days as "paymentTermsDays", o.buyer_id as "buyerId",
      (select u.email from users u where u.company_id = o.company_id and u.id = o.buyer_id) as "buyerEmail",
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'lineNo', i.line_no, 'productId', a.product_id,
          'sku', a.sku, 'vendorSku', a.vendor_sku, 'orderedQty', trim_scale(${stillOrdered})::text,
          'receivedBeforeBaseQty', trim_scale(i.received_before_base_qty)::text,
          'keptBaseQty', trim_scale(i.kept_base_qty)::text, 'uom', a.uom,
          'qtyPerUom', trim_scale(a.qty_per_uom)::text, 'unitPrice', trim_scale(a.unit_price)::text,
          'discountPct', trim_scale(a.discount_pct)::text, 'taxRatePct', trim_scale(a.tax_rate_pct)::text,
          'requestedDate', a.requested_date, 'notes', a.notes) order by i.line_no), '[]')
        from purchase_order_items i cross join ${agreedLine} a where i.company_id = o.company_id and i.purchase_order_id = o.id) as items
    from found f join purchase_orders o on o.company_id = current_company() and o.id = f.id
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    cross join ${agreedHead} h
    join locations l on (l.company_id, l.id) = (o.company_id, h.site_id)
    order by o.number`.execute(ctx.db);
  const byNumber = new Map(found.map((order) => [order.numberKey, order]));
  const isCancelled = ({ status }: SavedOrder) => status === "cancelled";
  const external = new Map(found.filter((order) => !isCancelled(order)).map((order) => [order.externalKey, order]));
  const cancelled = new Map(found.filter(isCancelled).map((order) => [order.externalKey, order]));
  return called.map(([key, { orderNumber, numberInWaybill }]) => {
    if (numberInWaybill !== null)
      return {
        key,
        order: byNumber.get(folded(numberInWaybill)) ?? null,
        ownNumber: null,
        cancelledNumber: null,
      };
    const number = folded(orderNumber);
    return {
      key,
      order: external.get(number) ?? null,
      ownNumber: byNumber.get(number)?.number ?? null,
      cancelledNumber: cancelled.get(number)?.number ?? null,
    };
  });
}
