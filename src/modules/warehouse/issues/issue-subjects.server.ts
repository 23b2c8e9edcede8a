import { sql } from "kysely";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** What an issue may be about. */
interface Subjects {
  readonly purchaseOrderId: string | null;
  readonly purchaseOrderItemId: string | null;
  readonly receiptId: string | null;
  readonly receiptLineId: string | null;
  readonly deliveryScheduleId: string | null;
  readonly vendorId: string | null;
}

/**
 * Adds what follows from the most exact subject given (a receipt line names its receipt, order line, order, delivery
 * and vendor); 422 where two of them contradict each other.
 */
export async function withSubjects<I extends Subjects>(ctx: Ctx, issue: I): Promise<I> {
  const { rows } = await sql<Subjects>`
    with line as (select * from receipt_lines where company_id = current_company() and id = ${issue.receiptLineId}::uuid),
    receipt as (select * from receipts
      where company_id = current_company() and id = coalesce((select receipt_id from line), ${issue.receiptId}::uuid)),
    item as (select * from purchase_order_items
      where company_id = current_company()
      and id = coalesce((select purchase_order_item_id from line), ${issue.purchaseOrderItemId}::uuid)),
    the_order as (select * from purchase_orders
      where company_id = current_company()
      and id = coalesce((select purchase_order_id from item), ${issue.purchaseOrderId}::uuid)),
    delivery as (select * from delivery_schedules
      where company_id = current_company()
      and id = coalesce((select delivery_schedule_id from receipt), ${issue.deliveryScheduleId}::uuid))
    select (select id from line) as "receiptLineId", (select id from receipt) as "receiptId", (select id
      from item) as "purchaseOrderItemId", (select id from the_order) as "purchaseOrderId",
      (select id from delivery) as "deliveryScheduleId",
        coalesce((select vendor_id from the_order), (select vendor_id
        from delivery), ${issue.vendorId}::uuid) as "vendorId"`.execute(ctx.db);
  const found = rows[0];
  if (!found) return issue;
  const fields: Record<string, Sentence> = {};
  for (const [name, id] of Object.entries(found)) {
    const given = issue[name as keyof Subjects]; // the query's columns are its keys
    if (given !== null && given !== id)
      fields[name] =
        id === null
          ? message("Choose one from the list.")
          : message("This does not belong to what else is named here.");
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { ...issue, ...found };
}

interface Quantity {
  readonly receiptLineId: string | null;
  readonly purchaseOrderItemId: string | null;
  readonly qtyAffected: string | null;
  readonly uom: string | null;
}

/** What one unit of an issue is in base units: as counted, as ordered, or as the product has it; null where nobody knows. */
export async function packSize(ctx: Ctx, issue: Quantity): Promise<string | null> {
  if (issue.qtyAffected === null) return null;
  const { rows } = await sql<{ size: string | null }>`
    with line as (select * from receipt_lines where company_id = current_company() and id = ${issue.receiptLineId}::uuid),
    item as (select * from purchase_order_items
      where company_id = current_company() and id = ${issue.purchaseOrderItemId}::uuid),
    product as (select * from products where company_id = current_company()
      and id = coalesce((select product_id from line), (select product_id from item)))
    select trim_scale(coalesce(
      (select qty_per_uom from line where uom = coalesce(${issue.uom}::text, uom)),
      (select qty_per_uom from item where uom = coalesce(${issue.uom}::text, uom)),
      (select 1 from product where base_uom = ${issue.uom}::text),
      (select min(k.quantity_in_base) from product_packages k where k.company_id = current_company()
        and k.product_id = (select id from product) and k.uom = ${issue.uom}::text
        having count(distinct k.quantity_in_base) = 1)))::text as size`.execute(ctx.db);
  return rows[0]?.size ?? null;
}

/** An issue about a receipt line is about no more than was counted on it. */
export async function refuseMoreThanCounted(
  ctx: Ctx,
  { receiptLineId, qtyAffected, qtyPerUom }: Quantity & { readonly qtyPerUom: string | null },
): Promise<void> {
  if (receiptLineId === null || qtyAffected === null || qtyPerUom === null) return;
  const { rows } = await sql<{ qty: string; uom: string; qtyPerUom: string }>`
    select trim_scale(counted_qty)::text as qty, uom, trim_scale(qty_per_uom)::text as "qtyPerUom" from receipt_lines
    where company_id = current_company() and id = ${receiptLineId}::uuid
      and counted_qty * qty_per_uom < ${qtyAffected}::numeric * ${qtyPerUom}::numeric`.execute(ctx.db);
  const [line] = rows;
  if (line) throw invalid({ qtyAffected: message("Counted on this receipt line: {counted}.", { counted: line }) });
}
