import { sql } from "kysely";
import { compare } from "#shared/format/money.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById, type Changes } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import {
  adjustOnTheWay,
  leaveSite,
  lockOnTheWay,
  type EmptiedDecision,
} from "../../delivery-schedules/booking/adjust-deliveries.server.ts";
import { keptOrCreditedQty, keptQty } from "../lines/kept-qty.ts";
import { itemStates, type PurchaseOrderItem } from "../lines/lines.contract.ts";
import { counts, promiseOf, totalsOf, writeLines, type Line } from "../lines/lines.server.ts";
import { lineTotal } from "../lines/order-totals.ts";
import { readOrder } from "../order-record.server.ts";
import type { PurchaseOrderInput } from "../purchase-orders.contract.ts";
import type { Order } from "./transitions.server.ts";

/** The columns of an order that a change may write. */
const changeable = [
  "shipToLocationId",
  "paymentTermsDays",
  "incoterm",
  "incotermPlace",
  "freightTerms",
  "vendorNotes",
  "internalNotes",
  "rateId",
  "submittedThreshold",
  "submittedSeparate",
  "submittedCurrency",
  "changedLines",
  "searchText",
] as const satisfies readonly (keyof Order)[];

/** What was agreed before a change that waits for approval, and what the change does with deliveries that it empties. */
interface AgreedVersion {
  readonly columns: Changes<"purchase_orders">;
  /** Read by `agreedSite`. */
  readonly shipToLocationId: string;
  readonly lines: readonly Line[];
  readonly charges: PurchaseOrderInput["charges"];
  readonly emptied: EmptiedDecision;
}

/** Keeps what is agreed of an order before a change is written that has to wait. It rules until the change is approved and sent. */
export async function keepAgreed(
  ctx: Ctx,
  orderId: string,
  emptied: EmptiedDecision,
): Promise<Changes<"purchase_orders">> {
  const row = await findById(ctx.db, "purchase_orders", orderId);
  const { items: lines, charges } = await readOrder(ctx, row);
  await sql`update purchase_order_items
    set agreed_qty = case when status in (${statesIn(itemStates, "ended")}) then 0 else ordered_qty end
    where company_id = current_company() and purchase_order_id = ${orderId}`.execute(ctx.db);
  const columns = Object.fromEntries(changeable.map((key) => [key, row[key]]));
  const { shipToLocationId } = row;
  const version: AgreedVersion = { columns, shipToLocationId, lines, charges, emptied };
  return { agreedVersion: version as unknown as Order["agreedVersion"] }; // made of what the columns and the record hold
}

const versionOf = (order: Order): AgreedVersion | null => order.agreedVersion as unknown as AgreedVersion | null; // written above

/** What a vendor sees of an order by an agreed version: its lines that are not given up, its terms and what it costs. */
export function agreedPage(agreed: unknown, minorUnit: number) {
  const { lines, charges, columns } = agreed as AgreedVersion; // as `keepAgreed` writes it
  const { paymentTermsDays, incoterm, incotermPlace, freightTerms, vendorNotes } = columns;
  const terms = { paymentTermsDays, incoterm, incotermPlace, freightTerms, vendorNotes };
  const items = lines.filter(({ status }) => status !== "cancelled");
  return { ...terms, ...totalsOf(lines, charges, minorUnit), items, charges };
}

/** Where a rejection of a change leads to: where the order stood, if it is known what was agreed then. */
export const stoodAt = (order: Order) =>
  order.agreedVersion === null ? "rejected" : ((order.waitsFrom ?? "rejected") as "sent" | "rejected"); // checked by the table

/** The change is rejected: what was agreed is what is written again, and never less of a line than came meanwhile. */
export async function restoreAgreed(ctx: Ctx, order: Order): Promise<Changes<"purchase_orders">> {
  const version = versionOf(order);
  if (!version) return {};
  const { items, minorUnit } = await readOrder(ctx, order);
  const agreed = version.lines.map((line) =>
    withAtLeast(
      line,
      items.find(({ id }) => id === line.id),
      null,
    ),
  );
  const came = items
    .filter(({ id, ...item }) => !agreed.some((line) => line.id === id) && compare(keptQty(item), "0") > 0)
    .map((item) => ({ ...item, orderedQty: keptQty(item) }))
    .map((item) => ({ ...item, lineTotal: lineTotal(item) }));
  const lines = [...agreed, ...came].toSorted((a, b) => a.lineNo - b.lineNo);
  await writeLines(ctx, order.id, lines, version.charges);
  await forgetAgreed(ctx, order.id);
  if (order.waitsFrom === "change_proposed") await openProposal(ctx, order);
  return {
    ...version.columns,
    ...totalsOf(lines, version.charges, minorUnit),
    lineCount: lines.filter(counts).length,
    agreedVersion: null,
    waitsFrom: null,
    waitsBecause: null,
  };
}

/** The change goes to the vendor: deliveries follow it, and what came by the agreed version stays on the order. */
export async function carryOutChange(ctx: Ctx, order: Order): Promise<Changes<"purchase_orders">> {
  const version = versionOf(order);
  if (!version) return {};
  const { emptied } = version;
  const { items, charges, minorUnit } = await readOrder(ctx, order);
  if (version.shipToLocationId !== order.shipToLocationId)
    await leaveSite(ctx, order.id, emptied, "The order goes to another site");
  const coming = await lockOnTheWay(ctx, order.id);
  const lines = items.map((item) =>
    withAtLeast(item, item, version.lines.find(({ id }) => id === item.id)?.orderedQty ?? "0"),
  );
  await writeLines(ctx, order.id, lines, charges);
  await forgetAgreed(ctx, order.id);
  // Booked since it was decided what becomes of such: nothing of it is wanted any more.
  await adjustOnTheWay(ctx, order.id, coming, { ...emptied, onTheWay: emptied.onTheWay ?? "cancel_it" });
  const promisedDate = promiseOf(lines);
  const lineCount = lines.filter(counts).length;
  return { ...totalsOf(lines, charges, minorUnit), lineCount, promisedDate, agreedVersion: null };
}

/** Nothing waits any more. */
export async function forgetAgreed(ctx: Ctx, orderId: string): Promise<void> {
  await sql`update purchase_order_items set agreed_qty = null
    where company_id = current_company() and purchase_order_id = ${orderId} and agreed_qty is not null`.execute(ctx.db);
}

/** A line with at least what was kept or credited of it, up to `most`. */
export function withAtLeast(line: Line, item: PurchaseOrderItem | undefined, most: string | null): Line {
  const kept = item ? keptOrCreditedQty(item) : "0";
  const qty = most !== null && compare(kept, most) > 0 ? most : kept;
  const isDropped = !counts(line);
  if (compare(qty, "0") <= 0 || (!isDropped && compare(qty, line.orderedQty) <= 0)) return line;
  const raised = { ...line, orderedQty: qty, status: isDropped ? ("open" as const) : line.status };
  return { ...raised, lineTotal: lineTotal(raised) };
}

/** The proposal whose acceptance was rejected waits for an answer again. */
async function openProposal(ctx: Ctx, order: Order): Promise<void> {
  await sql`update purchase_order_proposals set state = 'pending', decided_by = null, decided_at = null,
      decision_note = null, lines = (select jsonb_agg(x.line - 'decision' - 'countered' order by x.n)
        from jsonb_array_elements(lines) with ordinality as x(line, n))
    where company_id = current_company() and purchase_order_id = ${order.id} and state = 'accepted'
      and revision = ${order.revision}`.execute(ctx.db);
}
