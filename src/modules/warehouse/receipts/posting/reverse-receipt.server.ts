import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { negate } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { sha256 } from "#server/crypto/keys.ts";
import type { RecordOf } from "#server/records/records.ts";
import { dismissIssuesOf } from "../../issues/open-issues.server.ts";
import { applyReceipt } from "../../purchase-orders/lines/apply-receipts.server.ts";
import { lockOrderLines } from "./receiving-context.server.ts";
import { writeReceipt, type WrittenLine } from "./write-receipt.server.ts";

/** Takes a posted receipt back by a second one with the same lines below zero; the original is locked and marked already. */
export async function compensate(ctx: Ctx, original: RecordOf<"receipts">, reason: string): Promise<void> {
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
  await applyReceipt(ctx, itemIds, orderIds);
  const changes = { receiptId: original.id, receiptNumber: original.number, reversalNumber: written.number };
  await ctx.emit("receipt.posted", written, { to: "posted", reason, changes });
  await ctx.emit(
    "purchase-order.receiptReversed",
    orderIds.map((id) => ({ id })),
    { reason, changes },
  );
  await dismissIssuesOf(ctx, original.id, `${original.number} was reversed: ${reason}`);
}

async function linesOf(ctx: Ctx, receiptId: string): Promise<readonly WrittenLine[]> {
  const { rows } = await sql<WrittenLine>`
    select purchase_order_item_id as "purchaseOrderItemId", product_id as "productId", uom,
      qty_per_uom as "qtyPerUom", accepted_qty as "acceptedQty", damaged_qty as "damagedQty",
      rejected_qty as "rejectedQty",
      lot_number as "lotNumber", expiry_date as "expiryDate", storage_location_id as "storageLocationId",
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
