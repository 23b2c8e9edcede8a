import { sql } from "kysely";
import { compare } from "#shared/format/money.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { outOfDate, type Applied, type FieldChanges, type PlannedRow } from "#server/records/importer.ts";
import { lockMany } from "#server/records/records.ts";
import { maxLines } from "../lines/lines.contract.ts";
import { counts, searchText } from "../lines/lines.server.ts";
import { orderTotals, type PricedCharge, type PricedLine } from "../lines/order-totals.ts";
import { loadImportContext, type ImportContext } from "./import-context.server.ts";
import { isUntouched, judgeRow, type ImportedLine } from "./judge-row.server.ts";
import { orderKey } from "./open-order-row.ts";
import { drawNumbers, type MadeOrder } from "./order-numbers.server.ts";

/** The rows of one order, of which there is at least one. */
interface OrderRows {
  readonly first: ImportedLine;
  readonly lines: readonly ImportedLine[];
}

/** What a file of open orders remembers from some rows to the next. */
export interface OrderMemory {
  /** What the file calls its orders, in lower case. */
  readonly called: ReadonlySet<string>;
  /** Order and product → the first row of the two. */
  readonly products: Map<string, number>;
  /** Order → how many lines it gets. */
  readonly added: Map<string, number>;
  /** Order and line → the first row of the two. */
  readonly lines: Map<string, number>;
  /** The orders that were written, by their ids. */
  readonly written: Set<string>;
  /** The new ones of them. */
  readonly made: MadeOrder[];
}

/**
 * Writes rows as lines of drafts: of new ones, numbered as every order, or of those that the rows name. Nothing is sent,
 * submitted or mailed by it, and whoever imports is an author of each. A fixed number of statements.
 */
export async function writeOrders(
  ctx: Ctx,
  rows: readonly PlannedRow[],
  by: string,
  { called, written, made }: Pick<OrderMemory, "called" | "written" | "made">,
): Promise<readonly Applied[]> {
  if (rows.length === 0) return [];
  const known = await loadImportContext(ctx, rows);
  const orders = grouped(rows, known);
  for (const { first } of orders) if (first.order && written.has(first.order.id)) throw writtenAlready(first);
  await lockDrafts(ctx, orders);
  const fresh = orders.filter(({ first }) => first.order === null);
  const inserted = await insertOrders(ctx, fresh, known, { by, called, made });
  const saved = orders.map((one) => ({
    ...one,
    id: one.first.order?.id ?? inserted.get(keyOf(one.first, known)) ?? "",
  }));
  for (const { id } of saved) written.add(id);
  const numbered = await writeLines(ctx, saved);
  await writeHeads(ctx, saved, by);
  return saved.flatMap(({ id, first, lines }) =>
    lines.map((line): Applied => {
      const applied = { id, rowNo: line.rowNo, created: line.before === null };
      if (line !== first) return { ...applied, step: null };
      return first.order === null
        ? { ...applied, step: "created" }
        : { ...applied, step: "updated", changes: changesOf(lines, numbered) };
    }),
  );
}

/** The order that a row means, however the file calls it. */
const keyOf = ({ order, row }: ImportedLine, { folded }: ImportContext): string => order?.id ?? orderKey(row, folded);

/** Rows of one order come together; those that have come to mean it since the check would change what is just written. */
const writtenAlready = ({ rowNo, row }: ImportedLine) =>
  conflict(
    "import_out_of_date",
    message("Row {row}: another row of the file is about {number} too and calls it otherwise. Check the file again.", {
      row: rowNo,
      number: row.orderNumber,
    }),
  );

/** The rows by their order, judged again: what they name may be another one by now. */
function grouped(rows: readonly PlannedRow[], known: ImportContext): readonly OrderRows[] {
  const byOrder = new Map<string, ImportedLine[]>();
  for (const staged of rows) {
    const judged = judgeRow(staged, known);
    if ("errors" in judged) throw outOfDate(staged.rowNo);
    const key = keyOf(judged, known);
    byOrder.set(key, [...(byOrder.get(key) ?? []), judged]);
  }
  return [...byOrder.values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const added = lines.filter(({ before }) => before === null).length;
    if (added + (first.order?.items.length ?? 0) > maxLines) throw tooManyLines(first);
    return [{ first, lines }];
  });
}

