import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Client, type World } from "#main/testing.ts";
import { conform } from "#server/testing/conform.ts";
import { inDays, orderBody, orderGround, ordersPath, saved, sentOrder, step, type OrderGround } from "#server/testing/orders.ts";
import { purchaseOrders } from "./purchase-orders.contract.ts";

conform(purchaseOrders, {
  name: "purchase orders",
  text: "sourceDocument",
  async valid(n, admin) {
    const body = orderBody(await orderGround(admin, { products: 2 }), { sourceDocument: `Requisition ${n}`, charges: [{ type: "freight", amount: "12.5", taxRatePct: "21" }] });
    return body;
  },
  change: { vendorNotes: "EPAL pallets only", requestedDate: inDays(21) },
  filters: { view: "open", receivable: "no", requestedDate: `${inDays(0)}..${inDays(60)}` },
  statements: { create: 5 },
});
