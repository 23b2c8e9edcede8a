import { sql } from "kysely";
import { add, compare, multiply } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById, updateRow } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { approvalOfChange } from "../approval/approval.server.ts";
import { loadOrderContext } from "../order-context.server.ts";
import { readOrder } from "../order-record.server.ts";
import type { PurchaseOrder } from "../purchase-orders.contract.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { reopenedState } from "../steps/reopened-to.server.ts";
import { askApprovers, type Order, type OrderStatus } from "../steps/transitions.server.ts";
import {
  counts,
  freshLine,
  lineChanges,
  productOf,
  refuseIfAny,
  searchText,
  totalsOf,
  writeLines,
  type Line,
  type Refusals,
} from "./lines.server.ts";
import { itemStates } from "./lines.contract.ts";
import { inLineUnit } from "./kept-qty.ts";
import { lineTotal } from "./order-totals.ts";
import { agreedQty, markSurplus, orderedWith, refuseUnapproved } from "./surplus.server.ts";

/** Goods that were put aside and that the buyer takes. */
export interface TakenGoods {
  readonly orderId: string;
  /** The line that they count for; null looks for one that waits for them, and adds one where none does. */
  readonly itemId: string | null;
  readonly productId: string;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly quantity: string;
  /** Of a line that is added, for one `uom`. */
  readonly unitPrice: string | null;
  /** Why more is taken than the tolerance allows. */
  readonly note: string | null;
}

/**
 * Makes room on an order for goods that came without it: on their line, or on one that is added. Nothing else is expected
 * anew: what was closed or given up stays so, and an order that was over is open only until it has these goods, and as long
 * as a truck of it is here. What is above the order is bought with them: within the limits of the line, and only what needs
 * no approval; a line that is added waits for its approval. Returns the line.
 */
export async function makeRoomFor(ctx: Ctx, wanted: TakenGoods): Promise<string> {
  const order = await lockById(ctx.db, "purchase_orders", wanted.orderId);
  const status = openState(order);
  const before = await readOrder(ctx, order);
  const goods = { ...wanted, itemId: wanted.itemId ?? lineThatWaits(before, wanted) };
  const lines = await linesWith(ctx, before, goods);
  const totals = totalsOf(lines, before.charges, before.minorUnit);
  const isDearer = compare(totals.total, order.total) > 0;
  if (isDearer && !ctx.can("CAN_SEND_PURCHASE_ORDERS"))
    throw conflict(
      "purchase_not_allowed",
      message("More would be bought on {number} with these goods. Ask somebody who sends orders to take them.", {
        number: order.number,
      }),
    );
  const { waits, columns } = isDearer
    ? await approvalOfChange(ctx, { ...order, status }, totals)
    : { waits: false, columns: {} };
  if (waits && goods.itemId !== null) refuseUnapproved(order.number);
  const item = before.items.find(({ id }) => id === goods.itemId);
  const agreed = item && isGivenUp(before, item) ? "0" : await agreedQty(ctx, goods.itemId);
  await writeLines(ctx, order.id, lines, before.charges);
  await forgetWhyClosed(ctx, order.id);
  await updateRow(ctx.db, "purchase_orders", order, {
    ...totals,
    ...columns,
    ...(inGroup(purchaseOrderFlow, "over", order.status) ? openFor(order) : {}),
    ...(order.status === "declined" ? { vendorResponse: "none" } : {}),
    status: waits ? "pending_approval" : status,
    lineCount: lines.filter(counts).length,
    searchText: searchText(order, { name: before.vendorName, code: before.vendorCode }, lines),
  });
  if (waits) await askApprovers(ctx, order.id);
  await ctx.emit("purchase-order.goodsTaken", order, {
    from: order.status,
    to: waits ? "pending_approval" : status,
    changes: lineChanges(before.items, lines),
  });
  const { items } = await readOrder(ctx, order);
  const itemId = goods.itemId ?? items.at(-1)?.id ?? ""; // the line that was just added has the highest number
  await markSurplus(ctx, itemId, agreed);
  return itemId;
}

/** Nothing is ordered by the line any more, by the word of the vendor or of the company. */
const isGivenUp = (order: PurchaseOrder, item: Pick<Line, "status">): boolean =>
  inGroup(itemStates, "dropped", item.status) || isDeclined(order, item);

const isDeclined = ({ status }: PurchaseOrder, item: Pick<Line, "status">): boolean =>
  status === "declined" && !inGroup(itemStates, "over", item.status);

