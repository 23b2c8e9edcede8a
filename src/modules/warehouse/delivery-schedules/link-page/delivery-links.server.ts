import { sql } from "kysely";
import { readSite } from "#modules/settings/locations/site.server.ts";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { findById, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { freeOn } from "../../docks/availability.server.ts";
import { deliveryLinks, type LinkedDelivery } from "./delivery-links.contract.ts";
import { slotOf } from "../booking/delivery-slots.server.ts";
import { carrierName } from "../delivery-record.server.ts";
import { steps } from "../delivery-steps.server.ts";

export default serve(deliveryLinks, {
  view: (ctx, { id }) => linkedDelivery(ctx, id),
  async times(ctx, { id, query }) {
    const delivery = await findById(ctx.db, "delivery_schedules", id);
    const minutes = Math.ceil((Date.parse(delivery.plannedEnd) - Date.parse(delivery.plannedStart)) / 60_000);
    const site = await readSite(ctx.db, delivery.locationId);
    const { docks } = await freeOn(ctx.db, site, {
      ...slotOf(delivery),
      dockId: undefined,
      date: query.date,
      minutes,
      exceptSubject: id,
    });
    const free = docks
      .filter(({ dock }) => dock.allowCarrierBooking)
      .flatMap((one) => one.free.filter(({ rule }) => rule === null));
    // on which dock is ours to say
    const starts = new Map(free.map(({ start, end, localTime, offset }) => [start, { start, end, localTime, offset }]));
    return {
      date: query.date,
      locationTimezone: site.timezone,
      times: [...starts.values()].toSorted((a, b) => a.start.localeCompare(b.start)),
    };
  },
  async approve(ctx, req) {
    await steps.approve(ctx, { ...req, body: { ...req.body, version: await versionOf(ctx, req.id) } });
    return linkedDelivery(ctx, req.id);
  },
  async decline(ctx, req) {
    await steps.decline(ctx, { ...req, body: { ...req.body, version: await versionOf(ctx, req.id) } });
    return linkedDelivery(ctx, req.id);
  },
  async counter(ctx, req) {
    await steps.counter(ctx, { ...req, body: { ...req.body, version: await versionOf(ctx, req.id) } });
    return linkedDelivery(ctx, req.id);
  },
});

/** What a link is about stands in its mail, and another time ends it: the version that its holder saw is the one that is. */
const versionOf = async (ctx: Ctx, id: string): Promise<number> =>
  (await lockById(ctx.db, "delivery_schedules", id)).version;

async function linkedDelivery(ctx: Ctx, id: string): Promise<LinkedDelivery> {
  const { rows } = await sql<Omit<LinkedDelivery, "abilities">>`
    select d.id, d.number, d.status, d.awaiting_party as "awaitingParty",
      coalesce(c.display_name, c.legal_name) as "companyName", d.planned_start as "plannedStart",
      d.planned_end as "plannedEnd",
      d.hold_expires_at as "holdExpiresAt", k.code as "dockCode", v.name as "vendorName",
        ${carrierName("d")} as "carrierName", d.tractor_plate as "tractorPlate", d.trailer_number as "trailerNumber",
      d.expected_pallets as "expectedPallets", d.notes_public as "notesPublic", d.decline_reason as "declineReason",
      jsonb_build_object('name', l.name, 'timezone', l.timezone, 'addressLine1', l.address_line1, 'addressLine2',
        l.address_line2, 'city', l.city, 'region', l.region, 'postalCode', l.postal_code, 'countryCode', l.country_code,
        'dockAddressNote', l.dock_address_note, 'receivingInstructions', l.receiving_instructions, 'contactName',
          l.contact_name, 'contactPhone', l.contact_phone, 'contactEmail', l.contact_email) as location,
      (select coalesce(jsonb_agg(jsonb_build_object('purchaseOrderNumber', o.number, 'lineNo', i.line_no, 'sku',
        i.sku, 'vendorSku', i.vendor_sku, 'description', i.description,
          'plannedQty', trim_scale(x.planned_qty)::text, 'uom', i.uom,
          'qtyPerUom', trim_scale(i.qty_per_uom)::text, 'baseUom', p.base_uom) order by o.number, i.line_no), '[]')
        from delivery_schedule_items x
          join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
        join products p on (p.company_id, p.id) = (i.company_id, i.product_id)
          where x.company_id = d.company_id and x.delivery_schedule_id = d.id
        and (o.vendor_id = d.vendor_id or d.vendor_id is null or d.awaiting_party = 'carrier')) as lines
    from delivery_schedules d
    join locations l on (l.company_id, l.id) = (d.company_id, d.location_id)
    join companies c on c.id = d.company_id
    left join docks k on k.company_id = d.company_id and k.id = d.dock_id
    left join vendors v on v.company_id = d.company_id and v.id = d.vendor_id
    where d.company_id = current_company() and d.id = ${id}`.execute(ctx.db);
  const [delivery] = rows;
  if (!delivery) throw notFound();
  const { status, awaitingParty } = delivery;
  const mayAnswer = status === "proposed" && (awaitingParty === "vendor" || awaitingParty === "carrier");
  return { ...delivery, abilities: mayAnswer ? ["answer"] : [] };
}
