import { sql } from "kysely";
import { stepsFor } from "#shared/flow/flow.ts";
import { notFound } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { one } from "#server/records/list.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { readExpected } from "./posting/expected.server.ts";
import { postReceipt } from "./posting/post-receipt.server.ts";
import { receipt, receiptList, receipts, type Receipt, receiptRecord } from "./receipts.contract.ts";
import { receiptFlow } from "./receipts.flow.ts";
import { compensate } from "./posting/reverse-receipt.server.ts";
import { readVendorReceipt } from "./vendor-receipt.server.ts";
import { issueFlow } from "../issues/issues.flow.ts";

const ofReceipt = (receipt: "t" | "r") => sql`from receipt_lines l
  join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.item_id)
  join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
  join vendors v on (v.company_id, v.id) = (o.company_id, o.vendor_id)
  where l.company_id = t.company_id and l.receipt_id = ${sql.ref(`${receipt}.id`)}`;

const add = {
  deliveryScheduleNumber: sql`(select d.number from delivery_schedules d
    where d.company_id = t.company_id and d.id = t.delivery_schedule_id)`,
  locationName: sql`(select l.name from locations l where l.company_id = t.company_id and l.id = t.location_id)`,
  postedByName: sql`(select ${fullName("u")} from users u
    where u.company_id = t.company_id and u.id = t.posted_by)`,
  reversalOfNumber: sql`(select r.number from receipts r where r.company_id = t.company_id and r.id = t.reversal_of_id)`,
  reversedById: sql`(select r.id from receipts r where r.company_id = t.company_id and r.reversal_of_id = t.id)`,
  reversedByNumber: sql`(select r.number from receipts r where r.company_id = t.company_id and r.reversal_of_id = t.id)`,
  orderNumbers: sql`(select coalesce(jsonb_agg(distinct o.number), '[]') ${ofReceipt("t")})`,
  vendorNames: sql`(select coalesce(jsonb_agg(distinct v.name), '[]') ${ofReceipt("t")})`,
  openIssues: sql`(select count(*)::int from reported_issues i
    where i.company_id = t.company_id and i.receipt_id = t.id and i.status not in (${statesIn(issueFlow, "over")}))`,
};

const standard = crudHandlers(receiptList, {
  record: receiptRecord,
  defaultSort: "-receivedAt",
  flow: receiptFlow,
  add,
  where: {
    purchaseOrderId: (ids: string[]) => sql`exists (select 1 ${ofReceipt("t")} and o.id = any(${ids}))`,
    vendorId: (ids: string[]) => sql`exists (select 1 ${ofReceipt("t")} and o.vendor_id = any(${ids}))`,
    productId: (ids: string[]) =>
      sql`exists (select 1 from receipt_lines l where l.company_id = t.company_id and l.receipt_id = t.id
        and l.product_id = any(${ids}))`,
  },
});

const lines = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'purchaseOrderItemId', l.purchase_order_item_id, 'purchaseOrderId', o.id, 'orderNumber', o.number,
      'lineNo', i.line_no,
    'claimedItemId', l.claimed_item_id, 'productId', l.product_id, 'sku', p.sku,
      'productName', coalesce(p.name, l.described_as, ''), 'uom', l.uom, 'qtyPerUom',
      trim_scale(l.qty_per_uom)::text, 'baseUom', coalesce(p.base_uom, l.uom),
    'countedQty', trim_scale(l.counted_qty)::text, 'acceptedQty', trim_scale(l.accepted_qty)::text, 'damagedQty',
      trim_scale(l.damaged_qty)::text, 'rejectedQty', trim_scale(l.rejected_qty)::text,
    'lotNumber', l.lot_number, 'serialNumbers', l.serial_numbers, 'expiryDate', l.expiry_date, 'storageLocationId', l.storage_location_id,
      'storageLocationCode', s.code,
    'damagedStorageLocationId', l.damaged_storage_location_id, 'damagedStorageLocationCode', d.code,
    'scanSource', l.scan_source, 'conditionCode', l.condition_code, 'note', l.note, 'isUnexpected', l.is_unexpected)
      order by l.position), '[]')
  from receipt_lines l
  left join products p on (p.company_id, p.id) = (l.company_id, l.product_id)
  join storage_locations s on (s.company_id, s.id) = (l.company_id, l.storage_location_id)
  left join storage_locations d on (d.company_id, d.id) = (l.company_id, l.damaged_storage_location_id)
  left join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.item_id)
  left join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
  where l.company_id = t.company_id and l.receipt_id = t.id)`;
const issues = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'kind', i.kind,
  'status', i.status, 'receiptLineId', i.receipt_line_id) order by i.number), '[]')
  from reported_issues i where i.company_id = t.company_id and i.receipt_id = t.id)`;
const settledIssues = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'kind', i.kind)
  order by i.number), '[]') from reported_issues i where i.company_id = t.company_id and i.resolved_by_receipt_id = t.id)`;
const stands = (receipt: string) =>
  sql`${sql.ref(`${receipt}.status`)} = 'posted' and ${sql.ref(`${receipt}.reversal_of_id`)} is null`;
/** One truck may be counted by several receipts; another one brings another paper. The latest five of them say it. */
const sameNote = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number) order by x.number), '[]')
  from (select r.id, r.number from receipts r
    where r.company_id = t.company_id and lower(r.vendor_delivery_note) = lower(t.vendor_delivery_note) and r.id <> t.id
      and ${stands("r")} and ${stands("t")}
      and (t.delivery_schedule_id is null or r.delivery_schedule_id is distinct from t.delivery_schedule_id)
      and exists (select 1 ${ofReceipt("r")} and o.vendor_id in (select o.vendor_id ${ofReceipt("t")}))
    order by r.created_at desc, r.id desc limit 5) x)`;
const whole = {
  table: "receipts",
  record: receipt,
  add: { ...add, lines, issues, settledIssues, sameNote },
  defaultSort: "-receivedAt",
  path: receipts.read.path,
} as const;

async function read(ctx: Ctx, { id }: { id: string }): Promise<Receipt> {
  // the columns and additions are the record's keys
  const row = (await one(ctx, whole, id)) as (Receipt & Record<string, unknown>) | undefined;
  if (!row) throw notFound();
  return { ...row, steps: stepsFor(receiptFlow, row, ctx.user) };
}

export default serve(receipts, {
  list: standard.list,
  exportCsv: standard.exportCsv,
  history: standard.history,
  read,
  create: async (ctx, { body }) => read(ctx, { id: await postReceipt(ctx, body) }),
  ...flowHandlers(
    receipts,
    receiptFlow,
    { record: receiptRecord, read },
    {
      reverse: { then: (ctx, original, { reason }) => compensate(ctx, original, reason) },
    },
  ),
  expected: (ctx, { query }) => readExpected(ctx, query),
  byLink: (ctx, { id }) => readVendorReceipt(ctx, id),
});