const tooManyLines = ({ row }: ImportedLine) =>
  conflict(
    "order_too_long",
    message("{number} would have more than {count} lines.", { number: row.orderNumber, count: maxLines }),
  );

async function lockDrafts(ctx: Ctx, orders: readonly OrderRows[]): Promise<void> {
  const drafts = orders.flatMap(({ first }) => first.order ?? []);
  const locked = await lockMany(
    ctx.db,
    "purchase_orders",
    drafts.map(({ id }) => id),
  );
  if (locked.length < drafts.length)
    throw conflict("order_removed", message("An order of the file was removed meanwhile. Check the file again."));
  for (const order of locked) {
    const read = drafts.find(({ id }) => id === order.id);
    if (order.version !== read?.version || !isUntouched({ ...order, isArchived: order.archivedAt !== null }))
      throw conflict(
        "order_changed",
        message("{number} was changed while the file was imported. Check the file again.", { number: order.number }),
      );
  }
}

/** Drafts with the vendor's usual terms where the file says none; their numbers in the order of the file. */
async function insertOrders(
  ctx: Ctx,
  orders: readonly OrderRows[],
  known: ImportContext,
  { by, called, made }: Pick<OrderMemory, "called" | "made"> & { readonly by: string },
): Promise<ReadonlyMap<string, string>> {
  if (orders.length === 0) return new Map();
  const { today } = known;
  const numbers = await drawNumbers(ctx, known, { count: orders.length, called });
  const heads = orders.map(({ first: { rowNo, row, vendor, locationId, buyerId }, lines }, at) => ({
    rowNo,
    number: numbers[at] ?? "",
    externalNumber: row.orderNumber,
    vendorId: vendor.id,
    locationId,
    currency: row.currency ?? vendor.currency,
    orderDate: row.orderDate ?? today,
    requestedDate: lines.map(({ line }) => line.requestedDate).toSorted()[0],
    paymentTermsDays: row.paymentTermsDays ?? vendor.paymentTermsDays,
    incoterm: vendor.incoterm,
    incotermPlace: vendor.incotermPlace,
    freightTerms: vendor.freightTerms,
    buyerId: buyerId ?? by,
  }));
  made.push(...heads.map(({ rowNo, externalNumber, number }) => ({ rowNo, externalNumber, number })));
  const { rows } = await sql<{ id: string; number: string }>`
    insert into purchase_orders (number, external_number, vendor_id, ship_to_location_id, currency, order_date,
      requested_date, payment_terms_days, incoterm, incoterm_place, freight_terms, buyer_id, created_by, authors)
    select o.number, o."externalNumber", o."vendorId", o."locationId", o.currency, o."orderDate", o."requestedDate",
      o."paymentTermsDays", o.incoterm, o."incotermPlace", o."freightTerms", o."buyerId", ${by}::uuid, array[${by}::uuid]
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as o(number text, "externalNumber" text, "vendorId" uuid,
      "locationId" uuid, currency text, "orderDate" date, "requestedDate" date, "paymentTermsDays" int, incoterm text,
      "incotermPlace" text, "freightTerms" text, "buyerId" uuid)
    returning id, external_number as number`.execute(ctx.db);
  return new Map(
    rows.map(({ id, number }) => [orderKey({ orderNumber: number, numberInWaybill: null }, known.folded), id]),
  );
}

