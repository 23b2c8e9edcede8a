import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { expectedGoods } from "#modules/warehouse/receipts/receipts.contract.ts";

type Expectation = z.output<typeof expectedGoods>;
type ExpectedLine = Expectation["lines"][number];

const orderId = randomUUID();

/** A line that ten pieces are expected of, unless said otherwise. */
export function anExpectedLine(over: Partial<ExpectedLine> & { sku: string }): ExpectedLine {
  return {
    purchaseOrderItemId: randomUUID(),
    purchaseOrderId: orderId,
    orderNumber: "PO-1",
    lineNo: 1,
    status: "confirmed",
    isOver: false,
    productId: randomUUID(),
    vendorSku: null,
    name: over.sku,
    gtin: null,
    baseUom: "EA",
    packages: [],
    trackingMode: "none",
    expiryTracked: false,
    minRemainingShelfLifeDays: null,
    inspectionRequired: false,
    uom: "EA",
    qtyPerUom: "1",
    orderedQty: "10",
    receivedQty: "0",
    creditedQty: "0",
    openQty: "10",
    plannedQty: null,
    maxQty: "10",
    requestedDate: "2026-11-21",
    destinationStorageLocationId: null,
    ...over,
  };
}

/** What a phone was told before it counts: these lines, of one order that can be received. */
export function anExpectation(lines: readonly ExpectedLine[]): Expectation {
  return {
    deliverySchedule: null,
    location: { id: randomUUID(), code: "HUB", name: "Hub", timezone: "Europe/Amsterdam" },
    orders: [
      {
        id: orderId,
        number: "PO-1",
        status: "confirmed",
        onHold: false,
        vendorId: randomUUID(),
        vendorName: "Vendor",
        canReceive: true,
        why: null,
      },
    ],
    lines: [...lines],
    places: [],
    hardLimitFactor: "2",
  };
}
