import type { ReceiptInput } from "../receipts.contract.ts";
import type { Unread } from "../where-goods-go.ts";

export type CountedLine = ReceiptInput["lines"][number];

/** Why goods do not count for an order line, though they are there: they are put aside until the buyer decides. */
export type SetAside =
  | "on_no_order"
  | "surplus"
  | "held"
  | "not_out"
  | "over"
  | "line_over"
  | "not_agreed"
  | "other_site";

export interface ReceivedOrder {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  /** The vendor has it, and a change of it waits for approval. */
  readonly waitsFrom: string | null;
  readonly onHold: boolean;
  readonly holdReason: string | null;
  readonly vendorId: string;
  readonly vendorName: string;
  readonly buyerId: string;
  /** When its vendor got it first. */
  readonly firstSentAt: string | null;
  readonly shipToLocationId: string;
  readonly shipToName: string;
  /** Everything had come; nobody closed it. */
  readonly closedByItself: boolean;
}

export interface ReceivedItem {
  readonly id: string;
  readonly lineNo: number;
  readonly orderId: string;
  readonly productId: string;
  readonly status: string;
  readonly uom: string;
  readonly qtyPerUom: string;
  readonly orderedQty: string;
  readonly overReceiptPct: string;
  /** Accepted and damaged less returned, in base units: what counts as received. */
  readonly keptBase: string;
  /** What was credited instead, in base units: it is not expected again. */
  readonly creditedBase: string;
  readonly destinationId: string | null;
}

export interface ReceivedProduct {
  readonly id: string;
  readonly sku: string;
  readonly baseUom: string;
  readonly trackingMode: string;
  readonly expiryTracked: boolean;
  readonly inspectionRequired: boolean;
  /** The first day of expiry that is still taken without an override. */
  readonly expiresFrom: string | null;
  readonly packages: readonly { readonly uom: string; readonly quantityInBase: string }[];
}

export interface ReceivingBin {
  readonly id: string;
  readonly kind: string;
}

/** Everything that decides whether a receipt can be posted, read after the order lines were locked. */
export interface ReceivingContext {
  /** Of the location. */
  readonly timezone: string;
  readonly orders: readonly ReceivedOrder[];
  readonly items: readonly ReceivedItem[];
  readonly products: readonly ReceivedProduct[];
  /** The active bins of the location, by code. */
  readonly places: readonly ReceivingBin[];
  readonly hardLimitFactor: string;
  /** When the truck came that brings it. */
  readonly arrival: { readonly number: string; readonly at: string; readonly timezone: string } | null;
  /** The earliest time to which a receipt may be dated back, and the days that this is. */
  readonly backdatedFrom: string;
  readonly backdateDays: number;
  readonly mayOverride: boolean;
}

/** A counted line that may be posted, with everything that follows from it. */
export interface ValidatedLine {
  readonly counted: CountedLine;
  /** Null: none of the catalogue. */
  readonly product: ReceivedProduct | null;
  /** The order line that it counts for. */
  readonly item: ReceivedItem | null;
  /** The order line that was named, and takes nothing. */
  readonly claimed: ReceivedItem | null;
  /** Of either. */
  readonly order: ReceivedOrder | null;
  /** Why it is put aside; null when it counts. */
  readonly aside: SetAside | null;
  readonly storageLocationId: string;
  readonly damagedStorageLocationId: string | null;
  /** Above the tolerance with this line, in a unit that says it exactly; null when it is not. */
  readonly over: { readonly quantity: string; readonly uom: string; readonly qtyPerUom: string } | null;
  readonly isShortDated: boolean;
  /** What is tracked of them and could not be read. */
  readonly unread: Unread;
}
