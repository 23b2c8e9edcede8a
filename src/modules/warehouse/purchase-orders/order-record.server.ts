import { sql, type RawBuilder } from "kysely";
import { stepsFor } from "#shared/flow/flow.ts";
import { notFound } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { one, type ListSource } from "#server/records/list.ts";
import { statesIn } from "#server/records/states.ts";
import { withAbilities } from "#server/records/abilities.ts";
import { agreedQty, agreedStatus } from "./agreed-lines.server.ts";
import { hasTruckSql } from "./has-truck.server.ts";
import { isUnitOpen } from "../products/prices/price-units.server.ts";
import { itemStates } from "./lines/lines.contract.ts";
import { purchaseOrder, purchaseOrderRow, purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";
import { isOut, receivable, today, viewCondition } from "./views.server.ts";
import { closeReasonOf, keptOrCredited } from "./lines/credited-goods.server.ts";

const person = (id: RawBuilder<unknown>) =>
  sql`(select coalesce(nullif(trim(${fullName("u")}), ''), u.email) from users u
    where u.company_id = t.company_id and u.id = ${id})`;
/** Everyone at a vendor who gets orders, as an array. */
export const orderAddresses = (vendorId: RawBuilder<unknown>) => sql<string[]>`
  (select coalesce(array_agg(distinct lower(a.email) order by lower(a.email)), '{}') from (
    select v.order_email as email from vendors v where v.company_id = current_company() and v.id = ${vendorId}
    union all select c.email from vendor_contacts c
      where c.company_id = current_company() and c.vendor_id = ${vendorId} and c.receives_orders) a
    where a.email is not null)`;

/** It is out, though everything came or was credited and no truck of it is here or on its way: somebody opened it again. */
const nothingExpected = sql`(t.status in (${statesIn(purchaseOrderFlow, "undisputed")}) and expected.lines = 0
  and not ${hasTruckSql("t")})`;

/** Why an order wants to be looked at: the first that applies. */
const reasons: readonly (readonly [
  code: string,
  when: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  note: RawBuilder<unknown>,
])[] = [
  [
    "on_hold",
    sql`t.on_hold and t.status not in (${statesIn(purchaseOrderFlow, "over")})`,
    sql`null`,
    sql`t.hold_reason`,
  ],
  ["rejected", sql`t.status = 'rejected'`, sql`null`, sql`t.reject_reason`],
  ["declined", sql`t.status = 'declined'`, sql`null`, sql`t.vendor_note`],
  ["over_threshold", sql`t.status = 'pending_approval'`, sql`null`, sql`null`],
  ["changes", sql`t.status = 'change_proposed'`, sql`t.changed_lines`, sql`null`],
  ["nothing_expected", nothingExpected, sql`null`, sql`null`],
  ["damage", sql`${isOut} and t.damaged_lines > 0`, sql`t.damaged_lines`, sql`null`],
  ["overdue", sql`expected.late > 0`, sql`expected.late`, sql`null`],
  [
    "no_answer",
    sql`t.status = 'sent' and t.sent_at < now() - interval '48 hours'`,
    sql`floor(extract(epoch from now() - t.sent_at) / 3600)::int`,
    sql`null`,
  ],
  ["reversed_since_closing", sql`t.reversed_since_closing`, sql`null`, sql`null`],
  [
    "short",
    sql`t.status = 'closed' and t.receipt_status <> 'full' and t.short_pct > 0`,
    sql`t.short_pct::int`,
    sql`null`,
  ],
];
const firstReason = sql`case ${sql.join(
  reasons.map(([code, when]) => sql`when ${when} then ${sql.lit(code)}`),
  sql` `,
)} end`;
const ofReason = (pick: 2 | 3) =>
  sql`(case why.reason ${sql.join(
    reasons.map((reason) => sql`when ${sql.lit(reason[0])} then ${reason[pick]}`),
    sql` `,
  )} end)`;

/** What the rows of orders show of other records, each joined once; expected lines are looked for where there may be some. */
const joins = sql`
  left join vendors v on v.company_id = t.company_id and v.id = t.vendor_id
  left join locations l on l.company_id = t.company_id and l.id = t.ship_to_location_id
  left join users b on b.company_id = t.company_id and b.id = t.buyer_id
  left join companies c on c.id = t.company_id
  left join lateral (select count(*) as lines, count(*) filter (where e.is_late)::int as late,
      array_agg(e.purchase_order_item_id) filter (where e.is_late) as late_ids
    from expected_lines e
    where (t.status in (${statesIn(purchaseOrderFlow, "outstanding")}) or t.waits_from is not null)
      and e.company_id = t.company_id and e.purchase_order_id = t.id) expected on true
  cross join lateral (select ${firstReason} as reason offset 0) why`; // `offset 0`: judged once for all that it tells

const head = {
  vendorName: sql`v.name`,
  vendorCode: sql`v.code`,
  shipToName: sql`l.name`,
  shipToTimezone: sql`l.timezone`,
  buyerName: sql`coalesce(nullif(trim(${fullName("b")}), ''), b.email)`,
  approverMustDiffer: sql`coalesce(t.submitted_separate, c.separate_approver)`,
  attention: sql`why.reason`,
  attentionCount: ofReason(2),
  attentionNote: ofReason(3),
};

const text = (column: string) => sql`trim_scale(${sql.ref(`i.${column}`)})::text`;
/** What is still to come of a line `i`, by what is agreed. */
export const openQty = sql`case when ${agreedStatus} in (${statesIn(itemStates, "over")}) then 0
  else greatest(0, round(${agreedQty} - ${keptOrCredited} / i.qty_per_uom, 6)) end`;

/** The packs of a line `i` of the order `t` as they are now: the product's, and the one that the vendor takes orders in. */
export const packagesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('uom', k.uom, 'qtyPerUom', trim_scale(k.quantity)::text)
    order by k.position), '[]') from (
    select k.uom, k.quantity_in_base as quantity, k.position from product_packages k
      where k.company_id = i.company_id and k.product_id = i.product_id
    union all
    select o.package_uom, o.qty_per_uom, 1000 from product_vendors o
    where o.company_id = i.company_id and o.product_id = i.product_id and o.vendor_id = t.vendor_id
      and o.package_uom is not null and o.package_uom <> p.base_uom
      and not exists (select from product_packages k
        where k.company_id = o.company_id and k.product_id = o.product_id and k.uom = o.package_uom
        and k.quantity_in_base = o.qty_per_uom)
  ) as k)`;

const items = sql`(
  select coalesce(json_agg(line order by line."lineNo"), '[]') from (
    select i.id, i.line_no as "lineNo", i.status, i.product_id as "productId", i.sku, i.description,
      p.name as "productName", p.gtin, p.base_uom as "baseUom", i.vendor_sku as "vendorSku",
      ${text("ordered_qty")} as "orderedQty", i.uom, ${text("qty_per_uom")} as "qtyPerUom",
      ${text("ordered_base_qty")} as "orderedBaseQty", ${text("unit_price")} as "unitPrice",
      ${text("discount_pct")} as "discountPct", ${text("tax_rate_pct")} as "taxRatePct",
      ${text("line_total")} as "lineTotal", i.requested_date as "requestedDate",
      i.original_promised_date as "originalPromisedDate", i.promised_date as "promisedDate",
      ${text("confirmed_qty")} as "confirmedQty", ${text("received_qty")} as "receivedQty",
      ${text("accepted_qty")} as "acceptedQty", ${text("damaged_qty")} as "damagedQty",
      ${text("rejected_qty")} as "rejectedQty", ${text("returned_qty")} as "returnedQty",
      ${text("kept_base_qty")} as "keptBaseQty", ${text("credited_base_qty")} as "creditedBaseQty", ${text("scheduled_qty")} as "scheduledQty",
      trim_scale(${openQty})::text as "openQty", ${text("agreed_qty")} as "agreedQty",
      trim_scale(round(i.received_before_base_qty / i.qty_per_uom, 6))::text as "receivedBeforeQty",
      ${text("over_receipt_pct")} as "overReceiptPct", ${closeReasonOf("i")} as "closeReason", i.notes,
      ${isUnitOpen} as "isPriceUnitOpen", coalesce(i.id = any(expected.late_ids), false) as "isLate",
      ${packagesOf} as packages
    from purchase_order_items i join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
    where i.company_id = t.company_id and i.purchase_order_id = t.id) as line)`;

const charges = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'description', c.description, 'amount',
    trim_scale(c.amount)::text, 'taxRatePct', trim_scale(c.tax_rate_pct)::text, 'allocation', c.allocation)
    order by c.position), '[]')
  from purchase_order_charges c where c.company_id = t.company_id and c.purchase_order_id = t.id)`;

