import { add, compare, multiply, subtract } from "#shared/format/money.ts";
import { message, type Sentence, type SentenceValue } from "#shared/contract/problem.ts";
import { isBrokenPiece } from "#shared/format/units.ts";
import { noticeDate } from "../../issues/carrier-notice.ts";
import { goodsOfLine } from "../../issues/issue-words.server.ts";
import type { NewIssue } from "../../issues/open-issues.server.ts";
import type { CountedLine, ValidatedLine } from "./received.server.ts";
import type { ReceiptInput } from "../receipts.contract.ts";
import type { Unread } from "../where-goods-go.ts";
import { asideText } from "./set-aside.server.ts";

interface Posted {
  readonly id: string;
  readonly lineIds: readonly string[];
  readonly receivedAt: string;
  /** Of the site. */
  readonly timezone: string;
  readonly deliveryVendorId: string | null;
  /** Product and serial number → the receipt that took that piece before. */
  readonly receivedBefore: ReadonlyMap<string, string>;
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
    return [...findings(line, receipt.overrideReason), ...serialFindings(line, posted.receivedBefore)].map((found) => ({
      ...common,
      ...found,
      ...(found.kind === "damaged" ? { carrierNotifyBy: noticeDate(posted.receivedAt, posted.timezone) } : {}),
    }));
  });
}

type Finding = Pick<
  NewIssue,
  "kind" | "severity" | "qtyAffected" | "uom" | "qtyPerUom" | "responsibleParty" | "description" | "note" | "assigneeId"
>;

function findings(
  { counted, product, item, claimed, order, aside, over, isShortDated, unread }: ValidatedLine,
  overrideReason: string | null,
): Finding[] {
  const named = item ?? claimed;
  const goods = product?.sku ?? counted.describedAs ?? "";
  const what = goodsOfLine(goods, order && named ? { number: order.number, lineNo: named.lineNo } : null);
  const baseUom = product?.baseUom ?? null;
  const amount = (qty: string) => ({ qty, uom, qtyPerUom, baseUom });
  const { uom, qtyPerUom, damagedQty, rejectedQty, expiryDate } = counted;
  const all = total(counted);
  const kept = add(counted.acceptedQty, damagedQty);
  const found: (Finding | null)[] = [
    isSome(damagedQty)
      ? {
          kind: "damaged",
          severity: "high",
          qtyAffected: damagedQty,
          uom,
          qtyPerUom,
          responsibleParty: "unknown",
          description: message("{counted} of {what} came damaged.", { counted: amount(damagedQty), what }),
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
          description: message("Rejected: {counted} of {what}.", { counted: amount(rejectedQty), what }),
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
          description: message("Taken above the {ordered} ordered: {counted} of {what}. {reason}", {
            counted: { qty: over.quantity, uom: over.uom, qtyPerUom: over.qtyPerUom, baseUom },
            what,
            ordered: { qty: item.orderedQty, uom: item.uom, qtyPerUom: item.qtyPerUom, baseUom },
            reason: overrideReason ?? "",
          }),
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
          description: message("{what} They are put aside until the buyer decides.", {
            what: asideText(aside, { counted: amount(all), what }, { order, item: named }),
          }),
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
          description: message("Counted: {counted} of {what}, where only whole pieces are. A broken one, or a slip.", {
            counted: amount(all),
            what,
          }),
        }
      : null,
    unread.length > 0
      ? {
          kind: "other",
          severity: "high",
          qtyAffected: kept,
          uom,
          qtyPerUom,
          responsibleParty: "unknown",
          description: unreadText(unread, { counted: amount(kept), what }),
        }
      : null,
    isShortDated
      ? {
          kind: "short_dated",
          severity: "medium",
          qtyAffected: kept,
          uom,
          qtyPerUom,
          responsibleParty: "vendor",
          description: message(
            "Taken although the expiry date, {date}, is sooner than agreed: {counted} of {what}. {reason}",
            {
              counted: amount(kept),
              what,
              date: expiryDate ?? "",
              reason: overrideReason ?? "",
            },
          ),
        }
      : null,
  ];
  return found.filter((one) => one !== null).map((one) => ({ ...one, note: counted.note }));
}

/** `5 pieces of SKU-1 came without a lot that could be read.` */
export const unreadText = (
  unread: Unread,
  goods: { readonly counted: SentenceValue; readonly what: SentenceValue },
): Sentence =>
  message(
    unread.length > 1
      ? "{counted} of {what} came without a lot and a date that could be read."
      : unread[0] === "lot"
        ? "{counted} of {what} came without a lot that could be read."
        : "{counted} of {what} came without a date that could be read.",
    goods,
  );

/** The same of pieces that have a number of their own each. */
export const unnumberedText = (goods: { readonly counted: SentenceValue; readonly what: SentenceValue }): Sentence =>
  message("{counted} of {what} came without a serial number that could be read.", goods);

/** Pieces without a number, and pieces that were received before. */
function serialFindings(
  { counted, product, aside, order, item }: ValidatedLine,
  receivedBefore: Posted["receivedBefore"],
): Finding[] {
  if (!product) return [];
  const { qtyPerUom, serialNumbers } = counted;
  const what = goodsOfLine(product.sku, order && item ? { number: order.number, lineNo: item.lineNo } : null);
  const base = { uom: product.baseUom, qtyPerUom: "1" };
  const missing = subtract(
    multiply(add(counted.acceptedQty, counted.damagedQty), qtyPerUom),
    String(serialNumbers.length),
  );
  const known = serialNumbers.flatMap((serial) => {
    const number = receivedBefore.get(`${product.id} ${serial.toLowerCase()}`);
    return number === undefined ? [] : [`${serial} (${number})`];
  });
  return [
    ...(product.trackingMode === "serial" && !aside && compare(missing, "0") > 0
      ? [
          {
            kind: "other" as const,
            severity: "medium" as const,
            qtyAffected: missing,
            ...base,
            responsibleParty: "unknown" as const,
            description: unnumberedText({ counted: { qty: missing, ...base }, what }),
          },
        ]
      : []),
    ...(known.length > 0
      ? [
          {
            kind: "other" as const,
            severity: "high" as const,
            qtyAffected: String(known.length),
            ...base,
            responsibleParty: "vendor" as const,
            description: message("Serial numbers of {what} that were received before: {numbers}.", {
              what,
              numbers: known.slice(0, 20).join(", "),
            }),
          },
        ]
      : []),
  ];
}

const isSome = (qty: string): boolean => Number(qty) > 0;
const total = ({ acceptedQty, damagedQty, rejectedQty }: CountedLine): string =>
  add(acceptedQty, damagedQty, rejectedQty);
