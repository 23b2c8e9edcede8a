import { sql } from "kysely";
import type { Order, OrderStatus } from "./transitions.server.ts";

/**
 * Where an order `o` that was over stands when it opens again: where it stood before. An order of before that was kept
 * counts as confirmed only where its vendor said so.
 */
export const reopenedTo = sql`coalesce(o.over_from, case when o.vendor_response = 'accepted' then 'confirmed' else 'sent' end)`;

/** The same, of a row. */
export const reopenedState = (order: Pick<Order, "overFrom" | "vendorResponse">): OrderStatus =>
  (order.overFrom as OrderStatus | null) ?? (order.vendorResponse === "accepted" ? "confirmed" : "sent"); // checked by the table
