import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { unreadOf, type Unread } from "../where-goods-go.ts";

/** Goods that were put aside, as they would be received. */
interface Taken {
  readonly productId: string;
  readonly receiptId: string;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  /** Why they are taken although they expire too soon. */
  readonly note: string | null;
}

/** What is reported of goods that are taken. */
export interface TakenFacts {
  readonly sku: string;
  readonly baseUom: string;
  readonly isShortDated: boolean;
  readonly unread: Unread;
  /** Each piece has a number of its own. */
  readonly isSerial: boolean;
}

/**
 * What expires too soon is taken by whoever may, with a reason. That nobody could read what is tracked is a fact, as it is
 * of goods that are counted.
 */
export async function validateTaken(ctx: Ctx, { lotNumber, expiryDate, ...goods }: Taken): Promise<TakenFacts> {
  const { rows } = await sql<{
    sku: string;
    baseUom: string;
    trackingMode: string;
    expiryTracked: boolean;
    from: string;
  }>`
    select p.sku, p.base_uom as "baseUom", p.tracking_mode as "trackingMode", p.expiry_tracked as "expiryTracked",
      greatest((r.received_at at time zone l.timezone)::date + coalesce(p.min_remaining_shelf_life_days, 0),
        (now() at time zone l.timezone)::date)::text as from
    from products p join receipts r on r.company_id = p.company_id and r.id = ${goods.receiptId}
      join locations l on (l.company_id, l.id) = (r.company_id, r.location_id)
    where p.company_id = current_company() and p.id = ${goods.productId}`.execute(ctx.db);
  const [product] = rows;
  if (!product) throw invalid({ productId: message("Choose one from the list.") });
  const { sku, baseUom } = product;
  const isShortDated = product.expiryTracked && expiryDate !== null && expiryDate < product.from;
  const unread = unreadOf(product, { lotNumber, expiryDate });
  const facts = { sku, baseUom, isShortDated, unread, isSerial: product.trackingMode === "serial" };
  if (!isShortDated) return facts;
  const words = { sku, date: product.from };
  if (!ctx.can("CAN_OVER_RECEIVE"))
    throw invalid(
      {},
      message(
        "{sku} has to last at least until {date}. Return it, or ask somebody who may take it with a reason.",
        words,
      ),
      "override_not_allowed",
    );
  if (goods.note === null)
    throw invalid({ note: message("Say why it is taken all the same.") }, undefined, "override_needs_reason");
  return facts;
}
