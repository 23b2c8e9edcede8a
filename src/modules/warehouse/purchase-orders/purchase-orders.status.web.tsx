import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import type { PurchaseOrder, PurchaseOrderRow } from "./purchase-orders.contract.ts";
import type { PurchaseOrderItem } from "./lines/lines.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";

export const orderNaming: Naming = {
  one: msg`purchase order`,
  many: msg`purchase orders`,
  about: msg`A purchase order asks a vendor for goods. Write the first one, or bring vendors and products first.`,
};

/** One chip for an order: what has come wins over the workflow once goods arrive, and a hold wins over both. */
export type OrderState = PurchaseOrder["status"] | "on_hold" | "partial" | "full" | "closed_short";

export const orderStatusStyles: StatusStyles<OrderState> = stateStyles("purchase_order_statuses", {
  draft: "draft",
  pending_approval: { icon: "wait", label: msg`Awaiting approval` },
  rejected: "bad",
  approved: "open",
  sent: "open",
  change_proposed: { icon: "wait", label: msg`Change proposed` },
  confirmed: "live",
  declined: "bad",
  closed: { icon: "done", tone: "n" },
  cancelled: "ended",
  on_hold: { icon: "warn", label: msg`On hold` },
  partial: { icon: "live", label: msg`Partly received` },
  full: { icon: "done", label: msg`Received` },
  closed_short: { icon: "done", tone: "n", label: msg`Closed short` },
});

/** Which of the two axes of an order its chip shows. */
export function orderState(order: Pick<PurchaseOrderRow, "status" | "receiptStatus" | "onHold">): OrderState {
  if (order.status === "closed") return order.receiptStatus === "full" ? "closed" : "closed_short";
  if (order.onHold && order.status !== "cancelled") return "on_hold";
  if (inGroup(purchaseOrderFlow, "undisputed", order.status))
    return order.receiptStatus === "not_received" ? order.status : order.receiptStatus;
  return order.status;
}

export const lineStatusStyles: StatusStyles<PurchaseOrderItem["status"]> = stateStyles("purchase_order_item_statuses", {
  open: "open",
  confirmed: { icon: "done", label: msg`Confirmed` },
  backordered: { icon: "late", label: msg`Later than asked` },
  rejected_by_vendor: { icon: "bad", label: msg`Declined` },
  partially_received: { icon: "live", label: msg`Partly received` },
  received: "done",
  short_closed: { icon: "warn", tone: "n", label: msg`Closed short` },
  cancelled: "ended",
});

/** The reason that stands beside the chip, in a few words; amber where it needs a hand. */
export function useAttention(): (
  order: Pick<PurchaseOrderRow, "attention" | "attentionCount" | "attentionNote" | "lineCount">,
) => { text: string; isUrgent: boolean } | null {
  const { t } = useLingui();
  return ({ attention, attentionCount, attentionNote, lineCount }) => {
    const count = attentionCount ?? 0;
    const note = attentionNote ?? "";
    switch (attention) {
      case null:
        return null;
      case "on_hold":
      case "rejected":
      case "declined":
        return { text: note, isUrgent: false };
      case "over_threshold":
        return { text: t`over limit`, isUrgent: false };
      case "changes":
        return { text: count === 1 ? t`1 change` : t`${count} changes`, isUrgent: false };
      case "nothing_expected":
        return { text: t`nothing expected`, isUrgent: true };
      case "damage":
        return { text: t`damage`, isUrgent: true };
      case "overdue":
        return { text: t`${count} of ${lineCount} lines late`, isUrgent: true };
      case "no_answer":
        return { text: t`no answer ${count} h`, isUrgent: true };
      case "reversed_since_closing":
        return { text: t`receipt reversed since`, isUrgent: true };
      case "short":
        return { text: t`${count}% short`, isUrgent: false };
      default:
        return attention satisfies never;
    }
  };
}

/** Beside the date of a line that is late. */
export function LateMark() {
  return (
    <Text tone="urgent" shape="block">
      <Trans>late</Trans>
    </Text>
  );
}
