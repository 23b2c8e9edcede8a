import { sql } from "kysely";
import { add, compare } from "#shared/format/money.ts";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { statesIn } from "#server/records/states.ts";
import { isBrokenPiece, isSameUnit, type Unit } from "#shared/format/units.ts";
import type { Ctx } from "#server/http/context.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { lineTotal, orderTotals, type Totals } from "./order-totals.ts";
import { priceText } from "../../products/prices/price-units.server.ts";
import type { OrderContext, ContextProduct } from "../order-context.server.ts";
import { itemStates, type PurchaseOrderItem, type PurchaseOrderItemInput } from "./lines.contract.ts";
import type { PurchaseOrderInput } from "../purchase-orders.contract.ts";

/** A line as it is written to its table. */
export interface Line {
  /** Null for a new one. */
  readonly id: string | null;
  readonly lineNo: number;
  readonly productId: string;
  readonly sku: string;
  readonly description: string;
  readonly vendorSku: string | null;
  readonly orderedQty: string;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly unitPrice: string;
  readonly discountPct: string;
  readonly taxRatePct: string;
  readonly lineTotal: string;
  readonly requestedDate: string;
  readonly originalPromisedDate: string | null;
  readonly promisedDate: string | null;
  readonly confirmedQty: string | null;
  readonly overReceiptPct: string;
  readonly status: PurchaseOrderItem["status"];
  readonly notes: string | null;
}

/** Whether a line is part of the order's total. */
export const counts = ({ status }: { readonly status: string }): boolean => !inGroup(itemStates, "dropped", status);

