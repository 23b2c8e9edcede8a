import { sql } from "kysely";
import type { Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { nextNumber } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { hoursToResolve, type Issue } from "./issues.contract.ts";
import { saidOf } from "./issue-words.server.ts";
import { issueFlow } from "./issues.flow.ts";

/** What the system reports by itself: from a count, or when a delivery or a line is over. */
export interface NewIssue {
  readonly kind: Issue["kind"];
  readonly severity: Issue["severity"];
  readonly description: Sentence;
  /** What somebody added in their own words. */
  readonly note?: string | null;
  readonly purchaseOrderId: string | null;
  readonly purchaseOrderItemId: string | null;
  readonly receiptId: string | null;
  readonly receiptLineId: string | null;
  readonly deliveryScheduleId: string | null;
  readonly vendorId: string | null;
  readonly qtyAffected: string | null;
  readonly uom: string | null;
  /** What one `uom` is in base units. */
  readonly qtyPerUom?: string | null;
  readonly responsibleParty: Issue["responsibleParty"];
  /** Until when the carrier has to hear of it. */
  readonly carrierNotifyBy: string | null;
  /** Who has to decide, where that is known. */
  readonly assigneeId?: string | null;
}

/** `ISS-00042`. */
export const issueNumber = (value: number): string => `ISS-${String(value).padStart(5, "0")}`;

/** Opens issues in the transaction of what they are about: as many statements for twenty as for one. */
export async function openIssues(ctx: Ctx, issues: readonly NewIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const last = await nextNumber(ctx.db, "issue", issues.length);
  const rows = issues.map(({ description, note = null, ...issue }, at) => ({
    ...issue,
    told: { ...description, note },
    description: saidOf({ ...description, note }, "en"),
    number: issueNumber(last - issues.length + 1 + at),
    hours: hoursToResolve[issue.severity],
  }));
  const { rows: opened } = await sql<{ id: string }>`/* prepared */
    insert into reported_issues (number, kind, severity, description, purchase_order_id, purchase_order_item_id,
      receipt_id, receipt_line_id, delivery_schedule_id, vendor_id,
      qty_affected, uom, qty_per_uom, responsible_party, carrier_notify_by, assignee_id, due_at, created_by, told)
    select number, kind, severity, description, "purchaseOrderId", "purchaseOrderItemId", "receiptId",
      "receiptLineId", "deliveryScheduleId", "vendorId",
      "qtyAffected", uom, "qtyPerUom", "responsibleParty", "carrierNotifyBy", "assigneeId", now() + make_interval(hours => hours), null, told
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(number text, kind text, severity text,
      description text, "purchaseOrderId" uuid, "purchaseOrderItemId" uuid, "receiptId" uuid, "receiptLineId" uuid,
      "deliveryScheduleId" uuid, "vendorId" uuid, "qtyAffected" numeric, uom text, "qtyPerUom" numeric, "responsibleParty" text,
        "carrierNotifyBy" date, "assigneeId" uuid, hours integer, told jsonb)
    returning id`.execute(ctx.db);
  await ctx.emit("issue.opened", opened, { to: "open" });
}

/** What a receipt reported and nobody has taken up yet falls away with it; goods that were put aside are not there any more. */
export async function dismissIssuesOf(ctx: Ctx, receiptId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reported_issues set status = 'dismissed', version = version + 1, updated_at = now()
    where company_id = current_company() and receipt_id = ${receiptId} and created_by is null
      and (status in (${statesIn(issueFlow, "untouched")})
        or (kind in ('unexpected', 'held') and status in (${statesIn(issueFlow, "open")}))) returning id`.execute(
    ctx.db,
  );
  if (rows.length > 0) await ctx.emit("issue.dismissed", rows, { to: "dismissed", reason });
}

/** The receipt that brought or moved what issues were about was taken back: they are open again. */
export async function reopenResolvedBy(ctx: Ctx, receiptId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reported_issues set status = 'open', resolution = null, resolution_note = null, resolved_at = null,
      resolved_by = null, resolved_by_receipt_id = null, archived_at = null, version = version + 1, updated_at = now()
    where company_id = current_company() and resolved_by_receipt_id = ${receiptId}
      and status in (${statesIn(issueFlow, "done")}) returning id`.execute(ctx.db);
  await ctx.emit("issue.reopened", rows, { to: "open", reason });
}