/** Nobody has closed a line that is open again. */
async function forgetWhyClosed(ctx: Ctx, orderId: string): Promise<void> {
  await sql`update purchase_order_items set close_reason = null, is_unwanted = false
    where company_id = current_company() and purchase_order_id = ${orderId} and (close_reason is not null or is_unwanted)
      and status not in (${statesIn(itemStates, "ended")})`.execute(ctx.db);
}

/** The line of an order that still waits for all of these goods, though nobody counted them for it. */
function lineThatWaits(order: PurchaseOrder, { productId, quantity, qtyPerUom }: TakenGoods): string | null {
  const base = multiply(quantity, qtyPerUom);
  const waiting = order.items.find(
    (item) =>
      item.productId === productId &&
      !inGroup(itemStates, "over", item.status) &&
      compare(multiply(item.openQty, item.qtyPerUom), base) >= 0,
  );
  return waiting?.id ?? null;
}

/** Who closed it, and why, is true again once it has the goods. */
const openFor = ({ closeReason, cancelReason }: Order) => ({
  overFrom: null,
  closedAt: null,
  closeReason: closeReason ?? cancelReason,
  cancelledAt: null,
  cancelReason: null,
  archivedAt: null,
  reversedSinceClosing: false,
});

/** Where the order stands once it has the goods; 409 while nothing can be bought by it. */
function openState(order: Order): OrderStatus {
  const { number } = order;
  if (order.waitsFrom !== null && order.status !== "approved")
    throw conflict(
      "change_undecided",
      message("A change of {number} waits for its approval. Take the goods once that is decided, or return them.", {
        number,
      }),
    );
  if (order.onHold)
    throw conflict("order_on_hold", message("{number} is on hold. Release it first, then take the goods.", { number }));
  if (order.waitsFrom !== null || inGroup(purchaseOrderFlow, "outstanding", order.status))
    return order.status as OrderStatus; // checked by the table
  const back = order.status === "declined" ? "sent" : reopenedState(order);
  if (inGroup(purchaseOrderFlow, "over", order.status) || order.status === "declined") {
    if (back === "change_proposed") return "sent"; // its proposal fell with it
    if (inGroup(purchaseOrderFlow, "outstanding", back)) return back;
  }
  throw conflict(
    "order_not_out",
    message("{number} never went to its vendor. Take the goods onto another order, or send this one first.", {
      number,
    }),
  );
}

/** The lines of an order: of one that the vendor declined, none is ordered any more. */
const linesStanding = (order: PurchaseOrder): Line[] =>
  order.items.map((item) => (isDeclined(order, item) ? { ...item, status: "rejected_by_vendor" } : item));

async function linesWith(ctx: Ctx, before: PurchaseOrder, goods: TakenGoods): Promise<Line[]> {
  const { itemId, productId } = goods;
  if (itemId !== null) {
    const item = before.items.find(({ id }) => id === itemId);
    if (item?.productId !== productId)
      throw invalid({ purchaseOrderItemId: message("This line orders another product.") });
    const most = await orderedWith(ctx, before, item, goods);
    const after = add(item.keptBaseQty, item.creditedBaseQty, multiply(goods.quantity, goods.qtyPerUom));
    // Of a line that was given up these goods alone are ordered; one that was closed short is open again if they fill it.
    const orderedQty = isGivenUp(before, item) ? inLineUnit(after, item.qtyPerUom) : most;
    const isFull = compare(after, multiply(orderedQty, item.qtyPerUom)) >= 0;
    const status = inGroup(itemStates, "ended", item.status) && isFull ? ("open" as const) : item.status;
    const raised = { ...item, status, orderedQty, lineTotal: lineTotal({ ...item, orderedQty }) };
    return linesStanding(before).map((one) => (one.id === itemId ? raised : one));
  }
  if (goods.unitPrice === null) throw invalid({ unitPrice: message("Say what one {unit} costs.", { unit: goods }) });
  const context = await loadOrderContext(ctx, { ...before, productIds: [productId] });
  const refusals: Refusals = {};
  const { uom, qtyPerUom, quantity: orderedQty, unitPrice } = goods;
  const input = { productId, uom, qtyPerUom, orderedQty, unitPrice };
  const written = {
    ...input,
    discountPct: "0",
    taxRatePct: "0",
    requestedDate: null,
    vendorSku: null,
    notes: null,
  };
  const product = productOf(written, "line", { context, before: undefined, refusals });
  if (!product) refuseIfAny(refusals);
  if (!product) throw invalid({ productId: message("Choose one from the list.") });
  const lineNo = Math.max(0, ...before.items.map((item) => item.lineNo)) + 1;
  return [
    ...linesStanding(before),
    freshLine(written, { id: null, lineNo, product, requestedDate: before.requestedDate }, context),
  ];
}
