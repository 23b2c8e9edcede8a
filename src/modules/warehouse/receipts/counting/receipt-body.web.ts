import type { BodyInput } from "#shared/contract/contract.ts";
import { compare, subtract } from "#shared/format/money.ts";
import {
  accepted,
  divided,
  emptyBatch,
  isSome,
  overBy,
  wrongs,
  type Batch,
  type CountLine,
  type Expected,
} from "./counting.web.ts";
import { chosenBin } from "./bins.web.ts";
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
  const overrideReason = head.overrideReason.trim() || null;
  return {
    clientReceiptKey: head.key,
    deliveryScheduleId: expected.deliverySchedule?.id ?? null,
    locationId: expected.location.id,
    receivedAt: new Date().toISOString(),
    vendorDeliveryNote: head.deliveryNote.trim() || null,
    note: head.note.trim() || null,
    overrideReason,
    lines: [
      ...countedBatches(lines).map(({ line, batch, at }) =>
        bodyLine(line, overrideReason === null ? withoutSurplus(batch, surplusOf(line, at)) : batch, expected),
      ),
      ...(overrideReason === null ? lines.flatMap((line) => surplusLines(line, expected)) : []),
    ].filter(isCounted),
  };
}

/** The batches in the order in which they stand in the receipt: `lines.2` of a refusal is the third of these. */
export function countedBatches(lines: readonly CountLine[]): readonly { line: CountLine; batch: Batch; at: number }[] {
  return lines
    .flatMap((line) => line.batches.map((batch, at) => ({ line, batch, at })))
    .filter(({ batch }) => isSome(batch.counted));
}

/** Of what came above the tolerance, and nobody said why it is taken: how much of it is in this batch, last batches first. */
function surplusOf(line: CountLine, at: number): string {
  let left = overBy(line) ?? "0";
  for (let n = line.batches.length - 1; n >= 0; n--) {
    const good = accepted(line.batches[n] ?? emptyBatch);
    const part = compare(left, good) > 0 ? good : left;
    if (n === at) return part;
    left = subtract(left, part);
  }
  return "0";
}

/** The surplus of a line, as goods that are put aside. */
function surplusLines(line: CountLine, expected: Expected): BodyLine[] {
  return line.batches.flatMap((batch, at) => {
    const counted = surplusOf(line, at);
    return isSome(counted) ? [{ ...bodyLine(line, surplusOnly(batch, counted), expected), isUnexpected: true }] : [];
  });
}

/** What of a batch counts for the order. The pieces that were read last are the surplus. */
const withoutSurplus = (batch: Batch, surplus: string): Batch => {
  const counted = subtract(batch.counted, surplus);
  return { ...batch, counted, serials: batch.serials.slice(0, Math.ceil(Number(counted))) };
};
const surplusOnly = (batch: Batch, counted: string): Batch => ({
  ...batch,
  counted,
  damaged: "0",
  rejected: "0",
  serials: batch.serials.slice(Math.ceil(Number(subtract(batch.counted, counted)))),
});

const isCounted = (line: BodyLine): boolean =>
  [line.acceptedQty, line.damagedQty, line.rejectedQty].some((part) => isSome(part ?? "0"));

function bodyLine(line: CountLine, batch: Batch, expected: Expected): BodyLine {
  const parts = [accepted(batch), batch.damaged, batch.rejected];
  const inLine = parts.map((part) => divided(part, line.qtyPerUom));
  const isExact = inLine.every((part) => part !== null);
  const [acceptedQty, damagedQty, rejectedQty] = isExact ? inLine : parts;
  const { productId } = line.product;
  return {
    purchaseOrderItemId: line.item?.purchaseOrderItemId ?? null,
    productId,
    describedAs: productId === null ? line.product.name : null,
    uom: isExact ? line.uom : line.product.baseUom,
    qtyPerUom: isExact ? line.qtyPerUom : "1",
    acceptedQty,
    damagedQty,
    rejectedQty,
    lotNumber: batch.lot,
    serialNumbers: [...batch.serials],
    expiryDate: batch.expiry,
    storageLocationId: chosenBin(line, batch, expected),
    conditionCode: batch.wrong && isSome(batch.damaged) ? wrongs[batch.wrong] : null,
    scanSource: batch.isScanned ? "scan" : "manual",
    note: batch.note.trim() || null,
    isUnexpected: line.item === null,
  };
}