/** The proposal that waits for a decision, else the latest, of the order `t`. */
export const proposalOf = sql`(
  select jsonb_build_object('id', r.id, 'revision', r.revision, 'state', r.state, 'submittedBy', r.submitted_by,
    'submittedAt', to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'note', r.note, 'askedTotal', trim_scale(r.asked_total)::text, 'offeredTotal', trim_scale(r.offered_total)::text,
      'decidedByName', ${person(sql`r.decided_by`)},
    'decidedAt', to_char(r.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decisionNote',
      r.decision_note, 'lines', r.lines)
  from purchase_order_proposals r where r.company_id = t.company_id and r.purchase_order_id = t.id
    order by r.submitted_at desc, r.id desc limit 1)`;

const rate = sql`(
  select jsonb_build_object('id', r.id, 'fromCurrency', r.from_currency, 'toCurrency', r.to_currency, 'rate',
    trim_scale(r.rate)::text, 'asOf', r.as_of, 'ageDays', ${today} - r.as_of,
    'enteredByName', ${person(sql`r.created_by`)}, 'confirmedByName', ${person(sql`r.confirmed_by`)}, 'total',
      trim_scale(round(t.total * r.rate, m.minor_unit))::text)
  from exchange_rates r join currencies m on m.code = r.to_currency
    where r.company_id = t.company_id and r.id = t.rate_id)`;

