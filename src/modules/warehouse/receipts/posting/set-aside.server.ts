import { add, compare, multiply, percent } from "#shared/format/money.ts";
import { message, type Sentence, type SentenceValue } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { itemStates } from "../../purchase-orders/lines/lines.contract.ts";
import { awaitsGoods, purchaseOrderFlow } from "../../purchase-orders/purchase-orders.flow.ts";
import type { CountedLine, ReceivedItem, ReceivedOrder, SetAside } from "./received.server.ts";

/** Whether this order takes goods now, and if not, what is said of it. */
export function whyNothingCounts(order: ReceivedOrder): { readonly why: SetAside; readonly sentence: Sentence } | null {
  const number = order.number;
  if (order.onHold)
    return {
      why: "held",
      sentence: message("{number} is on hold ({reason}). What comes of it is put aside, and the buyer decides.", {
        number,
        reason: order.holdReason ?? "–",
      }),
    };
  if (awaitsGoods(order)) return null;
  if (order.closedByItself)
    return {
      why: "over",
      sentence: message(
        "{number} is closed: all of it came. A little more counts for it, as much as the tolerance allows; the rest is put aside, and the buyer decides.",
        { number },
      ),
    };
  return {
    why: inGroup(purchaseOrderFlow, "beforeVendor", order.status) ? "not_out" : "over",
    sentence: message("{number} is {status}. What comes of it is put aside, and the buyer decides.", {
      number,
      status: order.status,
    }),
  };
}

/** Why this line is put aside; null where it counts for the order line that it names. */
export function whySetAside(
  counted: CountedLine,
  item: ReceivedItem | null,
  { order, locationId }: { readonly order: ReceivedOrder | null; readonly locationId: string },
): SetAside | null {
  if (!item || !order) return "on_no_order";
  const no = whyNothingCounts(order);
  if (no && !(order.closedByItself && !order.onHold && isWithinTolerance(counted, item))) return no.why;
  if (order.shipToLocationId !== locationId) return "other_site";
  if (inGroup(itemStates, "ended", item.status)) return "line_over";
  if (compare(item.orderedQty, "0") === 0) return "not_agreed";
  return counted.isUnexpected ? "surplus" : null;
}

/** A little more of a line that is full counts as it does while the order is open. */
function isWithinTolerance({ acceptedQty, damagedQty, qtyPerUom }: CountedLine, item: ReceivedItem): boolean {
  const after = add(item.keptBase, item.creditedBase, multiply(add(acceptedQty, damagedQty), qtyPerUom));
  const ordered = multiply(item.orderedQty, item.qtyPerUom);
  return item.status === "received" && compare(after, add(ordered, percent(ordered, item.overReceiptPct))) <= 0;
}

/** The words of the issue: `5 pieces of SKU-1 (PO-7, line 2) came …`. */
export function asideText(
  why: SetAside,
  goods: { readonly counted: SentenceValue; readonly what: SentenceValue },
  { order, item }: { readonly order: ReceivedOrder | null; readonly item: ReceivedItem | null },
): Sentence {
  const status = order?.status ?? "";
  switch (why) {
    case "on_no_order":
      return message("{counted} of {what} came and are on no order.", goods);
    case "surplus":
      return message("{counted} of {what} came above the {ordered} ordered.", {
        ...goods,
        ordered: item ? { qty: item.orderedQty, uom: item.uom, qtyPerUom: item.qtyPerUom } : "",
      });
    case "held":
      return message("{counted} of {what} came while the order is on hold: {reason}.", {
        ...goods,
        reason: order?.holdReason ?? "–",
      });
    case "not_out":
      return message("{counted} of {what} came before the order was sent; it is {status}.", { ...goods, status });
    case "over":
      return message("{counted} of {what} came although the order is {status}.", { ...goods, status });
    case "line_over":
      return message("{counted} of {what} came although the line was {status}.", {
        ...goods,
        status: item?.status ?? "",
      });
    case "not_agreed":
      return message("{counted} of {what} came before the change of the order that adds them was approved.", goods);
    case "other_site":
      return message("{counted} of {what} came here; the order goes to {place}.", {
        ...goods,
        place: order?.shipToName ?? "",
      });
    default:
      return why satisfies never;
  }
}
