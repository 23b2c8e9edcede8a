import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { add, compare, negate, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { sha256 } from "#server/crypto/keys.ts";
import { findById, type RecordOf } from "#server/records/records.ts";
import { applyReceipt } from "../../purchase-orders/lines/apply-receipts.server.ts";
import { binsForGood, unreadOf } from "../where-goods-go.ts";
import { linesOf } from "./reverse-receipt.server.ts";
import { writeReceipt, type WrittenLine, type WrittenReceipt } from "./write-receipt.server.ts";

/** One receipt line that was put aside, with its receipt. */
export interface GoodsAside extends WrittenLine {
  readonly id: string;
  readonly receiptId: string;
  /** Accepted and damaged: what is there to be taken. */
  readonly quantity: string;
}

/** The goods of a receipt line that was put aside; 409 where there are none, or where they went already. */
export async function goodsAside(ctx: Ctx, receiptLineId: string): Promise<GoodsAside> {
  const { rows } = await sql<{ receipt_id: string; is_unexpected: boolean; status: string; decided: boolean }>`
    select l.receipt_id, l.is_unexpected, r.status,
      exists (select from reported_issues i where i.company_id = l.company_id and i.receipt_line_id = l.id
        and i.resolved_by_receipt_id is not null and i.kind in ('unexpected', 'held')) as decided
    from receipt_lines l join receipts r on (r.company_id, r.id) = (l.company_id, l.receipt_id)
    where l.company_id = current_company() and l.id = ${receiptLineId}`.execute(ctx.db);
  const [line] = rows;
  if (!line?.is_unexpected || line.status !== "posted" || line.decided)
    throw conflict("nothing_aside", message("Nothing of this is put aside any more. Reload to see what became of it."));
  const aside = (await linesOf(ctx, line.receipt_id)).find(({ id }) => id === receiptLineId);
  if (!aside) throw new Error("a line that was just read is one of its receipt's");
  return { ...aside, receiptId: line.receipt_id, quantity: add(aside.acceptedQty, aside.damagedQty) };
}

export interface Label {
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
}

/** So much of goods that were put aside, accepted pieces first; the rest of them, with what was rejected, stays put aside. */
export function partOf(
  aside: GoodsAside,
  quantity: string,
): { readonly part: GoodsAside; readonly rest: GoodsAside | null } {
  if (compare(quantity, aside.quantity) > 0)
    throw invalid({
      quantity: message("Put aside here: {quantity}.", {
        quantity: { qty: aside.quantity, uom: aside.uom, qtyPerUom: aside.qtyPerUom },
      }),
    });
  if (compare(quantity, aside.quantity) === 0) return { part: aside, rest: null };
  if (aside.serialNumbers.length > 0)
    throw invalid({
      quantity: message("Its pieces have serial numbers, and which of them are meant is not said. Take all of them."),
    });
  const isMore = compare(quantity, aside.acceptedQty) > 0;
  const acceptedQty = isMore ? add(aside.acceptedQty) : quantity;
  const damagedQty = subtract(quantity, acceptedQty);
  const rest = {
    ...aside,
    acceptedQty: subtract(aside.acceptedQty, acceptedQty),
    damagedQty: subtract(aside.damagedQty, damagedQty),
    quantity: subtract(aside.quantity, quantity),
  };
  return { part: { ...aside, acceptedQty, damagedQty, rejectedQty: "0", quantity }, rest };
}

interface Decision {
  /** The order line and product that they count for; null when they leave again. */
  readonly taken: ({ readonly itemId: string; readonly orderId: string; readonly productId: string } & Label) | null;
  /** What of them is taken, and what stays put aside; all of them where nothing is said. */
  readonly split?: { readonly part: GoodsAside; readonly rest: GoodsAside | null };
  readonly note: string | null;
}

/** Carries out what was decided of goods that were put aside: out of where they are and, when they are taken, onto their order line. */
export async function settleGoods(
  ctx: Ctx,
  aside: GoodsAside,
  { taken, note, split: { part, rest } = { part: aside, rest: null } }: Decision,
): Promise<WrittenReceipt> {
  const original = await findById(ctx.db, "receipts", aside.receiptId);
  const out: WrittenLine = {
    ...aside,
    acceptedQty: negate(aside.acceptedQty),
    damagedQty: negate(aside.damagedQty),
    rejectedQty: negate(aside.rejectedQty),
  };
  const came = taken ? await takenLine(ctx, part, { ...taken, locationId: original.locationId }) : null;
  const lines = [out, came, rest].filter((line) => line !== null);
  const receivedAt = taken ? original.receivedAt : new Date().toISOString();
  const written = await writeDecision(ctx, original, { lines, receivedAt, note });
  if (!taken) return written;
  const changes = { receiptId: written.id, receiptNumber: written.number, lineCount: lines.length };
  await applyReceipt(ctx, written.id, { itemIds: [taken.itemId], orderIds: [taken.orderId] });
  await ctx.emit("purchase-order.goodsReceived", { id: taken.orderId }, { changes });
  return written;
}

interface DecidedLines {
  readonly lines: readonly WrittenLine[];
  readonly receivedAt: string;
  readonly note: string | null;
}

/** The receipt by which goods that another one brought are moved as somebody decided. */
export async function writeDecision(
  ctx: Ctx,
  original: RecordOf<"receipts">,
  { lines, receivedAt, note }: DecidedLines,
): Promise<WrittenReceipt> {
  const key = randomUUID();
  const { deliveryScheduleId, locationId, vendorDeliveryNote, searchText } = original;
  const written = await writeReceipt(
    ctx,
    {
      clientReceiptKey: key,
      contentHash: sha256(key),
      deliveryScheduleId,
      locationId,
      receivedAt,
      vendorDeliveryNote,
      note,
      overrideReason: null,
      reversalOfId: null,
      reversalReason: null,
      searchText,
    },
    lines,
  );
  const changes = { receiptId: written.id, receiptNumber: written.number, lineCount: lines.length };
  await ctx.emit("receipt.posted", written, { to: "posted", ...(note ? { note } : {}), changes });
  return written;
}

/** Goods as they are received once they are taken: good ones to where such goods go when they are counted, the others apart. */
export async function takenLine(
  ctx: Ctx,
  aside: WrittenLine,
  taken: Label & { readonly itemId: string; readonly productId: string; readonly locationId: string },
): Promise<WrittenLine> {
  const { rows } = await sql<{
    trackingMode: string;
    expiryTracked: boolean;
    inspectionRequired: boolean;
    wantedId: string | null;
    places: readonly { readonly id: string; readonly kind: string }[];
  }>`
    select p.tracking_mode as "trackingMode", p.expiry_tracked as "expiryTracked",
      p.inspection_required as "inspectionRequired", (select i.destination_storage_location_id from purchase_order_items i
        where i.company_id = p.company_id and i.id = ${taken.itemId}) as "wantedId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind) order by s.code), '[]')
        from storage_locations s where s.company_id = p.company_id and s.location_id = ${taken.locationId}
          and s.is_active and s.archived_at is null) as places
    from products p where p.company_id = current_company() and p.id = ${taken.productId}`.execute(ctx.db);
  const [product] = rows;
  if (!product) throw new Error("the product of goods that are taken is there");
  const { places, wantedId } = product;
  const isInspected = product.inspectionRequired || unreadOf(product, taken).length > 0;
  const good = binsForGood(places, { isInspected, wantedId }).usual?.id ?? aside.storageLocationId;
  const hasBad = compare(add(aside.damagedQty, aside.rejectedQty), "0") > 0;
  const bin = (kind: string) => places.find((place) => place.kind === kind)?.id;
  const bad = bin("damaged") ?? bin("quarantine") ?? aside.storageLocationId;
  return {
    ...aside,
    purchaseOrderItemId: taken.itemId,
    claimedItemId: null,
    productId: taken.productId,
    lotNumber: taken.lotNumber,
    expiryDate: taken.expiryDate,
    isUnexpected: false,
    storageLocationId: Number(aside.acceptedQty) > 0 ? good : bad,
    damagedStorageLocationId: hasBad ? bad : null,
  };
}