const source = {
  table: "purchase_orders",
  defaultSort: "-createdAt",
  sortBy: { total: "totalInOwn" },
  path: purchaseOrders.list.path,
  joins,
} as const;

/** The list: no lines, and nothing that has to be counted per row. */
export const listed: ListSource = {
  ...source,
  record: purchaseOrderRow,
  add: head,
  where: { view: viewCondition, receivable: (wanted: boolean) => (wanted ? receivable : sql`not ${receivable}`) },
};

const detailed: ListSource = {
  ...source,
  record: purchaseOrder,
  add: {
    ...head,
    orderAddresses: orderAddresses(sql`t.vendor_id`),
    minorUnit: sql`(select m.minor_unit from currencies m where m.code = t.currency)`,
    approvedByName: person(sql`t.approved_by`),
    closedByName: person(sql`t.closed_by`),
    linkOpenedAt: sql`(select min(k.first_viewed_at) from links k
      where k.company_id = t.company_id and k.purpose = 'po.respond' and k.subject_id = t.id
      and k.subject_revision = t.revision)`,
    approvalLimit: sql`t.submitted_threshold`,
    companyCurrency: sql`coalesce(t.submitted_currency, (select c.default_currency from companies c where c.id = t.company_id))`,
    rate,
    items,
    charges,
    proposal: proposalOf,
  },
};

/** The steps that this user may take, beside the row. */
export function withSteps(ctx: Ctx, row: Record<string, unknown>): Record<string, unknown> {
  row["steps"] = stepsFor(purchaseOrderFlow, row as { status: string }, ctx.user); // a row of the table has a status
  return row;
}

/** One order whole, in one statement. */
export async function readOrder(ctx: Ctx, { id }: { readonly id: string }): Promise<PurchaseOrder> {
  const row = await one(ctx, detailed, id);
  if (!row) throw notFound();
  const able = withAbilities(ctx, { contract: purchaseOrders, flow: purchaseOrderFlow }, withSteps(ctx, row));
  return able as unknown as PurchaseOrder; // `detailed` selects the keys of the record
}
