import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { findById, insertRow, lockById, lockMany, nextNumber, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { hoursToResolve, issueCrud, issues, type Issue, issueRecord } from "./issues.contract.ts";
import { issueFlow } from "./issues.flow.ts";
import { acceptGoods } from "./accept-goods.server.ts";
import { decisions } from "./decide-goods.server.ts";
import { carryOut, undoByIssue } from "./issue-returns.server.ts";
import { noticeDate } from "./carrier-notice.ts";
import { saidOf, type Told } from "./issue-words.server.ts";
import { issueNumber } from "./open-issues.server.ts";
import { refuseWithoutCause } from "./settle-issues.server.ts";
import { packSize, refuseMoreThanCounted, withSubjects } from "./issue-subjects.server.ts";

const userName = (column: string) =>
  sql`(select ${fullName("u")} from users u
    where u.company_id = t.company_id and u.id = ${sql.ref(`t.${column}`)})`;
const item = (column: string) =>
  sql`(select ${sql.ref(`i.${column}`)} from purchase_order_items i
    where i.company_id = t.company_id and i.id = t.purchase_order_item_id)`;
const product = (
  column: string,
) => sql`(select ${sql.ref(`p.${column}`)} from products p where p.company_id = t.company_id and p.id = coalesce(
  (select l.product_id from receipt_lines l where l.company_id = t.company_id and l.id = t.receipt_line_id),
    (select i.product_id from purchase_order_items i
    where i.company_id = t.company_id and i.id = t.purchase_order_item_id)))`;
const isOverdue = sql`(t.due_at < now() and t.status not in (${statesIn(issueFlow, "over")}))`;
// Photos may stand on the issue or on the receipt that it came from.
const photos = sql`(select count(*)::int from files f
  where f.company_id = t.company_id and f.media_type like 'image/%' and f.archived_at is null
  and ((f.entity = 'issue' and f.entity_id = t.id) or (f.entity = 'receipt' and f.entity_id = t.receipt_id)))`;

/** Damage that is found later gives the carrier notice by the same day as what was seen at once. */
async function noticeOfConcealed(
  ctx: Ctx,
  { kind, concealed, receiptId }: { kind: string; concealed: boolean; receiptId: string | null },
): Promise<string | null> {
  if (kind !== "damaged" || !concealed || receiptId === null) return null;
  const { receivedAt, locationId } = await findById(ctx.db, "receipts", receiptId);
  const { timezone } = await findById(ctx.db, "locations", locationId);
  return noticeDate(receivedAt, timezone);
}

const standard = crudHandlers(issueCrud, {
  record: issueRecord,
  defaultSort: "-createdAt",
  flow: issueFlow,
  add: {
    orderNumber: sql`(select o.number from purchase_orders o where o.company_id = t.company_id and o.id = t.purchase_order_id)`,
    lineNo: item("line_no"),
    sku: product("sku"),
    productName: product("name"),
    baseUom: product("base_uom"),
    receiptNumber: sql`(select r.number from receipts r where r.company_id = t.company_id and r.id = t.receipt_id)`,
    resolvedByReceiptNumber: sql`(select r.number from receipts r
      where r.company_id = t.company_id and r.id = t.resolved_by_receipt_id)`,
    deliveryScheduleNumber: sql`(select d.number from delivery_schedules d
      where d.company_id = t.company_id and d.id = t.delivery_schedule_id)`,
    vendorName: sql`(select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id)`,
    assigneeName: userName("assignee_id"),
    reportedByName: userName("created_by"),
    resolvedByName: userName("resolved_by"),
    isOverdue,
    photoCount: photos,
    photosMissing: sql`(t.kind = 'damaged' and ${photos} = 0)`,
    told: sql`t.told`,
  },
  where: { isOverdue: (wanted: boolean) => sql`${isOverdue} = ${wanted}` },
});

/** What the system reported is said in the language of whoever reads it. */
function said(ctx: Ctx, { told, ...issue }: Issue & { readonly told?: Told | null }): Issue {
  return told ? { ...issue, description: saidOf(told, ctx.language) } : issue;
}
const read = async (ctx: Ctx, req: { id: string }): Promise<Issue> => said(ctx, await standard.read(ctx, req));

const hours = (severity: Issue["severity"]): number => hoursToResolve[severity] * 3_600_000;

const openAgain = ({ severity }: RecordOf<"reported_issues">) => ({
  resolution: null,
  resolutionNote: null,
  resolvedAt: null,
  resolvedBy: null,
  resolvedByReceiptId: null,
  archivedAt: null, // it is back in the lists
  dueAt: new Date(Date.now() + hours(severity as Issue["severity"])), // checked by the table
});

/** What was done with the goods is taken back, and the issue is open again. */
const undone = {
  check: undoByIssue,
  set: (_ctx: Ctx, issue: RecordOf<"reported_issues">) => ({
    ...openAgain(issue),
    returnedBaseQty: null,
    scrappedBaseQty: null,
    replacedBaseQty: null,
    replacedParts: null,
    creditedBaseQty: null,
  }),
};

const steps = flowHandlers(
  issues,
  issueFlow,
  { record: issueRecord, read },
  {
    ...decisions,
    resolve: {
      set: async (ctx, issue, body) => ({
        ...(await carryOut(ctx, issue, body)),
        ...(await acceptGoods(ctx, issue, body)),
        resolution: body.resolution,
        resolutionNote: body.note,
        resolvedAt: new Date(),
        resolvedBy: ctx.user?.id ?? null,
      }),
    },
    reopen: { set: (_ctx: Ctx, issue) => openAgain(issue), then: refuseWithoutCause },
    undoReturn: undone,
    undoScrap: undone,
    undoReplace: undone,
  },
);

export default serve(issues, {
  async list(ctx, req) {
    const found = await standard.list(ctx, req);
    return { ...found, items: found.items.map((issue) => said(ctx, issue)) };
  },
  exportCsv: standard.exportCsv,
  read,
  history: standard.history,
  async archive(ctx, req) {
    const { status } = await lockById(ctx.db, "reported_issues", req.id);
    if (!inGroup(issueFlow, "over", status))
      throw conflict(
        "wrong_state",
        message("This issue is still open. Resolve or dismiss it first, or decide on its goods."),
        { status },
      );
    return said(ctx, await standard.archive(ctx, req));
  },
  restore: async (ctx, req) => said(ctx, await standard.restore(ctx, req)),
  async create(ctx, { body }) {
    const discoveredAt = body.discoveredAt ?? new Date().toISOString();
    if (Date.parse(discoveredAt) > Date.now() + 60_000)
      throw invalid({ discoveredAt: message("It cannot have been found in the future.") });
    const values = await withSubjects(ctx, body);
    const number = issueNumber(await nextNumber(ctx.db, "issue"));
    const qtyPerUom = await packSize(ctx, values);
    await refuseMoreThanCounted(ctx, { ...values, qtyPerUom });
    const issue = await insertRow(ctx.db, "reported_issues", {
      ...values,
      qtyPerUom,
      carrierNotifyBy: values.carrierNotifyBy ?? (await noticeOfConcealed(ctx, values)),
      number,
      discoveredAt,
      dueAt: new Date(Date.now() + hours(body.severity)),
      createdBy: ctx.user?.id ?? null,
    });
    await ctx.emit("issue.opened", issue, { to: "open" });
    return read(ctx, issue);
  },
  /** What it is about stays within one story; a changed severity moves the time to resolve it. */
  async update(ctx, { body, ...req }) {
    const before = await lockById(ctx.db, "reported_issues", req.id);
    const values = await withSubjects(ctx, body);
    const told = before.told as Told | null; // openIssues writes it
    const isAsTold = told !== null && body.description === saidOf(told, ctx.language);
    await standard.update(ctx, {
      ...req,
      body: {
        ...values,
        carrierNotifyBy: values.carrierNotifyBy ?? (await noticeOfConcealed(ctx, values)),
        version: body.version,
        discoveredAt: body.discoveredAt ?? before.discoveredAt,
        description: isAsTold ? before.description : body.description,
        ...(isAsTold ? {} : { told: null }),
      },
    });
    const isSameUnit = values.uom === before.uom && values.receiptLineId === before.receiptLineId;
    const qtyPerUom = (isSameUnit ? before.qtyPerUom : null) ?? (await packSize(ctx, values));
    await refuseMoreThanCounted(ctx, { ...values, qtyPerUom });
    await sql`update reported_issues set qty_per_uom = ${qtyPerUom}::numeric
      where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    const moved = hours(body.severity) - hours(before.severity as Issue["severity"]); // checked by the table
    if (moved !== 0)
      await sql`update reported_issues set due_at = due_at + make_interval(secs => ${moved / 1000})
        where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    return read(ctx, req);
  },
  ...steps,
  async takeGoods(ctx, req) {
    await lockOrders(ctx, req.id, req.body.purchaseOrderId);
    return steps.takeGoods(ctx, req);
  },
  async resolve(ctx, req) {
    await lockOrders(ctx, req.id, null);
    return steps.resolve(ctx, req);
  },
  async reopen(ctx, req) {
    await lockOrders(ctx, req.id, null);
    return steps.reopen(ctx, req);
  },
  async undoReturn(ctx, req) {
    await lockOrders(ctx, req.id, null);
    return steps.undoReturn(ctx, req);
  },
  async undoReplace(ctx, req) {
    await lockOrders(ctx, req.id, null);
    return steps.undoReplace(ctx, req);
  },
});

/** Orders are locked before their issues, as whatever writes to both does. */
async function lockOrders(ctx: Ctx, id: string, other: string | null): Promise<void> {
  const { purchaseOrderId, receiptLineId } = await findById(ctx.db, "reported_issues", id);
  const { rows: taken } = await sql<{ orderId: string }>`
    select i.purchase_order_id as "orderId" from reported_issues d
      join receipt_lines l on (l.company_id, l.receipt_id) = (d.company_id, d.resolved_by_receipt_id)
      join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.purchase_order_item_id)
    where d.company_id = current_company() and d.receipt_line_id = ${receiptLineId}::uuid`.execute(ctx.db);
  await lockMany(
    ctx.db,
    "purchase_orders",
    [purchaseOrderId, other, ...taken.map(({ orderId }) => orderId)].flatMap((one) => one ?? []),
  );
}