/** Writes the lines; answers with the number of each by its row. */
async function writeLines(
  ctx: Ctx,
  orders: readonly (OrderRows & { readonly id: string })[],
): Promise<ReadonlyMap<number, number>> {
  const lines = orders.flatMap(({ id: orderId, first, lines: own }) => {
    let last = Math.max(
      0,
      ...(first.order?.items ?? []).map(({ lineNo }) => lineNo),
      ...own.map(({ line }) => line.lineNo),
    );
    return own.map(({ rowNo, line, receivedBeforeBaseQty }) => ({
      ...line,
      rowNo,
      orderId,
      receivedBeforeBaseQty,
      lineNo: line.lineNo === 0 ? (last += 1) : line.lineNo,
    }));
  });
  await sql`
    with lines as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("id" uuid, "orderId" uuid, "lineNo" int,
        "productId" uuid, "sku" text, "description" text, "vendorSku" text, "orderedQty" numeric,
        "receivedBeforeBaseQty" numeric, "uom" text, "qtyPerUom" numeric, "unitPrice" numeric, "discountPct" numeric,
        "taxRatePct" numeric, "lineTotal" numeric, "requestedDate" date, "overReceiptPct" numeric, "notes" text)
    ), stayed as (
      update purchase_order_items i set (product_id, sku, description, vendor_sku, ordered_qty, received_before_base_qty, uom,
          qty_per_uom, unit_price, discount_pct, tax_rate_pct, line_total, requested_date, over_receipt_pct, notes)
        = (l."productId", l."sku", l."description", l."vendorSku", l."orderedQty", l."receivedBeforeBaseQty", l."uom",
          l."qtyPerUom", l."unitPrice", l."discountPct", l."taxRatePct", l."lineTotal", l."requestedDate",
          l."overReceiptPct", l."notes")
      from lines l where i.company_id = current_company() and i.id = l."id" and i.purchase_order_id = l."orderId"
    )
    insert into purchase_order_items (purchase_order_id, line_no, product_id, sku, description, vendor_sku, ordered_qty,
      received_before_base_qty, uom, qty_per_uom, unit_price, discount_pct, tax_rate_pct, line_total, requested_date,
      over_receipt_pct, notes)
    select l."orderId", l."lineNo", l."productId", l."sku", l."description", l."vendorSku", l."orderedQty",
      l."receivedBeforeBaseQty", l."uom", l."qtyPerUom", l."unitPrice", l."discountPct", l."taxRatePct", l."lineTotal",
      l."requestedDate", l."overReceiptPct", l."notes"
    from lines l where l."id" is null`.execute(ctx.db);
  return new Map(lines.map(({ rowNo, lineNo }) => [rowNo, lineNo]));
}

interface WrittenOrder {
  readonly id: string;
  readonly number: string;
  readonly externalNumber: string | null;
  readonly vendorReference: string | null;
  readonly sourceDocument: string | null;
  readonly vendor: { readonly name: string; readonly code: string };
  readonly minorUnit: number;
  readonly lines: readonly (PricedLine & { status: string; sku: string; vendorSku: string | null })[];
  readonly charges: readonly PricedCharge[];
}

