import type { BodyInput } from "#shared/contract/contract.ts";
import { accepted, divided, isSome, wrongs, type Batch, type CountLine, type Expected } from "./counting.web.ts";
import type { receipts } from "../receipts.contract.ts";

export type ReceiptBody = BodyInput<typeof receipts.create>;
type BodyLine = ReceiptBody["lines"][number];

interface Head {
  readonly key: string;
  readonly deliveryNote: string;
  readonly note: string;
  readonly overrideReason: string;
}

/** The receipt as it is posted: one line for each batch that was counted. Once made it is kept and sent as it is. */
export function receiptBody(expected: Expected, lines: readonly CountLine[], head: Head): ReceiptBody {
  return {
    clientReceiptKey: head.key,
    deliveryScheduleId: expected.deliverySchedule?.id ?? null,
    locationId: expected.location.id,
    receivedAt: new Date().toISOString(),
    vendorDeliveryNote: head.deliveryNote.trim() || null,
    note: head.note.trim() || null,
    overrideReason: head.overrideReason.trim() || null,
    lines: countedBatches(lines).map(({ line, batch }) => bodyLine(line, batch)),
  };
}

/** The batches in the order in which they stand in the receipt: `lines.2` of a refusal is the third of these. */
export function countedBatches(lines: readonly CountLine[]): readonly { line: CountLine; batch: Batch; at: number }[] {
  return lines
    .flatMap((line) => line.batches.map((batch, at) => ({ line, batch, at })))
    .filter(({ batch }) => isSome(batch.counted));
}

function bodyLine(line: CountLine, batch: Batch): BodyLine {
  const parts = [accepted(batch), batch.damaged, batch.rejected];
  const inLine = parts.map((part) => divided(part, line.qtyPerUom));
  const isExact = inLine.every((part) => part !== null);
  const [acceptedQty, damagedQty, rejectedQty] = isExact ? inLine : parts;
  return {
    purchaseOrderItemId: line.item?.purchaseOrderItemId ?? null,
    productId: line.product.productId,
    uom: isExact ? line.uom : line.product.baseUom,
    qtyPerUom: isExact ? line.qtyPerUom : "1",
    acceptedQty,
    damagedQty,
    rejectedQty,
    lotNumber: batch.lot,
    expiryDate: batch.expiry,
    storageLocationId: batch.placeId,
    conditionCode: batch.wrong && isSome(batch.damaged) ? wrongs[batch.wrong] : null,
    scanSource: batch.isScanned ? "scan" : "manual",
    note: batch.note.trim() || null,
    isUnexpected: line.item === null,
  };
}
