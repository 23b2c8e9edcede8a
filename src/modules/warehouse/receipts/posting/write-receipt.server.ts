import { sql } from "kysely";
import { add, multiply } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { insertRow, nextNumber } from "#server/records/records.ts";
import { moveStock, type StockMove } from "../../products/stock.server.ts";

export interface ReceiptHead {
  readonly clientReceiptKey: string;
  readonly contentHash: Buffer;
  readonly deliveryScheduleId: string | null;
  readonly locationId: string;
  readonly receivedAt: string;
  readonly vendorDeliveryNote: string | null;
  readonly note: string | null;
  readonly overrideReason: string | null;
  readonly reversalOfId: string | null;
  readonly reversalReason: string | null;
  /** What it is found by besides its own number: the numbers and vendors of its orders, the vendor's delivery note. */
  readonly searchText: string;
}

/** One line as it is stored; negative on a reversal. */
export interface WrittenLine {
  readonly purchaseOrderItemId: string | null;
  /** The order line that it was counted for and that took nothing. */
  readonly claimedItemId: string | null;
  /** Null: none of the catalogue, and `describedAs` says what it is. Such goods are no stock. */
  readonly productId: string | null;
  readonly describedAs: string | null;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly acceptedQty: string;
  readonly damagedQty: string;
  readonly rejectedQty: string;
  readonly lotNumber: string | null;
  readonly serialNumbers: readonly string[];
  readonly expiryDate: string | null;
  readonly storageLocationId: string;
  readonly damagedStorageLocationId: string | null;
  readonly scanSource: string;
  readonly conditionCode: string | null;
  readonly note: string | null;
  readonly isUnexpected: boolean;
}

export interface WrittenReceipt {
  readonly id: string;
  readonly number: string;
  /** The ids of its lines, in the order given. */
  readonly lineIds: readonly string[];
}

/** Writes a receipt, its lines and the stock moves that they are; as many statements for 500 lines as for one. */
export async function writeReceipt(
  ctx: Ctx,
  head: ReceiptHead,
  lines: readonly WrittenLine[],
): Promise<WrittenReceipt> {
  if (!ctx.user) throw new Error("receipts are posted by people");
  const number = `GR-${String(await nextNumber(ctx.db, "receipt")).padStart(5, "0")}`;
  const { id } = await insertRow(ctx.db, "receipts", {
    ...head,
    number,
    postedBy: ctx.user.id,
    createdBy: ctx.user.id,
    lineCount: lines.length,
    searchText: `${number} ${head.searchText}`.toLowerCase(),
  });
  const { rows } = await sql<{ id: string }>`/* prepared */
    with written as (
      insert into receipt_lines (receipt_id, position, purchase_order_item_id, product_id, uom, qty_per_uom,
        counted_qty, accepted_qty, damaged_qty, rejected_qty,
        lot_number, expiry_date, storage_location_id, damaged_storage_location_id, scan_source, condition_code, note,
          is_unexpected, claimed_item_id, described_as, serial_numbers)
      select ${id}, n - 1, "purchaseOrderItemId", "productId", uom, "qtyPerUom",
        "acceptedQty" + "damagedQty" + "rejectedQty", "acceptedQty", "damagedQty", "rejectedQty",
        "lotNumber", "expiryDate", "storageLocationId", "damagedStorageLocationId", "scanSource", "conditionCode",
          note, "isUnexpected", "claimedItemId", "describedAs", "serialNumbers"
      from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as ("purchaseOrderItemId" uuid,
        "productId" uuid, uom text, "qtyPerUom" numeric, "acceptedQty" numeric, "damagedQty" numeric,
        "rejectedQty" numeric,
        "lotNumber" text, "expiryDate" date, "storageLocationId" uuid, "damagedStorageLocationId" uuid,
          "scanSource" text, "conditionCode" text, note text, "isUnexpected" boolean, "claimedItemId" uuid,
          "describedAs" text, "serialNumbers" text[])) with ordinality as l(
        "purchaseOrderItemId", "productId", uom, "qtyPerUom", "acceptedQty", "damagedQty", "rejectedQty",
          "lotNumber", "expiryDate", "storageLocationId", "damagedStorageLocationId", "scanSource", "conditionCode",
          note, "isUnexpected", "claimedItemId", "describedAs", "serialNumbers", n)
      returning id, position
    ) select id from written order by position`.execute(ctx.db);
  const lineIds = rows.map((row) => row.id);
  await moveStock(
    ctx,
    lines.flatMap((line, at) => movesOf(line, lineIds[at] ?? "", head.reversalOfId === null ? "receipt" : "reversal")),
  );
  return { id, number, lineIds };
}

/** Accepted goods into one bin, damaged and rejected ones into another, in base units. */
function movesOf(line: WrittenLine, receiptLineId: string, reason: StockMove["reason"]): StockMove[] {
  const { productId } = line;
  if (productId === null) return [];
  const parts = [
    { storageLocationId: line.storageLocationId, quantity: multiply(line.acceptedQty, line.qtyPerUom) },
    {
      storageLocationId: line.damagedStorageLocationId ?? line.storageLocationId,
      quantity: multiply(add(line.damagedQty, line.rejectedQty), line.qtyPerUom),
    },
  ];
  return parts
    .filter(({ quantity }) => quantity !== "0")
    .map((part) => ({ ...part, productId, lotNumber: line.lotNumber, receiptLineId, reason }));
}
