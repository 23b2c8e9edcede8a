import { sql } from "kysely";
import { add, compare, multiply, negate, subtract } from "#shared/format/money.ts";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { moveStock, type StockMove } from "../products/stock.server.ts";
import { isEndedByCredit } from "../purchase-orders/lines/credited-goods.server.ts";
import { itemStates } from "../purchase-orders/lines/lines.contract.ts";
import { returnGoods, undoReturnOf } from "../purchase-orders/lines/return-goods.server.ts";
import { issueFlow } from "./issues.flow.ts";
import { packSize } from "./issue-subjects.server.ts";

type Issue = RecordOf<"reported_issues">;

interface Resolution {
  readonly resolution: string;
  readonly returned: "expected_again" | "credited" | null;
  /** Of goods that are replaced: they go back to the vendor. */
  readonly isSentBack: boolean;
  readonly note: string | null;
}

type Way = "return" | "scrap" | "replace";
type Part = NonNullable<StockMove["part"]>;

/** The goods of a receipt line, and what is left of each part of them for what shall happen to them, in base units. */
interface Goods extends Readonly<Record<Part, string>> {
  readonly receiptLineId: string;
  readonly receiptId: string;
  readonly receiptNumber: string;
  readonly isReversed: boolean;
  /** The issue that decides on them; null where they were never put aside. */
  readonly asideBy: string | null;
  readonly productId: string | null;
  readonly baseUom: string | null;
  readonly lotNumber: string | null;
  readonly expiryDate: string | null;
  readonly bin: string;
  readonly binApart: string;
  readonly itemId: string | null;
  /** Somebody ended the line or its order: nothing is expected of it any more. */
  readonly isEnded: boolean;
  readonly lineNo: number | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  /** What the system has reported of this kind for this line by itself, and nobody has decided yet; null where it reported none. */
  readonly reported: string | null;
}

/** What a resolution did with goods, in base units; it is kept on the issue as long as it stands. */
interface CarriedOut {
  readonly returnedBaseQty?: string;
  readonly scrappedBaseQty?: string;
  readonly replacedBaseQty?: string;
  readonly replacedParts?: Readonly<Partial<Record<Part, string>>>;
  /** By so much their credit lowered what their line expects. */
  readonly creditedBaseQty?: string;
}

/**
 * What a resolution says happens to the goods. "Return" moves them out of the bin in which they lie, and off what was
 * received: they are expected again, or credited, as the buyer says. "Replace" makes them expected again; they stay where
 * they lie unless they are sent back. "Scrap" moves them out of the bin and leaves what was received. What was rejected
 * was never received: it is still expected when it goes back, unless it is credited.
 */
export async function carryOut(ctx: Ctx, issue: Issue, how: Resolution): Promise<CarriedOut> {
  const way = wayOf(how);
  if (way === null || issue.receiptLineId === null || issue.qtyAffected === null) return {};
  const goods = await goodsOf(ctx, issue, way);
  const { productId, itemId, orderId } = goods;
  if (productId === null) return {};
  const quantity = await baseQtyOf(ctx, issue);
  const parts = partsOf(issue, goods, quantity);
  if (way !== "replace")
    await moveStock(
      ctx,
      parts.map(([part, amount]) => ({
        productId,
        lotNumber: goods.lotNumber,
        storageLocationId: part === "accepted" ? goods.bin : goods.binApart,
        quantity: negate(amount),
        receiptLineId: goods.receiptLineId,
        reason: way,
        part,
        issueId: issue.id,
      })),
    );
  if (way === "scrap") return { scrappedBaseQty: quantity };
  const received = add("0", ...parts.filter(([part]) => part !== "rejected").map(([, amount]) => amount));
  const returned = how.resolution === "replace" ? "expected_again" : how.returned;
  const isReceived = compare(received, "0") !== 0;
  let creditedBaseQty = "0";
  if (itemId !== null && orderId !== null && (isReceived || returned === "credited")) {
    if (isReceived) refuseUnsaid(returned, goods);
    const credited = returned === "credited" ? quantity : "0";
    creditedBaseQty = await returnGoods(ctx, {
      orderId,
      itemId,
      received,
      credited,
      reason: how.note ?? issue.number,
    });
  }
  return way === "return"
    ? { returnedBaseQty: quantity, creditedBaseQty }
    : { replacedBaseQty: quantity, replacedParts: Object.fromEntries(parts), creditedBaseQty };
}

/** How much an issue is about, in base units. */
export async function baseQtyOf(ctx: Ctx, issue: Issue): Promise<string> {
  const perUom = issue.qtyPerUom ?? (await packSize(ctx, issue));
  if (perUom === null) throw invalid({ uom: message("Give the quantity in a unit of the product.") });
  return multiply(issue.qtyAffected ?? "0", perUom);
}

/** What happens to the goods; null where nothing does. */
function wayOf({ resolution, isSentBack }: Resolution): Way | null {
  if (resolution === "replace") return isSentBack ? "return" : "replace";
  return resolution === "return" || resolution === "scrap" ? resolution : null;
}

