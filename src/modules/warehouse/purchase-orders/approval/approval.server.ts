import { sql } from "kysely";
import { compare, multiply } from "#shared/format/money.ts";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Changes } from "#server/records/records.ts";
import type { EmptiedDecision } from "../../delivery-schedules/booking/adjust-deliveries.server.ts";
import { keepAgreed } from "../steps/agreed-version.server.ts";
import type { Order, OrderStatus } from "../steps/transitions.server.ts";
import type { WaitsBecause } from "../purchase-orders.contract.ts";

/** What approval asks of an order. */
type OrderToApprove = Pick<
  Order,
  "total" | "currency" | "exchangeRate" | "rateUnproven" | "shipToLocationId" | "approvedTotal" | "authors"
>;

interface Rules {
  readonly threshold: string | null;
  readonly separate: boolean;
  /** Of the threshold. */
  readonly own: string;
}

interface Verdict {
  /** Null: nobody has to approve it. */
  readonly waitsBecause: WaitsBecause | null;
  readonly rules: Rules;
  /** The rate that it took, and whose it is. */
  readonly took: { readonly rateId: string | null; readonly rateAuthors: string[] };
}

interface ApprovalFigures extends Rules {
  readonly rateId: string | null;
  readonly rate: string | null;
  readonly people: string[] | null;
}

/** Whether a person has to approve the order today, by the company's own rate of today at the site. One statement. */
export async function approvalVerdict(ctx: Ctx, order: OrderToApprove, asSubmitted?: Rules): Promise<Verdict> {
  const { rows } = await sql<ApprovalFigures>`
    select c.po_approval_threshold as threshold, c.separate_approver as separate, c.default_currency as own,
      r.id as "rateId", r.rate, array_remove(array[r.created_by, r.confirmed_by], null) as people
    from companies c join locations l on l.company_id = c.id and l.id = ${order.shipToLocationId}
    left join exchange_rates r on r.company_id = c.id
      and r.id = usable_rate(${order.currency}, (now() at time zone l.timezone)::date)
    where c.id = current_company()`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) throw notFound();
  const { threshold, separate, own } = facts;
  // A threshold in a currency that is the company's no more says nothing.
  const rules = asSubmitted?.own === own ? asSubmitted : { threshold, separate, own };
  return {
    waitsBecause: reasonToWait(order, rules.threshold, facts),
    rules,
    took: { rateId: facts.rateId, rateAuthors: facts.rateId === null ? [] : (facts.people ?? []) },
  };
}

/** What a person typed may ask for an approver, and never do without one. */
function reasonToWait(
  order: OrderToApprove,
  threshold: string | null,
  { own, rate }: ApprovalFigures,
): WaitsBecause | null {
  if (threshold === null) return null;
  const isAbove = (amount: string) => compare(amount, threshold) > 0;
  if (order.currency === own) return isAbove(order.total) ? "above_threshold" : null;
  if (rate === null) return "no_rate";
  if (isAbove(multiply(order.total, rate))) return "above_threshold";
  if (order.exchangeRate === null) return null;
  return order.rateUnproven || isAbove(multiply(order.total, order.exchangeRate)) ? "typed_rate" : null;
}

/** An approver agreed to as much, or more: nobody is asked again. */
export const isCovered = ({ total, approvedTotal }: Pick<Order, "total" | "approvedTotal">): boolean =>
  approvedTotal !== null && compare(total, approvedTotal) <= 0;

/** The rules of the submission; an order of before they were kept has the company's of today. */
export const rulesOf = (order: Order): Rules | undefined =>
  order.submittedSeparate === null
    ? undefined
    : { threshold: order.submittedThreshold, separate: order.submittedSeparate, own: order.submittedCurrency ?? "" };

/** Written whenever an order is judged. */
export const approvedByRules = ({ took, rules, waitsBecause }: Verdict) => ({
  ...took,
  waitsBecause,
  submittedThreshold: rules.threshold,
  submittedSeparate: rules.separate,
  submittedCurrency: rules.own,
});

/** Whoever writes to an order is one of its authors until somebody approves it. */
export const withAuthor = (ctx: Ctx, authors: readonly string[]): string[] => [
  ...new Set([...authors, ...(ctx.user ? [ctx.user.id] : [])]),
];

/** Written with an approval: what comes after it has authors of its own. */
export const approvedNow = (ctx: Ctx, order: Pick<Order, "total">) => ({
  approvedBy: ctx.user?.id ?? null,
  approvedAt: new Date(),
  approvedTotal: order.total,
  authors: [],
  rateAuthors: [],
  rateUnproven: false,
  waitsBecause: null,
});

const undecided: EmptiedDecision = { onTheWay: null, keepReason: null };

/**
 * A change of an order that is out at the vendor may not slip past the approval. Where one is needed the order waits,
 * with the change, and goes to the vendor once it is approved (what was agreed before is kept, and rules until then); who may approve and needs nobody else does it at once.
 */
export async function approvalOfChange(
  ctx: Ctx,
  order: Order,
  { emptied = undecided, ...changed }: { readonly total: string; readonly emptied?: EmptiedDecision },
): Promise<{ waits: boolean; columns: Changes<"purchase_orders"> }> {
  const after = { ...order, ...changed };
  const authors = withAuthor(ctx, order.authors);
  if (isCovered(after)) return { waits: false, columns: { authors, waitsBecause: null, waitsFrom: null } };
  // What makes it no dearer is judged by the rules that let it out: a threshold that fell since asks for nobody.
  const verdict = await approvalVerdict(
    ctx,
    after,
    order.approvedAt !== null && compare(after.total, order.total) <= 0 ? rulesOf(order) : undefined,
  );
  if (verdict.waitsBecause === null)
    return { waits: false, columns: { ...approvedByRules(verdict), authors, waitsFrom: null } };
  if (!verdict.rules.separate && ctx.can("CAN_APPROVE_PURCHASE_ORDERS"))
    return { waits: false, columns: { ...approvedByRules(verdict), ...approvedNow(ctx, after), waitsFrom: null } };
  const waitsFrom = order.waitsFrom ?? (order.status as OrderStatus);
  const agreed = order.waitsFrom === null ? await keepAgreed(ctx, order.id, emptied) : {};
  return { waits: true, columns: { ...approvedByRules(verdict), authors, waitsFrom, ...agreed } };
}