/** The day of the last line that is still to come, where the vendor has named one: the order's, though they have not confirmed it yet. */
export function promiseOf(lines: readonly Line[]): string | null {
  const live = lines.filter(counts);
  const open = live.filter(({ status }) => !inGroup(itemStates, "over", status));
  const coming = open.length > 0 ? open : live;
  if (coming.every(({ promisedDate }) => promisedDate === null)) return null;
  return (
    coming
      .map(({ promisedDate, requestedDate }) => promisedDate ?? requestedDate)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Why a line cannot be taken as it is, by its path in the request. */
export type Refusals = Record<string, Sentence>;

/** A new line, or a line of a draft written again: everything that is not said comes from product, vendor and order. */
export function freshLine(
  input: PurchaseOrderItemInput,
  at: { id: string | null; lineNo: number; product: ContextProduct; requestedDate: string },
  context: OrderContext,
): Line {
  const { product } = at;
  return {
    id: at.id,
    lineNo: at.lineNo,
    productId: product.id,
    sku: product.sku,
    description: product.name,
    vendorSku: input.vendorSku ?? product.vendorSku,
    orderedQty: add(input.orderedQty),
    uom: input.uom,
    qtyPerUom: add(input.qtyPerUom),
    unitPrice: add(input.unitPrice),
    discountPct: add(input.discountPct),
    taxRatePct: add(input.taxRatePct),
    lineTotal: lineTotal(input),
    requestedDate: input.requestedDate ?? at.requestedDate,
    originalPromisedDate: null,
    promisedDate: null,
    confirmedQty: null,
    overReceiptPct: product.overReceiptPct ?? context.vendor?.overReceiptPct ?? context.companyOverReceiptPct,
    status: "open",
    notes: input.notes,
  };
}

/** The product of a line, or why there is none. A product that is not active any more may stay where it is. */
export function productOf(
  input: PurchaseOrderItemInput,
  path: string,
  known: {
    context: OrderContext;
    before: Pick<PurchaseOrderItem, "productId" | "uom" | "qtyPerUom" | "orderedQty"> | undefined;
    refusals: Refusals;
  },
): ContextProduct | undefined {
  const product = known.context.products.find(({ id }) => id === input.productId);
  if (!product) known.refusals[`${path}.productId`] = message("Choose one from the list.");
  else if (!product.isActive && known.before?.productId !== product.id)
    known.refusals[`${path}.productId`] = message("{sku} is not ordered any more.", { sku: product.sku });
  else if (
    input.uom !== known.before?.uom &&
    ![product.baseUom, ...product.packs, ...known.context.units].includes(input.uom)
  )
    known.refusals[`${path}.uom`] = message("There is no unit {uom}. Choose one from the list.", { uom: input.uom });
  else if (input.uom === product.baseUom && compare(input.qtyPerUom, "1") !== 0)
    known.refusals[`${path}.qtyPerUom`] = message("{unit} is the product's own unit: one of it is 1.", {
      unit: { uom: input.uom },
    });
  else if (isBrokenPiece(input.orderedQty, input, product.baseUom) && !isAsMany(input, known.before))
    known.refusals[`${path}.orderedQty`] = message("This is counted in whole pieces.");
  return product;
}

/** What stands on a line may stay: goods taken by the piece leave a part of a pack that six decimals hold not quite. */
const isAsMany = (
  input: PurchaseOrderItemInput,
  before: Pick<PurchaseOrderItem, "uom" | "qtyPerUom" | "orderedQty"> | undefined,
): boolean => before !== undefined && isSameUnit(input, before) && compare(input.orderedQty, before.orderedQty) === 0;

/** A draft as it was before it is written again. */
type DraftBefore = Readonly<{ orderDate: string; requestedDate: string; items: readonly PurchaseOrderItem[] }>;

export const beforeWritten = message("This is before the order was written.");

/** Refuses a day that somebody asks for before the order was written; what stood there may stay. */
export function judgeDay(
  refusals: Refusals,
  path: string,
  { day, was, orderDate }: { day: string | null | undefined; was: string | undefined; orderDate: string },
): void {
  if (day && day < orderDate && day !== was) refusals[path] = beforeWritten;
}

/** The lines of an order that is only written yet, for which nothing is asked to come before it was written. Line numbers stay; new lines get the next ones. */
export function draftLines(body: PurchaseOrderInput, context: OrderContext, before: DraftBefore | null): Line[] {
  const refusals: Refusals = {};
  const items = before?.items ?? [];
  const known = new Map(items.map((item) => [item.id, item]));
  let last = Math.max(0, ...items.map(({ lineNo }) => lineNo));
  const orderDate = before?.orderDate ?? context.today;
  judgeDay(refusals, "requestedDate", { day: body.requestedDate, was: before?.requestedDate, orderDate });
  const lines = body.items.flatMap((input, at) => {
    const old = input.id ? known.get(input.id) : undefined;
    if (input.id && !old) refusals[`items.${at}.id`] = message("This line is not part of the order.");
    if (input.id) known.delete(input.id); // a second line with the same id is not taken for it
    const product = productOf(input, `items.${at}`, { context, before: old, refusals });
    judgeDay(refusals, `items.${at}.requestedDate`, { day: input.requestedDate, was: old?.requestedDate, orderDate });
    if (!product) return [];
    const place = {
      id: old?.id ?? null,
      lineNo: old?.lineNo ?? (last += 1),
      product,
      requestedDate: body.requestedDate,
    };
    return [{ ...freshLine(input, place, context), originalPromisedDate: old?.originalPromisedDate ?? null }];
  });
  refuseIfAny(refusals);
  return lines;
}

export function refuseIfAny(refusals: Refusals): void {
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
}

/** What the order costs; lines that were given up cost nothing. */
export function totalsOf(lines: readonly Line[], charges: PurchaseOrderInput["charges"], minorUnit: number): Totals {
  const totals = orderTotals(lines.filter(counts), charges, minorUnit);
  if (compare(totals.total, "0") < 0) throw invalid({ charges: message("The discount is larger than the order.") });
  return totals;
}

/** Text that the search looks through. */
export function searchText(
  order: {
    number: string;
    externalNumber?: string | null;
    vendorReference: string | null;
    sourceDocument: string | null;
  },
  vendor: { name: string; code: string },
  lines: readonly Pick<Line, "sku" | "vendorSku">[],
): string {
  const words = [
    order.number,
    order.externalNumber ?? null,
    vendor.name,
    vendor.code,
    order.vendorReference,
    order.sourceDocument,
    ...lines.flatMap(({ sku, vendorSku }) => [sku, vendorSku]),
  ];
  return [...new Set(words.filter((word) => word !== null))].join(" ").toLowerCase();
}

/** Something else tells of a line `i`, which can therefore not be removed. */
export const isReferred = sql`(
  exists (select from delivery_schedule_items x where x.company_id = i.company_id and x.purchase_order_item_id = i.id)
  or exists (select from receipt_lines x where x.company_id = i.company_id and x.purchase_order_item_id = i.id)
  or exists (select from receipt_lines x where x.company_id = i.company_id and x.claimed_item_id = i.id)
  or exists (select from reported_issues x where x.company_id = i.company_id and x.purchase_order_item_id = i.id))`;

/**
 * Writes all lines and charges of an order in one statement: those that are gone go, those that stay are changed, new ones
 * come. A gone line of which something else tells (a delivery, a receipt, an issue) stays, cancelled.
 */
export async function writeLines(
  ctx: Ctx,
  orderId: string,
  lines: readonly Line[],
  charges: PurchaseOrderInput["charges"],
): Promise<void> {
  await sql`/* prepared */
    with lines as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(
        "id" uuid, "lineNo" int, "productId" uuid, "sku" text, "description" text, "vendorSku" text,
          "orderedQty" numeric, "uom" text, "qtyPerUom" numeric,
        "unitPrice" numeric, "discountPct" numeric, "taxRatePct" numeric, "lineTotal" numeric, "requestedDate" date,
          "originalPromisedDate" date, "promisedDate" date,
        "confirmedQty" numeric, "overReceiptPct" numeric, "status" text, "notes" text)
    ), left_out as (
      select i.id, ${isReferred} as is_referred from purchase_order_items i
      where i.company_id = current_company() and i.purchase_order_id = ${orderId}
        and not exists (select from lines where lines."id" = i.id)
    ), gone as (
      delete from purchase_order_items i using left_out o
      where i.company_id = current_company() and i.id = o.id and not o.is_referred
    ), given_up as (
      update purchase_order_items i set status = 'cancelled' from left_out o
      where i.company_id = current_company() and i.id = o.id and o.is_referred
        and i.status not in (${statesIn(itemStates, "dropped")})
    ), stayed as (
      update purchase_order_items i set
        product_id = l."productId", sku = l."sku", description = l."description", vendor_sku = l."vendorSku",
          ordered_qty = l."orderedQty", uom = l."uom", qty_per_uom = l."qtyPerUom",
        -- what had come before was of the product that the line had then
        received_before_base_qty = case when i.product_id = l."productId" then i.received_before_base_qty else 0 end,
        unit_price = l."unitPrice", discount_pct = l."discountPct", tax_rate_pct = l."taxRatePct",
          line_total = l."lineTotal", requested_date = l."requestedDate",
        original_promised_date = l."originalPromisedDate", promised_date = l."promisedDate",
          surplus_qty = case when i.ordered_qty = l."orderedQty" then i.surplus_qty else 0 end,
          confirmed_qty = l."confirmedQty", over_receipt_pct = l."overReceiptPct", status = l."status", notes = l."notes"
      from lines l where i.company_id = current_company() and i.purchase_order_id = ${orderId} and i.id = l."id"
    ), came as (
      insert into purchase_order_items (purchase_order_id, line_no, product_id, sku, description, vendor_sku,
        ordered_qty, uom, qty_per_uom, unit_price, discount_pct, tax_rate_pct, line_total,
        requested_date, original_promised_date, promised_date, confirmed_qty, over_receipt_pct, status, notes, agreed_qty)
      select ${orderId}, l."lineNo", l."productId", l."sku", l."description", l."vendorSku", l."orderedQty", l."uom",
        l."qtyPerUom", l."unitPrice", l."discountPct", l."taxRatePct", l."lineTotal",
        l."requestedDate", l."originalPromisedDate", l."promisedDate", l."confirmedQty", l."overReceiptPct",
          l."status", l."notes",
        -- a change that waits: nothing is agreed of what it adds
        (select 0 from purchase_order_items i where i.company_id = current_company()
          and i.purchase_order_id = ${orderId} and i.agreed_qty is not null limit 1)
      from lines l where l."id" is null
    ), old_charges as (
      delete from purchase_order_charges where company_id = current_company() and purchase_order_id = ${orderId}
    )
    insert into purchase_order_charges (purchase_order_id, position, type, description, amount, tax_rate_pct, allocation)
    select ${orderId}, c.position, c.value ->> 'type', c.value ->> 'description', (c.value ->> 'amount')::numeric,
      (c.value ->> 'taxRatePct')::numeric, c.value ->> 'allocation'
    from jsonb_array_elements(${JSON.stringify(charges)}::jsonb) with ordinality as c(value, position)`.execute(ctx.db);
}

const mailData = [
  "orderedQty",
  "uom",
  "qtyPerUom",
  "unitPrice",
  "discountPct",
  "taxRatePct",
  "requestedDate",
  "promisedDate",
  "vendorSku",
  "notes",
  "sku",
  "status",
] as const satisfies readonly (keyof Line & keyof PurchaseOrderItem)[];

/** What happened to the lines, for the timeline: `items.2.orderedQty` → { from, to }; whole lines under `items.2`. */
export function lineChanges(
  before: readonly PurchaseOrderItem[],
  after: readonly Line[],
): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  const inWords = (line: Pick<Line, "orderedQty" | "uom" | "sku">) => `${line.orderedQty} ${line.uom} ${line.sku}`;
  const perUnit = (line: Unit & { unitPrice: string }, { baseUom }: PurchaseOrderItem) =>
    priceText({ ...line, currency: null }, baseUom);
  const left = new Map(before.map((item) => [item.id, item]));
  for (const line of after) {
    const old = line.id === null ? undefined : left.get(line.id);
    if (!old) changes[`items.${line.lineNo}`] = { from: null, to: inWords(line) };
    else {
      for (const key of mailData)
        if (old[key] !== line[key]) changes[`items.${line.lineNo}.${key}`] = { from: old[key], to: line[key] };
      // A price alone would say something else than it says with its unit.
      if (!isSameUnit(old, line))
        changes[`items.${line.lineNo}.price`] = { from: perUnit(old, old), to: perUnit(line, old) };
    }
    if (old) left.delete(old.id);
  }
  for (const gone of left.values()) changes[`items.${gone.lineNo}`] = { from: inWords(gone), to: null };
  return changes;
}