function refuseUnsaid(returned: Resolution["returned"], goods: Goods): void {
  if (returned === null) throw invalid({ returned: message("Say whether they are expected again or credited.") });
  if (returned === "expected_again" && goods.isEnded)
    throw invalid({
      returned: message(
        "Line {lineNo} of {number} is over: nothing is expected of it. Open the order again first, or have them credited.",
        { lineNo: goods.lineNo ?? "", number: goods.orderNumber ?? "" },
      ),
    });
}

/** The part of the goods that an issue of this kind is about first. */
const ownPartOf = ({ kind }: Issue): Part | null =>
  kind === "damaged" ? "damaged" : kind === "quality" ? "rejected" : null;

/** What is left of that part for this issue: what a person found is something else than what the system reported and nobody has decided yet. */
export function leftOfOwn(issue: Issue, goods: Goods): string {
  const own = ownPartOf(issue);
  if (own === null) return "0";
  const others = issue.createdBy === null ? "0" : (goods.reported ?? "0");
  return compare(goods[own], others) > 0 ? subtract(goods[own], others) : "0";
}

/** Which goods go back, by what the issue is about; never more than are left of them. */
export function partsOf(issue: Issue, goods: Goods, quantity: string): [Part, string][] {
  const own = ownPartOf(issue);
  const all: Part[] = ["accepted", "damaged", "rejected"];
  const order = own === null ? all : issue.createdBy === null ? [own] : [own, ...all.filter((part) => part !== own)];
  let left = quantity;
  const parts: [Part, string][] = [];
  for (const part of order) {
    const there = part === own ? leftOfOwn(issue, goods) : goods[part];
    const amount = compare(left, there) > 0 ? there : left;
    if (compare(amount, "0") <= 0) continue;
    parts.push([part, amount]);
    left = subtract(left, amount);
  }
  if (compare(left, "0") > 0)
    throw conflict(
      "more_than_there",
      message(
        "Left of {receipt}: {left}, less than {quantity}. Correct the quantity, or report the rest as an issue of its own.",
        { left: { qty: subtract(quantity, left), uom: goods.baseUom ?? "EA" }, receipt: goods.receiptNumber, quantity },
      ),
    );
  return parts;
}

/** The goods that an issue is about, which have to be there, and to be decided by it. */
async function goodsOf(ctx: Ctx, issue: Issue, way: Way): Promise<Goods> {
  const goods = await readGoods(ctx, issue, way);
  if (goods.isReversed)
    throw conflict(
      "receipt_reversed",
      message("{number} was reversed: nothing of it is here. Dismiss the issue, or resolve it otherwise.", {
        number: goods.receiptNumber,
      }),
    );
  refuseUndecided(goods);
  return goods;
}

export function refuseUndecided({ asideBy }: Goods): void {
  if (asideBy !== null)
    throw conflict(
      "goods_undecided",
      message("The goods are put aside. {number} decides what becomes of them.", { number: asideBy }),
    );
}

/** The goods that an issue is about: of those that were put aside and taken, the line onto which they were taken. */
export async function readGoods(ctx: Ctx, issue: Issue, way: Way): Promise<Goods> {
  const { rows } = await sql<Goods>`
    with taken as (
      select l.id from reported_issues d
        join receipt_lines l on (l.company_id, l.receipt_id) = (d.company_id, d.resolved_by_receipt_id)
      where d.company_id = current_company() and d.receipt_line_id = ${issue.receiptLineId}::uuid
        and d.kind in ('unexpected', 'held') and l.purchase_order_item_id is not null
    ), subject as (select coalesce((select id from taken limit 1), ${issue.receiptLineId}::uuid) as id
    ), gone as (
      select m.part, m.quantity from stock_moves m
      where m.company_id = current_company() and m.reason = any(${leavesBy[way]}) and m.receipt_line_id = (select id from subject)
      union all
      -- What was rejected and accepted since went by a receipt of its own.
      select 'rejected', x.rejected_qty * x.qty_per_uom from reported_issues a
        join receipt_lines x on (x.company_id, x.receipt_id) = (a.company_id, a.resolved_by_receipt_id)
      where a.company_id = current_company() and a.kind = 'quality' and x.rejected_qty < 0
        and a.receipt_line_id = any(array[${issue.receiptLineId}::uuid, (select id from subject)])
      union all
      -- What is replaced counts as received no more: it is not replaced again, nor does it go back as if it were.
      select x.part, -x.amount::numeric from reported_issues r, jsonb_each_text(r.replaced_parts) as x(part, amount)
      where ${way !== "scrap"} and r.company_id = current_company() and r.receipt_line_id = any(array[${issue.receiptLineId}::uuid, (select id from subject)])
    )
    select l.id as "receiptLineId", r.id as "receiptId", r.number as "receiptNumber", r.status = 'reversed' as "isReversed",
      case when l.is_unexpected then coalesce((select d.number from reported_issues d
        where d.company_id = l.company_id and d.receipt_line_id = l.id and d.kind in ('unexpected', 'held')
        order by d.created_at limit 1), r.number) end as "asideBy",
      l.product_id as "productId", p.base_uom as "baseUom", l.lot_number as "lotNumber", l.expiry_date::text as "expiryDate", l.storage_location_id as bin,
      coalesce(l.damaged_storage_location_id, l.storage_location_id) as "binApart",
      i.id as "itemId", coalesce(i.status in (${statesIn(itemStates, "ended")}) and not ${isEndedByCredit}
        or o.status = 'closed' and o.closed_by is not null, false) as "isEnded", i.line_no as "lineNo", o.id as "orderId", o.number as "orderNumber",
      ${leftOf("accepted")} as accepted, ${leftOf("damaged")} as damaged, ${leftOf("rejected")} as rejected,
      (select trim_scale(coalesce(sum(x.qty_affected * coalesce(x.qty_per_uom, 1)) filter
          (where x.status in (${statesIn(issueFlow, "open")})), 0))::text
        from reported_issues x where x.company_id = l.company_id and x.created_by is null and x.id <> ${issue.id}
          and x.receipt_line_id = ${issue.receiptLineId}::uuid and x.kind = ${issue.kind} having count(*) > 0) as reported
    from receipt_lines l join receipts r on (r.company_id, r.id) = (l.company_id, l.receipt_id)
      left join products p on (p.company_id, p.id) = (l.company_id, l.product_id)
      left join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.purchase_order_item_id)
      left join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
    where l.company_id = current_company() and l.id = (select id from subject)`.execute(ctx.db);
  const [goods] = rows;
  if (!goods) throw new Error("the receipt line of an issue is there");
  return goods;
}

