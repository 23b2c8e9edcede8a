import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { negate } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { sha256 } from "#server/crypto/keys.ts";
import type { RecordOf } from "#server/records/records.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import { dismissIssuesOf, reopenResolvedBy } from "../../issues/open-issues.server.ts";
import { applyReceipt } from "../../purchase-orders/lines/apply-receipts.server.ts";
import { lockOrderLines } from "./receiving-context.server.ts";
import { writeReceipt, type WrittenLine } from "./write-receipt.server.ts";

/** Takes a posted receipt back by a second one with the same lines below zero; the original is locked and marked already. */
export async function compensate(ctx: Ctx, original: RecordOf<"receipts">, reason: string): Promise<void> {
  await mustBeUndecided(ctx, original);
  await mustBeHere(ctx, original);
  const surplusIsGone = await wasDecision(ctx, original.id); // asked before its issue is open again
  const lines = await linesOf(ctx, original.id);
  const itemIds = [...new Set(lines.flatMap((line) => line.purchaseOrderItemId ?? []))];
  const orderIds = await lockOrderLines(ctx, itemIds);
  const key = randomUUID();
  const written = await writeReceipt(
    ctx,
    {
      clientReceiptKey: key,
      contentHash: sha256(key),
      deliveryScheduleId: original.deliveryScheduleId,
      locationId: original.locationId,
      receivedAt: new Date().toISOString(),
      vendorDeliveryNote: original.vendorDeliveryNote,
      note: null,
      overrideReason: null,
      reversalOfId: original.id,
      reversalReason: reason,
      searchText: original.searchText, // with the number of the original
    },
    lines.map(below),
  );
  const why = `${original.number} was reversed: ${reason}`;
  await reopenResolvedBy(ctx, original.id, why); // before what is no longer so is settled again
  await applyReceipt(ctx, written.id, { itemIds, orderIds, surplusIsGone });
  const changes = { receiptId: original.id, receiptNumber: original.number, reversalNumber: written.number };
  await ctx.emit("receipt.posted", written, { to: "posted", reason, changes });
  await ctx.emit(
    "purchase-order.receiptReversed",
    orderIds.map((id) => ({ id })),
    { reason, changes },
  );
  await dismissIssuesOf(ctx, original.id, why);
}

/** Goods that were put aside, and of which the buyer has decided since, are not there any more. */
async function mustBeUndecided(ctx: Ctx, original: RecordOf<"receipts">): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select r.number from reported_issues i
    join receipts r on (r.company_id, r.id) = (i.company_id, i.resolved_by_receipt_id)
    where i.company_id = current_company() and i.receipt_id = ${original.id} and i.kind in ('unexpected', 'held')
    order by r.number`.execute(ctx.db);
  const [settled] = rows;
  if (settled)
    throw conflict(
      "goods_decided",
      message("What was put aside here has been decided by {number}. Reverse that one first.", settled),
    );
  await mustBeRejected(ctx, original);
}

/** Rejected goods that were accepted since do not lie apart any more. */
async function mustBeRejected(ctx: Ctx, original: RecordOf<"receipts">): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select r.number from receipt_lines l
      join reported_issues i on (i.company_id, i.receipt_line_id) = (l.company_id, l.id)
      join receipts r on (r.company_id, r.id) = (i.company_id, i.resolved_by_receipt_id)
    where l.company_id = current_company() and i.kind = 'quality' and ${isDecidedBy(original.id)}
    order by r.number limit 1`.execute(ctx.db);
  const [accepted] = rows;
  if (accepted)
    throw conflict(
      "goods_decided",
      message("What was rejected here has been accepted by {number}. Reverse that one first.", accepted),
    );
}

/** Whether the goods of the line `l` are moved by this receipt: it counted them, or they were put aside and it took them. */
const isDecidedBy = (receiptId: string) => sql`(l.receipt_id = ${receiptId}
  or exists (select from reported_issues d where d.company_id = l.company_id and d.receipt_line_id = l.id
    and d.kind in ('unexpected', 'held') and d.resolved_by_receipt_id = ${receiptId}))`;

/** Goods that went back to the vendor or were scrapped are not there to be taken out of their bin; what is replaced is decided. */
async function mustBeHere(ctx: Ctx, original: RecordOf<"receipts">): Promise<void> {
  const { rows } = await sql<{ number: string; quantity: string; uom: string; way: string }>`
    select i.number, trim_scale(-sum(m.quantity))::text as quantity, p.base_uom as uom, m.reason as way
    from receipt_lines l
      join stock_moves m on (m.company_id, m.receipt_line_id) = (l.company_id, l.id) and m.reason in ('return', 'scrap')
      join reported_issues i on (i.company_id, i.id) = (m.company_id, m.issue_id)
      join products p on (p.company_id, p.id) = (m.company_id, m.product_id)
    where l.company_id = current_company() and l.receipt_id = ${original.id}
    group by i.number, p.base_uom, m.reason having sum(m.quantity) < 0
    union all
    select i.number, trim_scale(i.replaced_base_qty)::text, p.base_uom, 'replace'
    from reported_issues i join receipt_lines l on (l.company_id, l.id) = (i.company_id, i.receipt_line_id)
      join products p on (p.company_id, p.id) = (l.company_id, l.product_id)
    where i.company_id = current_company() and i.replaced_base_qty is not null and ${isDecidedBy(original.id)}
    order by number limit 1`.execute(ctx.db);
  const [gone] = rows;
  if (!gone) return;
  const words = { quantity: { qty: gone.quantity, uom: gone.uom }, number: gone.number };
  if (gone.way === "scrap")
    throw conflict("goods_scrapped", message("Scrapped by {number}: {quantity}. Undo that first.", words));
  if (gone.way === "replace")
    throw conflict("goods_replaced", message("Replaced by {number}: {quantity}. Undo that first.", words));
  throw conflict("goods_returned", message("Returned by {number}: {quantity}. Undo that return first.", words));
}

/** Whether the receipt is a decision on goods that were put aside or rejected. */
async function wasDecision(ctx: Ctx, receiptId: string): Promise<boolean> {
  const { rows } = await sql`select from reported_issues
    where company_id = current_company() and resolved_by_receipt_id = ${receiptId} and kind in ('unexpected', 'held', 'quality')
    limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** What a receipt says, in its order. */
export async function linesOf(ctx: Ctx, receiptId: string): Promise<readonly (WrittenLine & { id: string })[]> {
  const { rows } = await sql<WrittenLine & { id: string }>`
    select id, purchase_order_item_id as "purchaseOrderItemId", claimed_item_id as "claimedItemId",
      product_id as "productId", described_as as "describedAs", uom,
      qty_per_uom as "qtyPerUom", accepted_qty as "acceptedQty", damaged_qty as "damagedQty",
      rejected_qty as "rejectedQty",
      lot_number as "lotNumber", serial_numbers as "serialNumbers", expiry_date as "expiryDate", storage_location_id as "storageLocationId",
        damaged_storage_location_id as "damagedStorageLocationId",
      scan_source as "scanSource", condition_code as "conditionCode", note, is_unexpected as "isUnexpected"
    from receipt_lines where company_id = current_company() and receipt_id = ${receiptId} order by position`.execute(
    ctx.db,
  );
  return rows;
}

function below(line: WrittenLine): WrittenLine {
  return {
    ...line,
    acceptedQty: negate(line.acceptedQty),
    damagedQty: negate(line.damagedQty),
    rejectedQty: negate(line.rejectedQty),
  };
}
