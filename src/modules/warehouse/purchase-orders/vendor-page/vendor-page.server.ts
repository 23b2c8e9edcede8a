import { sql } from "kysely";
import { conflict, notFound, message } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { preferredLanguage } from "#server/mail/language.ts";
import { serve } from "#server/http/serve.ts";
import { ownUnitNames } from "#modules/settings/reference-lists/unit-names.server.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { isDraft, orderPdf } from "../pdf/order-pdf.server.ts";
import { agreedSiteOf } from "../agreed-lines.server.ts";
import { packagesOf, proposalOf } from "../order-record.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import { agreedPage } from "../steps/agreed-version.server.ts";
import { itemStates } from "../lines/lines.contract.ts";
import { vendorPages, type VendorPage } from "./vendor-page.contract.ts";

/** The order as its vendor may see it, in one statement; `asWritten` leaves out what was agreed before a change that waits. */
export async function readVendorPage(
  ctx: Ctx,
  { id, asWritten = false }: { readonly id: string; readonly asWritten?: boolean },
): Promise<VendorPage> {
  const { rows } = await sql<Record<string, unknown>>`
    select t.id, t.number, t.external_number as "externalNumber", t.revision, t.status,
      coalesce(c.display_name, c.legal_name) as "companyName",
      ${ownUnitNames(sql`t.company_id`)} as "unitNames", v.name as "vendorName",
      jsonb_build_object('name', l.name, 'addressLine1', l.address_line1, 'addressLine2', l.address_line2, 'city',
        l.city, 'region', l.region, 'postalCode', l.postal_code,
        'countryCode', l.country_code, 'timezone', l.timezone, 'receivingInstructions',
          l.receiving_instructions) as "shipTo",
      jsonb_build_object('name', coalesce(nullif(trim(${fullName("u")}), ''), u.email), 'email',
        u.email, 'phone', c.phone) as buyer,
      t.order_date as "orderDate", t.sent_at as "sentAt", t.requested_date as "requestedDate",
        t.promised_date as "promisedDate", t.currency, m.minor_unit as "minorUnit",
      t.payment_terms_days as "paymentTermsDays", t.incoterm, t.incoterm_place as "incotermPlace",
        t.freight_terms as "freightTerms", t.vendor_notes as "vendorNotes", t.vendor_reference as "vendorReference",
        t.cancel_reason as "cancelReason",
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'lineNo', i.line_no, 'status', i.status, 'sku',
        i.sku, 'vendorSku', i.vendor_sku, 'description', i.description,
          'orderedQty', trim_scale(i.ordered_qty)::text, 'uom', i.uom, 'qtyPerUom', trim_scale(i.qty_per_uom)::text,
            'baseUom', p.base_uom, 'packages', ${packagesOf}, 'unitPrice', trim_scale(i.unit_price)::text,
            'discountPct', trim_scale(i.discount_pct)::text,
          'taxRatePct', trim_scale(i.tax_rate_pct)::text, 'lineTotal', trim_scale(i.line_total)::text,
            'requestedDate', i.requested_date, 'promisedDate', i.promised_date, 'confirmedQty',
            trim_scale(i.confirmed_qty)::text) order by i.line_no), '[]')
        from purchase_order_items i join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
          where i.company_id = t.company_id and i.purchase_order_id = t.id and i.status <> 'cancelled') as items,
      (select coalesce(jsonb_agg(jsonb_build_object('type', h.type, 'description', h.description, 'amount',
        trim_scale(h.amount)::text, 'taxRatePct', trim_scale(h.tax_rate_pct)::text) order by h.position), '[]')
        from purchase_order_charges h where h.company_id = t.company_id and h.purchase_order_id = t.id) as charges,
      t.subtotal, t.charges_total as "chargesTotal", t.tax_total as "taxTotal", t.total,
      case when t.vendor_response <> 'none' then jsonb_build_object('kind', t.vendor_response, 'at',
        to_char(t.vendor_responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by',
        t.vendor_responded_by, 'note', t.vendor_note) end as answer,
      (select k.expires_at from links k
        where k.company_id = t.company_id and k.id = ${ctx.link?.linkId ?? null}) as "linkExpiresAt",
      ${proposalOf} as proposal, t.waits_from as "waitsFrom", t.agreed_version as "agreedVersion"
    from purchase_orders t
    join companies c on c.id = t.company_id
    join vendors v on (v.company_id, v.id) = (t.company_id, t.vendor_id)
    join locations l on (l.company_id, l.id) = (t.company_id, ${agreedSiteOf("t")})
    join users u on (u.company_id, u.id) = (t.company_id, t.buyer_id)
    join currencies m on m.code = t.currency
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw notFound();
  const page = asWritten ? row : asAgreed(row);
  if (ctx.link && inGroup(purchaseOrderFlow, "beforeVendor", String(page["status"])))
    throw conflict("order_not_sent", message("This order is being written. You get a mail when it is ready."));
  // the selected names are the page's
  const may = row["waitsFrom"] === null && mayAnswer(ctx, page["revision"]);
  const items = page["items"] as VendorPage["items"]; // selected above
  return {
    ...page,
    mayAnswer: may && page["status"] === "sent",
    mayPropose:
      may && page["status"] === "confirmed" && items.some((item) => !inGroup(itemStates, "over", item.status)),
  } as unknown as VendorPage;
}

/** While a change of an order that is out waits for approval, its vendor has what was agreed before it, and nothing of the change. */
function asAgreed({ waitsFrom, agreedVersion, ...page }: Record<string, unknown>): Record<string, unknown> {
  if (waitsFrom === null || agreedVersion === null) return page;
  return { ...page, ...agreedPage(agreedVersion, Number(page["minorUnit"])), status: waitsFrom };
}

function mayAnswer(ctx: Ctx, revision: unknown): boolean {
  return ctx.link
    ? ctx.link.purpose === "po.respond" && ctx.link.subjectRevision === revision
    : ctx.can("CAN_SEND_PURCHASE_ORDERS");
}

export default serve(vendorPages, {
  read: readVendorPage,
  async pdf(ctx, { id, query }) {
    const asWritten = query.draft === "yes" && ctx.can("CAN_SEND_PURCHASE_ORDERS");
    const page = await ctx.open((inner) => readVendorPage(inner, { id, asWritten }));
    const pdf = await orderPdf(page, preferredLanguage(ctx.language));
    await ctx.reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${fileName(page)}"`)
      .send(pdf);
  },
});

/** `PO-2026-00042 r2.pdf`, or `… draft.pdf`, with nothing in it that a header cannot carry. */
export const fileName = ({ number, revision, status }: VendorPage): string =>
  `${number.replace(/[^\w.-]+/g, "-")} ${isDraft({ status }) ? "draft" : `r${revision}`}.pdf`;
