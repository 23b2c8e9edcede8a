import { add, compare } from "#shared/format/money.ts";
import { invalid, message } from "#shared/contract/problem.ts";
import { difference } from "#server/records/crud.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Req } from "#server/http/serve.ts";
import { approvalOfChange } from "../approval/approval.server.ts";
import {
  adjustOnTheWay,
  assertDecided,
  leaveSite,
  lockOnTheWay,
  plannedHere,
  type PlannedHere,
} from "../../delivery-schedules/booking/adjust-deliveries.server.ts";
import { loadOrderContext, type OrderContext } from "../order-context.server.ts";
import {
  counts,
  freshLine,
  judgeDay,
  lineChanges,
  productOf,
  promiseOf,
  refuseIfAny,
  searchText,
  totalsOf,
  writeLines,
  type Line,
  type Refusals,
} from "../lines/lines.server.ts";
import {
  askApprovers,
  askVendor,
  lockForStep,
  applyTransition,
  openAnswer,
  vendorCanBeAsked,
} from "./transitions.server.ts";
import { readOrder } from "../order-record.server.ts";
import { cameAlready, keptOrCreditedQty } from "../lines/kept-qty.ts";
import { isLive } from "../proposals/proposals.server.ts";
import type { PurchaseOrderItem, PurchaseOrderItemInput } from "../lines/lines.contract.ts";
import type { PurchaseOrder, purchaseOrders } from "../purchase-orders.contract.ts";
import { recalculateStatus } from "./recalculate-status.server.ts";

/**
 * Writes an order anew that is out at the vendor: the next revision, which the vendor has to answer again. One that
 * needs an approver waits for them first.
 */
export async function amend(ctx: Ctx, { id, body }: Req<typeof purchaseOrders.amend>): Promise<PurchaseOrder> {
  const order = await lockForStep(ctx, "amend", { id, body });
  await vendorCanBeAsked(ctx, order);
  const before = await readOrder(ctx, order);
  const { reason, items, charges, version: _version, shipToLocationId, onTheWay, keepReason, ...terms } = body;
  const site = shipToLocationId ?? order.shipToLocationId;
  const context = await loadOrderContext(ctx, {
    ...order,
    shipToLocationId: site,
    productIds: items.map(({ productId }) => productId),
  });
  const isMoved = site !== order.shipToLocationId;
  if (isMoved && !context.shipTo?.isUsable) throw invalid({ shipToLocationId: message("Choose one from the list.") });
  const lines = amendedLines(before, items, context);
  const here = isMoved ? [] : await plannedHere(ctx, id);
  refuseBelow(here, lines, items);
  const totals = totalsOf(lines, charges, before.minorUnit);
  const changes = {
    ...difference(before, { ...terms, shipToLocationId: site, charges, total: totals.total }),
    ...lineChanges(before.items, lines),
  };
  if (Object.keys(changes).length === 0)
    throw invalid({ items: message("Nothing was changed.") }, undefined, "nothing_changed");
  const { waits, columns } = await approvalOfChange(
    ctx,
    { ...order, shipToLocationId: site },
    {
      ...totals,
      emptied: { onTheWay, keepReason },
    },
  );
  const revision = order.revision + (waits ? 0 : 1);
  const emptied = { onTheWay, keepReason };
  if (isMoved) await leaveSite(ctx, id, { ...emptied, isAhead: waits }, reason);
  const coming = await lockOnTheWay(ctx, id);
  await writeLines(ctx, id, lines, charges);
  if (!waits) await adjustOnTheWay(ctx, id, coming, emptied);
  else if (!isMoved) await assertDecided(ctx, id, coming, emptied);
  await applyTransition(ctx, order, "amend", waits ? "pending_approval" : "sent", {
    columns: {
      ...terms,
      shipToLocationId: site,
      ...totals,
      ...columns,
      ...(waits ? {} : { ...openAnswer(), promisedDate: promiseOf(lines) }),
      rejectReason: null,
      revision,
      lineCount: lines.filter(counts).length,
      searchText: searchText(order, { name: before.vendorName, code: before.vendorCode }, lines),
    },
    event: { reason, changes: { ...(waits ? {} : { revision }), ...changes } },
  });
  await recalculateStatus(ctx, [id], null, before.items);
  if (waits) await askApprovers(ctx, id);
  else await askVendor(ctx, { id, revision });
  return readOrder(ctx, order);
}