const leftOf = (part: Part) =>
  sql`trim_scale(${sql.ref(`l.${part}_qty`)} * l.qty_per_uom + coalesce((select sum(x.quantity) from gone x
    where x.part = ${part}), 0))::text`;

/** The movements after which pieces are not there any more for this way. The vendor may replace also what was scrapped. */
const leavesBy: Readonly<Record<Way, string[]>> = {
  return: ["return", "scrap"],
  scrap: ["return", "scrap"],
  replace: ["return"],
};

interface Gone {
  readonly productId: string;
  readonly storageLocationId: string;
  readonly lotNumber: string | null;
  readonly receiptLineId: string;
  readonly part: Part;
  readonly quantity: string;
  readonly itemId: string | null;
  readonly orderId: string | null;
}

/** The goods did not go after all, or came back: they lie where they lay, and count for their line again where they did not any more. */
export async function undoByIssue(ctx: Ctx, issue: Issue): Promise<void> {
  if (issue.replacedBaseQty !== null) return undoReplacement(ctx, issue);
  const reason = issue.scrappedBaseQty === null ? "return" : "scrap";
  const { rows } = await sql<Gone>`
    select m.product_id as "productId", m.storage_location_id as "storageLocationId", m.lot_number as "lotNumber",
      m.receipt_line_id as "receiptLineId", m.part, trim_scale(-sum(m.quantity))::text as quantity,
      i.id as "itemId", i.purchase_order_id as "orderId"
    from stock_moves m join receipt_lines l on (l.company_id, l.id) = (m.company_id, m.receipt_line_id)
      left join purchase_order_items i on (i.company_id, i.id) = (l.company_id, l.purchase_order_item_id)
    where m.company_id = current_company() and m.issue_id = ${issue.id} and m.reason = ${reason}
    group by m.product_id, m.storage_location_id, m.lot_number, m.receipt_line_id, m.part, i.id, i.purchase_order_id
    having sum(m.quantity) < 0`.execute(ctx.db);
  await moveStock(
    ctx,
    rows.map(({ itemId: _item, orderId: _order, ...move }) => ({ ...move, reason, issueId: issue.id })),
  );
  if (reason === "scrap") return;
  const [first] = rows;
  if (!first?.itemId || first.orderId === null) return;
  const received = add("0", ...rows.filter(({ part }) => part !== "rejected").map((gone) => gone.quantity));
  const { creditedBaseQty: credited } = issue;
  if (compare(add(received, credited ?? "0"), "0") === 0) return;
  const why = issue.resolutionNote ?? issue.number;
  await undoReturnOf(ctx, { orderId: first.orderId, itemId: first.itemId, received, credited, reason: why });
}

/** Nothing is expected in their place any more. */
async function undoReplacement(ctx: Ctx, issue: Issue): Promise<void> {
  const { rejected: _never, ...amounts } = issue.replacedParts as Readonly<Partial<Record<Part, string>>>; // as `carryOut` writes them
  const received = add("0", ...Object.values(amounts));
  const { itemId, orderId } = await goodsOf(ctx, issue, "scrap");
  if (compare(received, "0") === 0 || itemId === null || orderId === null) return;
  const { creditedBaseQty: credited } = issue;
  await undoReturnOf(ctx, { orderId, itemId, received, credited, reason: issue.resolutionNote ?? issue.number });
}