/** What follows from the lines, and what the file says of each order. */
async function writeHeads(
  ctx: Ctx,
  orders: readonly (OrderRows & { readonly id: string })[],
  by: string,
): Promise<void> {
  const { rows: written } = await sql<WrittenOrder>`
    select o.id, o.number, o.external_number as "externalNumber", o.vendor_reference as "vendorReference",
      o.source_document as "sourceDocument", jsonb_build_object('name', v.name, 'code', v.code) as vendor,
      m.minor_unit as "minorUnit",
      (select coalesce(jsonb_agg(jsonb_build_object('orderedQty', trim_scale(i.ordered_qty)::text,
          'unitPrice', trim_scale(i.unit_price)::text, 'discountPct', trim_scale(i.discount_pct)::text,
          'taxRatePct', trim_scale(i.tax_rate_pct)::text, 'status', i.status, 'sku', i.sku,
          'vendorSku', i.vendor_sku) order by i.line_no), '[]')
        from purchase_order_items i where i.company_id = o.company_id and i.purchase_order_id = o.id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'amount', trim_scale(c.amount)::text,
          'taxRatePct', trim_scale(c.tax_rate_pct)::text) order by c.position), '[]')
        from purchase_order_charges c where c.company_id = o.company_id and c.purchase_order_id = o.id) as charges
    from purchase_orders o
    join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
    join currencies m on m.code = o.currency
    where o.company_id = current_company() and o.id = any(${orders.map(({ id }) => id)})`.execute(ctx.db);
  const rowsOf = new Map(orders.map((one) => [one.id, one]));
  const heads = written.map(({ id, vendor, lines, charges, minorUnit, ...order }) => {
    const totals = orderTotals(lines.filter(counts), charges, minorUnit);
    if (compare(totals.total, "0") < 0)
      throw conflict(
        "discount_too_large",
        message("The discount of {number} is larger than the order.", { number: order.number }),
      );
    return {
      id,
      ...totals,
      lineCount: lines.length,
      searchText: searchText(order, vendor, lines),
      ...saidOf(rowsOf.get(id)),
    };
  });
  await sql`
    update purchase_orders o set (subtotal, charges_total, tax_total, total, line_count, search_text)
        = (f.subtotal, f."chargesTotal", f."taxTotal", f.total, f."lineCount", f."searchText"),
      requested_date = coalesce(f."requestedDate", o.requested_date),
      ship_to_location_id = coalesce(f."locationId", o.ship_to_location_id),
      order_date = coalesce(f."orderDate", o.order_date), buyer_id = coalesce(f."buyerId", o.buyer_id),
      payment_terms_days = coalesce(f."paymentTermsDays", o.payment_terms_days),
      authors = case when ${by}::uuid = any(o.authors) then o.authors else o.authors || ${by}::uuid end,
      version = case when f."isNew" then o.version else o.version + 1 end, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as f(id uuid, subtotal numeric, "chargesTotal" numeric,
      "taxTotal" numeric, total numeric, "lineCount" int, "searchText" text, "requestedDate" date, "locationId" uuid,
      "orderDate" date, "buyerId" uuid, "paymentTermsDays" int, "isNew" boolean)
    where o.company_id = current_company() and o.id = f.id`.execute(ctx.db);
}

/** An order is needed when its first line is, once rows say or add a day. */
function saidOf(order: OrderRows | undefined) {
  const saved = order?.first.order;
  if (!order || !saved) return { isNew: true };
  const { first, lines } = order;
  const written = new Map(
    lines.flatMap(({ before, line }) => (before ? [[before.id, line.requestedDate] as const] : [])),
  );
  const days = [
    ...saved.items.map((item) => written.get(item.id) ?? item.requestedDate),
    ...lines.flatMap(({ before, line }) => (before ? [] : [line.requestedDate])),
  ];
  const isMoved = lines.some(({ before, changes }) => before === null || "requestedDate" in changes);
  return {
    isNew: false,
    requestedDate: isMoved ? (days.toSorted()[0] ?? null) : null,
    locationId: first.locationId,
    orderDate: first.row.orderDate,
    buyerId: first.buyerId,
    paymentTermsDays: first.row.paymentTermsDays,
  };
}

/** The fields of a file by the names that an order's history has for them. */
const historyNames: Readonly<Record<string, string>> = {
  location: "shipToName",
  buyer: "buyerName",
  quantity: "orderedQty",
  receivedQty: "receivedBeforeQty",
  unit: "uom",
  note: "notes",
};
const ofOrder: readonly string[] = ["location", "orderDate", "buyer", "paymentTermsDays"];

/** What an import changed in a draft, as its history tells of an edit. */
function changesOf(lines: readonly ImportedLine[], numbered: ReadonlyMap<number, number>): FieldChanges {
  return Object.fromEntries(
    lines.flatMap(({ rowNo, before, line, changes }) => {
      const at = `items.${numbered.get(rowNo)}`;
      const own = Object.entries(changes).map(([field, change]) => {
        const name = historyNames[field] ?? field;
        return [ofOrder.includes(field) ? name : `${at}.${name}`, change] as const;
      });
      return before === null
        ? [...own, [at, { from: null, to: `${line.orderedQty} ${line.uom} ${line.sku}` }] as const]
        : own;
    }),
  );
}