/** What was received or booked cannot be taken out; other lines that are left out are cancelled, and stay to be seen. */
function amendedLines(before: PurchaseOrder, inputs: readonly PurchaseOrderItemInput[], context: OrderContext): Line[] {
  const refusals: Refusals = {};
  const left = new Map(before.items.map((item) => [item.id, item]));
  let last = Math.max(...before.items.map(({ lineNo }) => lineNo));
  const lines = inputs.flatMap((input, at): Line[] => {
    const path = `items.${at}`;
    const old = input.id ? left.get(input.id) : undefined;
    if (input.id && !old) refusals[`${path}.id`] = message("This line is not part of the order.");
    if (input.id) left.delete(input.id);
    if (old && isAsBefore(old, input, before)) return [{ ...old, confirmedQty: isLive(old) ? null : old.confirmedQty }];
    const { orderDate } = before;
    judgeDay(refusals, `${path}.requestedDate`, { day: input.requestedDate, was: old?.requestedDate, orderDate });
    const product = productOf(input, path, { context, before: old, refusals });
    if (!product) return [];
    const written = freshLine(
      input,
      {
        id: old?.id ?? null,
        lineNo: old?.lineNo ?? (last += 1),
        product,
        requestedDate: old?.requestedDate ?? before.requestedDate,
      },
      context,
    );
    return [
      old ? changedLine(old, written, (field, sentence) => void (refusals[`${path}.${field}`] = sentence)) : written,
    ];
  });
  const out = [...left.values()].map((item) => (isLive(item) ? { ...item, status: "cancelled" as const } : item));
  for (const item of left.values()) {
    if (compare(item.receivedQty, "0") > 0)
      refusals["items"] = message("Line {number} has receipts and cannot be taken out.", { number: item.lineNo });
  }
  refuseIfAny(refusals);
  return [...lines, ...out].toSorted((a, b) => a.lineNo - b.lineNo);
}

/** What stands on a truck that is here is neither taken out nor ordered less; deliveries on their way follow. */
function refuseBelow(
  here: readonly PlannedHere[],
  lines: readonly Line[],
  inputs: readonly PurchaseOrderItemInput[],
): void {
  const refusals: Refusals = {};
  for (const { itemId, lineNo, number, quantity } of here) {
    const line = lines.find(({ id }) => id === itemId);
    const words = { number, lineNo, quantity };
    const at = inputs.findIndex(({ id }) => id === itemId);
    if (!line || at < 0)
      refusals["items"] = message(
        "Line {lineNo} stands on {number}, which is here. Receive or refuse it first.",
        words,
      );
    else if (compare(line.orderedQty, quantity) < 0)
      refusals[`items.${at}.orderedQty`] = message("{quantity} of this line stand on {number}, which is here.", words);
  }
  refuseIfAny(refusals);
}

const sameText = (a: string | null, b: string | null) => (a ?? "") === (b ?? "");
const decimals = ["orderedQty", "qtyPerUom", "unitPrice", "discountPct", "taxRatePct"] as const;

function isAsBefore(old: PurchaseOrderItem, input: PurchaseOrderItemInput, order: PurchaseOrder): boolean {
  const date = input.requestedDate ?? old.requestedDate ?? order.requestedDate;
  return (
    decimals.every((key) => add(input[key]) === old[key]) &&
    input.productId === old.productId &&
    input.uom === old.uom &&
    date === old.requestedDate &&
    sameText(input.vendorSku ?? old.vendorSku, old.vendorSku) &&
    sameText(input.notes, old.notes)
  );
}

/** A date that the buyer moves asks for a new promise; the first one, snapshots and what was agreed otherwise stay with the line. */
function changedLine(
  old: PurchaseOrderItem,
  written: Line,
  refuse: (field: keyof PurchaseOrderItemInput, sentence: ReturnType<typeof message>) => void,
): Line {
  const kept = keptOrCreditedQty(old);
  const isTouched = compare(old.receivedQty, "0") > 0 || compare(old.scheduledQty, "0") > 0;
  if (!isLive(old) && old.status !== "received") refuse("orderedQty", message("This line is over. Add a new one."));
  if (written.productId !== old.productId)
    refuse("productId", message("Another product is another line: take this one out and add a new one."));
  if (isTouched && (written.uom !== old.uom || written.qtyPerUom !== old.qtyPerUom))
    refuse("uom", message("Goods were received or booked by the {unit}.", { unit: old }));
  if (compare(written.orderedQty, kept) < 0) refuse("orderedQty", cameAlready(old));
  const promise = {
    originalPromisedDate: old.originalPromisedDate,
    ...(written.requestedDate === old.requestedDate ? { promisedDate: old.promisedDate } : {}),
  };
  return {
    ...written,
    ...promise,
    sku: old.sku,
    description: old.description,
    overReceiptPct: old.overReceiptPct,
    status: old.status,
  };
}
