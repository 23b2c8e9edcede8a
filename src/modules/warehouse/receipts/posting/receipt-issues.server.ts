import { add } from "#shared/format/money.ts";
import { isBrokenPiece } from "#shared/format/units.ts";
import { noticeDate } from "../../issues/carrier-notice.ts";
import type { NewIssue } from "../../issues/open-issues.server.ts";
import type { CountedLine, ValidatedLine } from "./received.server.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import { asideText } from "./set-aside.server.ts";

interface Posted {
  readonly id: string;
  readonly lineIds: readonly string[];
  readonly receivedAt: string;
  readonly deliveryVendorId: string | null;
}

/** What a posted count says by itself: damage, rejects, more than the tolerance, goods that nobody ordered, goods that expire too soon. */
export function issuesOf(receipt: ReceiptInput, posted: Posted, lines: readonly ValidatedLine[]): NewIssue[] {
  return lines.flatMap((line, at) => {
    const common = {
      purchaseOrderId: line.order?.id ?? null,
      purchaseOrderItemId: (line.item ?? line.claimed)?.id ?? null,
      receiptId: posted.id,
      receiptLineId: posted.lineIds[at] ?? null,
      deliveryScheduleId: receipt.deliveryScheduleId,
      vendorId: line.order?.vendorId ?? posted.deliveryVendorId,
      carrierNotifyBy: null,
    };
    return findings(line, receipt.overrideReason).map((found) => ({
      ...common,
      ...found,
      ...(found.kind === "damaged" ? { carrierNotifyBy: noticeDate(posted.receivedAt) } : {}),
    }));
  });
}

type Finding = Pick<
  NewIssue,
  "kind" | "severity" | "qtyAffected" | "uom" | "qtyPerUom" | "responsibleParty" | "description" | "assigneeId"
>;

function findings(
  { counted, product, item, claimed, order, aside, over, isShortDated }: ValidatedLine,
  overrideReason: string | null,
): Finding[] {
  const named = item ?? claimed;
  const goods = product?.sku ?? counted.describedAs ?? "";
  const what = order && named ? `${goods} (${order.number}, line ${named.lineNo})` : goods;
  const { uom, qtyPerUom, damagedQty, rejectedQty, expiryDate } = counted;
  const all = total(counted);
  const found: (Finding | null)[] = [
    isSome(damagedQty)
      ? {
          kind: "damaged",
          severity: "high",
          qtyAffected: damagedQty,
          uom,
          qtyPerUom,
          responsibleParty: "unknown",
          description: `${damagedQty} ${uom} of ${what} came damaged.`,
        }
      : null,
    isSome(rejectedQty)
      ? {
          kind: "quality",
          severity: "medium",
          qtyAffected: rejectedQty,
          uom,
          qtyPerUom,
          responsibleParty: "vendor",
          description: `${rejectedQty} ${uom} of ${what} were rejected.`,
        }
      : null,
    over !== null && item
      ? {
          kind: "over",
          severity: "medium",
          qtyAffected: over.quantity,
          uom: over.uom,
          qtyPerUom: over.qtyPerUom,
          responsibleParty: "vendor",
          description: `${over.quantity} ${over.uom} of ${what} came above the ${item.orderedQty} ${item.uom} ordered and were taken: ${overrideReason ?? ""}`,
        }
      : null,
    aside
      ? {
          kind: aside === "held" ? "held" : "unexpected",
          severity: "high",
          qtyAffected: all,
          uom,
          qtyPerUom,
          responsibleParty: aside === "on_no_order" || aside === "surplus" ? "vendor" : "unknown",
          description: `${all} ${uom} of ${what} ${asideText(aside, order, named)} They are put aside until the buyer decides.`,
          assigneeId: order?.buyerId ?? null,
        }
      : null,
    product && isBrokenPiece(all, counted, product.baseUom)
      ? {
          kind: "other",
          severity: "low",
          qtyAffected: all,
          uom,
          qtyPerUom,
          responsibleParty: "unknown",
          description: `${all} ${uom} of ${what} were counted, and ${product.baseUom} is counted in whole pieces: a broken one, or a slip.`,
        }
      : null,
    isShortDated
      ? {
          kind: "short_dated",
          severity: "medium",
          qtyAffected: all,
          uom,
          qtyPerUom,
          responsibleParty: "vendor",
          description: `${all} ${uom} of ${what} expire on ${expiryDate ?? ""}, sooner than agreed, and were taken: ${overrideReason ?? ""}`,
        }
      : null,
  ];
  return found
    .filter((one) => one !== null)
    .map((one) => (counted.note === null ? one : { ...one, description: `${one.description} ${counted.note}` }));
}

const isSome = (qty: string): boolean => Number(qty) > 0;
const total = ({ acceptedQty, damagedQty, rejectedQty }: CountedLine): string =>
  add(acceptedQty, damagedQty, rejectedQty);
