import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** Goods that were put aside, as they would be received. */
interface Taken {
  readonly productId: string;
  readonly receiptId: string;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  /** Why they are taken although they expire too soon. */
  readonly note: string | null;
}

/**
 * What is tracked has to be said of goods that are taken, as of those that are counted, and what expires too soon is
 * taken by whoever may, with a reason. Answers whether it does.
 */
export async function validateTaken(ctx: Ctx, { lotNumber, expiryDate, ...goods }: Taken): Promise<boolean> {
  const { rows } = await sql<{ sku: string; mode: string; expires: boolean; from: string }>`
    select p.sku, p.tracking_mode as mode, p.expiry_tracked as expires,
      greatest((r.received_at at time zone l.timezone)::date + coalesce(p.min_remaining_shelf_life_days, 0),
        (now() at time zone l.timezone)::date)::text as from
    from products p join receipts r on r.company_id = p.company_id and r.id = ${goods.receiptId}
      join locations l on (l.company_id, l.id) = (r.company_id, r.location_id)
    where p.company_id = current_company() and p.id = ${goods.productId}`.execute(ctx.db);
  const [product] = rows;
  if (!product) throw invalid({ productId: message("Choose one from the list.") });
  const { sku } = product;
  if (product.mode === "lot" && lotNumber === null)
    throw invalid({ lotNumber: message("{sku} is tracked by lot: scan or type the lot.", { sku }) });
  if (!product.expires) return false;
  if (expiryDate === null) throw invalid({ expiryDate: message("{sku} expires: scan or type the date.", { sku }) });
  if (expiryDate >= product.from) return false;
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
  return true;
}
