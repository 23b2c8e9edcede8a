import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";

/** What an order stands on: its company's rules, its vendor, where it goes, and the products of its lines. */
export interface OrderContext {
  readonly numberPattern: string;
  readonly companyOverReceiptPct: string;
  /** At the company. */
  readonly today: string;
  /** Orders came from another program, or come just now, with numbers of their own, which no new order gets. */
  readonly hasExternalNumbers: boolean;
  readonly vendor: ContextVendor | null;
  readonly shipTo: { readonly isUsable: boolean } | null;
  readonly buyerIsThere: boolean;
  readonly minorUnit: number | null;
  readonly products: readonly ContextProduct[];
  /** The codes of the company's list of units. */
  readonly units: readonly string[];
}

export interface ContextVendor {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: string;
  readonly currency: string;
  readonly overReceiptPct: string | null;
  readonly paymentTermsDays: number | null;
  readonly incoterm: string | null;
  readonly incotermPlace: string | null;
  readonly freightTerms: string | null;
}

export interface ContextProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly baseUom: string;
  readonly isActive: boolean;
  readonly overReceiptPct: string | null;
  readonly vendorSku: string | null;
  /** The units of its packs, and of the one that the vendor takes orders in. */
  readonly packs: readonly string[];
}

interface Wanted {
  readonly vendorId: string;
  readonly shipToLocationId: string;
  readonly buyerId: string | null;
  /** The vendor's where null. */
  readonly currency: string | null;
  readonly productIds: readonly string[];
}

/** Counts numbers that imports have drawn: it is there before the first of their orders. */
export const importedSeries = "imported-purchase-order";

/** Reads all of it in one statement, however many products; what another company has is not there. */
export async function loadOrderContext(ctx: Ctx, wanted: Wanted): Promise<OrderContext> {
  const { rows } = await sql<OrderContext>`/* prepared */
    select c.po_number_pattern as "numberPattern", c.over_receipt_pct as "companyOverReceiptPct",
      (now() at time zone c.timezone)::date as today,
      exists (select from counters k where k.company_id = c.id and k.series = ${importedSeries})
        or exists (select from purchase_orders o where o.company_id = c.id and o.external_number_key is not null)
        as "hasExternalNumbers",
      (select jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name, 'status', v.status, 'currency',
        v.currency, 'overReceiptPct', trim_scale(v.over_receipt_pct)::text,
        'paymentTermsDays', v.payment_terms_days, 'incoterm', v.incoterm, 'incotermPlace', v.incoterm_place,
          'freightTerms', v.freight_terms) where v.id is not null) as vendor,
      (select jsonb_build_object('isUsable', l.is_active and l.archived_at is null) from locations l
        where l.company_id = c.id and l.id = ${wanted.shipToLocationId}) as "shipTo",
      exists (select from users u where u.company_id = c.id and u.id = ${wanted.buyerId}) as "buyerIsThere",
      (select m.minor_unit from currencies m where m.code = coalesce(${wanted.currency}, v.currency)) as "minorUnit",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'baseUom', p.base_uom,
        'isActive', p.status = 'active' and p.archived_at is null,
          'overReceiptPct', trim_scale(p.over_receipt_pct)::text, 'vendorSku', o.vendor_sku, 'packs',
          (select coalesce(jsonb_agg(k.uom), '[]') from product_packages k where k.company_id = p.company_id
            and k.product_id = p.id) || case when o.package_uom is null then '[]' else jsonb_build_array(o.package_uom) end)),
          '[]')
        from products p left join product_vendors o on o.company_id = p.company_id and o.product_id = p.id
          and o.vendor_id = v.id
        where p.company_id = c.id and p.id = any(${[...wanted.productIds]})) as products,
      (select coalesce(jsonb_agg(r.code), '[]') from reference_values r
        where r.company_id = c.id and r.list = 'quantity_types' and r.is_active and r.archived_at is null) as units
    from companies c left join vendors v on v.company_id = c.id and v.id = ${wanted.vendorId}
    where c.id = current_company()`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** `PO-{yyyy}-{seq:5}` → `PO-2026-00042`. A pattern without a place for the number gets it at the end. */
export function numberFrom(pattern: string, seq: number, today: string): string {
  const [year = "", month = ""] = today.split("-");
  const complete = pattern.includes("{seq") ? pattern : `${pattern}{seq}`;
  return complete.replace(/\{(yyyy|yy|mm|seq)(?::(\d{1,2}))?\}/g, (_, part: string, width: string | undefined) => {
    if (part === "yyyy") return year;
    if (part === "yy") return year.slice(2);
    if (part === "mm") return month;
    return String(seq).padStart(Number(width ?? 0), "0");
  });
}

interface NewNumbers {
  readonly count: number;
  /** Draws so many from the company's series; answers with the last of them. */
  take(count: number): Promise<number>;
  /** Numbers besides, in lower case, that orders of another program have. */
  readonly external?: ReadonlySet<string>;
}

/**
 * Numbers for new orders, ascending. None is one that an order had in the program that it came from: two orders of the same
 * number would be taken for each other. What is drawn from the series and not given leaves a gap.
 */
export async function newNumbers(
  ctx: Ctx,
  { numberPattern, today, hasExternalNumbers }: Pick<OrderContext, "numberPattern" | "today" | "hasExternalNumbers">,
  { count, take, external = new Set() }: NewNumbers,
): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let drawn = count; ;) {
    const last = await take(drawn);
    const next = Array.from({ length: drawn }, (_, at) => numberFrom(numberPattern, last - drawn + at + 1, today));
    const taken = hasExternalNumbers ? await externalNumbers(ctx, next) : new Set<string>();
    const free = next.filter((number) => !taken.has(number.toLowerCase()) && !external.has(number.toLowerCase()));
    numbers.push(...free);
    if (numbers.length >= count) return numbers.slice(0, count);
    drawn = free.length === 0 ? 2 * drawn : count - numbers.length; // the other series may go on for long
  }
}

async function externalNumbers(ctx: Ctx, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select external_number_key as key from purchase_orders
    where company_id = current_company() and external_number_key = any(${numbers.map((one) => one.toLowerCase())})`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ key }) => key));
}
