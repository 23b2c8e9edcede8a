import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { difference, setArchived } from "#server/records/crud.ts";
import type { Ctx } from "#server/http/context.ts";
import { historyOf } from "#server/audit/events.ts";
import { exportCsv } from "#server/records/export.ts";
import { page } from "#server/records/list.ts";
import { deleteRow, findById, insertRow, nextNumber, updateRow, stale, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { answers } from "./vendor-page/answers.server.ts";
import { withAuthor } from "./approval/approval.server.ts";
import { loadOrderContext, newNumbers, type OrderContext } from "./order-context.server.ts";
import { draftLines, lineChanges, searchText, totalsOf, writeLines } from "./lines/lines.server.ts";
import { listed, readOrder, withSteps } from "./order-record.server.ts";
import { purchaseOrders, type PurchaseOrder, type PurchaseOrderInput } from "./purchase-orders.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { findProducts, matchProducts } from "./lines/orderable-products.server.ts";
import { lastPrices, priceHistory } from "./lines/paid-prices.server.ts";
import { flowSource } from "./steps/transitions.server.ts";
import { steps } from "./steps/steps.server.ts";
import { mustNotBeHere } from "../delivery-schedules/booking/order-deliveries.server.ts";
import { countViews } from "./views.server.ts";

export default serve(purchaseOrders, {
  ...steps,
  ...answers,
  read: readOrder,
  async list(ctx, { query }) {
    const found = await page(ctx, listed, query);
    return { ...found, items: found.items.map((row) => withSteps(ctx, row)) } as never; // `listed` selects the keys of the row
  },
  exportCsv: (ctx, { query }) => exportCsv(ctx, listed, query),
  views: countViews,
  findProducts: (ctx, { query }) => findProducts(ctx, query),
  matchProducts: (ctx, { body }) => matchProducts(ctx, body),
  lastPrices: (ctx, { body }) => lastPrices(ctx, body),
  priceHistory: (ctx, { query }) => priceHistory(ctx, query),

  async create(ctx, { body: { ...body } }) {
    body.items = body.items.map(({ id: _copied, ...item }) => item); // lines of an order that was copied
    const context = await validateReferences(ctx, body);
    const lines = draftLines(body, context, null);
    const take = (count: number) => nextNumber(ctx.db, "purchase-order", count);
    const [number = ""] = await newNumbers(ctx, context, { count: 1, take });
    const order = await insertRow(ctx.db, "purchase_orders", {
      ...termsOf(body, context, ctx.user?.id ?? ""),
      ...usualTerms(body, context),
      ...sums(body, context, lines),
      number,
      orderDate: context.today,
      createdBy: ctx.user?.id ?? null,
      authors: withAuthor(ctx, []),
      searchText: searchText({ ...body, number, vendorReference: null }, vendorOf(context), lines),
    });
    await writeLines(ctx, order.id, lines, body.charges);
    await ctx.emit("purchase-order.created", order, { to: "draft" });
    return readOrder(ctx, order);
  },

  async update(ctx, { id, body: { version, ...body } }) {
    const order = await lockById(ctx.db, "purchase_orders", id);
    const before = await readOrder(ctx, order);
    if (order.version !== version) throw stale(purchaseOrders.read.reply.parse(before));
    if (!purchaseOrderFlow.editable.includes(before.status))
      throw conflict("wrong_state", message("Only a draft is changed here. Revise or amend this order instead."), {
        status: before.status,
      });
    if (order.revision > 0 && body.vendorId !== order.vendorId)
      throw invalid({
        vendorId: message("{number} went to {vendor}. Copy it for another vendor: the copy gets a number of its own.", {
          number: order.number,
          vendor: before.vendorName,
        }),
      });
    // A truck that was here when the vendor declined stands at the old site; what was on its way was given up then.
    if (order.revision > 0 && body.shipToLocationId !== order.shipToLocationId)
      await mustNotBeHere(ctx, { orderId: id }, "close");
    const context = await validateReferences(ctx, body, before);
    const lines = draftLines(body, context, before);
    const terms = termsOf(body, context, order.buyerId);
    await updateRow(ctx.db, "purchase_orders", order, {
      ...terms,
      ...sums(body, context, lines),
      authors: withAuthor(ctx, order.authors),
      rateUnproven: order.rateUnproven && terms.exchangeRate !== null,
      searchText: searchText({ ...order, sourceDocument: body.sourceDocument }, vendorOf(context), lines),
    });
    await writeLines(ctx, id, lines, body.charges);
    await ctx.emit("purchase-order.updated", order, {
      changes: { ...difference(before, { ...terms, charges: body.charges }), ...lineChanges(before.items, lines) },
    });
    return readOrder(ctx, order);
  },

  async remove(ctx, { id, query }) {
    const order = await lockById(ctx.db, "purchase_orders", id);
    if (order.version !== query.version) throw stale(purchaseOrders.read.reply.parse(await readOrder(ctx, order)));
    if (order.revision > 0 || order.status !== "draft")
      throw conflict(
        "wrong_state",
        message("Only a draft that was never sent can be removed. Cancel this order instead."),
        { status: order.status },
      );
    await deleteRow(ctx.db, "purchase_orders", id);
    await ctx.emit("purchase-order.removed", order);
  },
  /** Nothing is hidden while somebody else counts on it. */
  async archive(ctx, { id }) {
    const order = await lockById(ctx.db, "purchase_orders", id);
    if (!inGroup(purchaseOrderFlow, "archivable", order.status))
      throw conflict("wrong_state", message("This order is still going on. Close or cancel it first."), {
        status: order.status,
      });
    await setArchived(ctx, flowSource, order, true);
    return readOrder(ctx, order);
  },
  async restore(ctx, { id }) {
    const order = await lockById(ctx.db, "purchase_orders", id);
    await setArchived(ctx, flowSource, order, false);
    return readOrder(ctx, order);
  },
  history: (ctx, { id }) => historyOf(ctx.db, "purchase_orders", "purchase-order", id),

  async note(ctx, { id, body }) {
    const order = await findById(ctx.db, "purchase_orders", id);
    await ctx.emit("purchase-order.noted", order, { note: body.note });
  },
});

/** Everything that the order names is there and may be ordered from and to. What an old order keeps may stay as it was. */
async function validateReferences(ctx: Ctx, body: PurchaseOrderInput, before?: PurchaseOrder): Promise<OrderContext> {
  const context = await loadOrderContext(ctx, { ...body, productIds: body.items.map(({ productId }) => productId) });
  const { vendor, shipTo } = context;
  const missing = message("Choose one from the list.");
  const fields = {
    ...(vendor ? {} : { vendorId: missing }),
    ...(vendor && vendor.status !== "active" && vendor.id !== before?.vendorId
      ? { vendorId: message("Nothing is ordered from {vendor} now.", { vendor: vendor.name }) }
      : {}),
    ...(shipTo?.isUsable || (shipTo && body.shipToLocationId === before?.shipToLocationId)
      ? {}
      : { shipToLocationId: missing }),
    ...(body.buyerId === null || context.buyerIsThere ? {} : { buyerId: missing }),
    ...(context.minorUnit === null && vendor ? { currency: missing } : {}),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return context;
}

function vendorOf({ vendor }: OrderContext) {
  if (!vendor) throw new Error("foundedOn lets no order without a vendor through");
  return vendor;
}

/** Columns that a person decides. */
function termsOf(
  { items: _items, charges: _charges, ...terms }: PurchaseOrderInput,
  context: OrderContext,
  buyerId: string,
) {
  return { ...terms, currency: terms.currency ?? vendorOf(context).currency, buyerId: terms.buyerId ?? buyerId };
}

/** A new order starts with the vendor's usual terms, where nothing else is said. */
function usualTerms(body: PurchaseOrderInput, context: OrderContext) {
  const vendor = vendorOf(context);
  const delivery = body.incoterm ? body : vendor;
  return {
    paymentTermsDays: body.paymentTermsDays ?? vendor.paymentTermsDays,
    incoterm: delivery.incoterm,
    incotermPlace: delivery.incotermPlace,
    freightTerms: body.freightTerms ?? vendor.freightTerms,
  };
}

function sums(body: PurchaseOrderInput, context: OrderContext, lines: ReturnType<typeof draftLines>) {
  return { ...totalsOf(lines, body.charges, context.minorUnit ?? 0), lineCount: lines.length };
}
