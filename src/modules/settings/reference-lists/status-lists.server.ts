import type { Step } from "#shared/flow.ts";
import { deliveryScheduleFlow } from "../../warehouse/delivery-schedules/delivery-schedules.flow.ts";
import { dockType } from "../../warehouse/docks/docks.contract.ts";
import { dockFlow } from "../../warehouse/docks/docks.flow.ts";
import { issueFlow } from "../../warehouse/issues/issues.flow.ts";
import { productFlow } from "../../warehouse/products/products.flow.ts";
import { itemStatus } from "../../warehouse/purchase-orders/purchase-order-lines.contract.ts";
import { purchaseOrderFlow } from "../../warehouse/purchase-orders/purchase-orders.flow.ts";
import { receiptFlow } from "../../warehouse/receipts/receipts.flow.ts";
import { vendorStatus } from "../../warehouse/vendors/vendors.contract.ts";
import { companyFlow } from "../companies/companies.flow.ts";
import { userFlow } from "../users/users.flow.ts";
import type { ReferenceValue } from "./reference-lists.contract.ts";

interface StatusList {
  readonly title: string;
  readonly values: readonly ReferenceValue[];
}

/** States are code: each list is read out of its flow, and nobody edits it. */
export const statusLists: Readonly<Record<string, StatusList>> = {
  vendor_statuses: {
    title: "Vendor statuses",
    values: fromStates(vendorStatus.options, { done: [], failed: ["on_hold", "inactive"] }),
  },
  product_statuses: {
    title: "Product statuses",
    values: fromFlow(productFlow, { done: [], failed: ["discontinued"] }),
  },
  purchase_order_statuses: {
    title: "Purchase order statuses",
    values: fromFlow(purchaseOrderFlow, { done: ["closed"], failed: ["rejected", "declined", "cancelled"] }),
  },
  purchase_order_item_statuses: {
    title: "Purchase order item statuses",
    values: fromStates(
      itemStatus.options,
      { done: ["received", "short_closed"], failed: ["rejected_by_vendor", "cancelled"] },
      ["received", "short_closed", "rejected_by_vendor", "cancelled"],
    ),
  },
  dock_types: { title: "Dock types", values: fromStates(dockType.options, null) },
  dock_statuses: {
    title: "Dock statuses",
    values: fromFlow(dockFlow, { done: [], failed: ["out_of_service", "inactive"] }),
  },
  delivery_schedule_statuses: {
    title: "Delivery schedule statuses",
    values: fromFlow(deliveryScheduleFlow, {
      done: ["completed"],
      failed: ["cancelled", "declined", "no_show", "refused", "expired"],
    }),
  },
  receipt_statuses: {
    title: "Receipt statuses",
    values: fromFlow(receiptFlow, { done: ["posted"], failed: ["reversed"] }),
  },
  issue_statuses: {
    title: "Issue statuses",
    values: fromFlow(issueFlow, { done: ["resolved", "closed"], failed: ["dismissed"] }),
  },
  company_statuses: {
    title: "Company statuses",
    values: fromFlow(companyFlow, { done: [], failed: ["inactive", "rejected"] }),
  },
  user_statuses: {
    title: "User statuses",
    values: fromFlow(userFlow, { done: [], failed: ["suspended", "deactivated", "rejected"] }),
  },
};

interface Ends<S extends string> {
  readonly done: readonly S[];
  readonly failed: readonly S[];
}

function fromFlow<S extends string>(
  flow: { readonly states: readonly S[]; readonly steps: Readonly<Record<string, Step<S>>> },
  ends: Ends<S>,
): ReferenceValue[] {
  const left = new Set(
    Object.values(flow.steps).flatMap((step) =>
      step.from.filter((state) => [step.to].flat().some((to) => to !== state)),
    ),
  );
  return fromStates(
    flow.states,
    ends,
    flow.states.filter((state) => !left.has(state)),
  );
}

/** A list without ends is no list of states: its values belong to no group. */
function fromStates<S extends string>(
  states: readonly S[],
  ends: Ends<S> | null,
  terminal: readonly S[] = [],
): ReferenceValue[] {
  return states.map((code, at) => {
    const group = ends && (ends.done.includes(code) ? "done" : ends.failed.includes(code) ? "failed" : "open");
    return {
      id: null,
      version: null,
      code,
      label: label(code),
      color: group && ({ open: "l", done: "g", failed: "x" } as const)[group],
      sortOrder: (at + 1) * 10,
      isActive: true,
      group,
      isTerminal: terminal.includes(code),
    };
  });
}

function label(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
