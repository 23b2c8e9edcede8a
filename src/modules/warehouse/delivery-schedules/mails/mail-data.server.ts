import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/** What mails tell of a delivery. */
export interface DeliveryMailData {
  id: string;
  number: string;
  status: string;
  awaitingParty: string;
  revision: number;
  plannedStart: string;
  plannedEnd: string;
  holdExpiresAt: string | null;
  cancelReason: string | null;
  declineReason: string | null;
  notesPublic: string | null;
  company: string;
  vendorEmail: string | null;
  carrierEmail: string | null;
  dock: string | null;
  site: string;
  timezone: string;
  address: string;
  instructions: string | null;
  orders: string;
  /** Everybody who was asked by link and is still meant: the last one asked, and whoever still stands on the delivery. */
  asked: string[];
}

/** What mails tell of it, in one statement. */
export async function loadMailData(ctx: Ctx, id: string): Promise<DeliveryMailData | undefined> {
  const { rows } = await sql<DeliveryMailData>`
    select d.id, d.number, d.status, d.awaiting_party as "awaitingParty", d.revision,
      d.planned_start as "plannedStart", d.planned_end as "plannedEnd", d.hold_expires_at as "holdExpiresAt",
      d.cancel_reason as "cancelReason", d.decline_reason as "declineReason", d.notes_public as "notesPublic",
        coalesce(c.display_name, c.legal_name) as company,
      v.order_email as "vendorEmail", d.carrier_email as "carrierEmail", k.code as dock, l.name as site, l.timezone,
        l.receiving_instructions as instructions,
      concat_ws(', ', nullif(l.address_line1, ''), nullif(l.address_line2, ''),
        nullif(concat_ws(' ', l.postal_code, l.city), ''), l.country_code, l.dock_address_note) as address,
      coalesce((select string_agg(distinct o.number, ', ') from delivery_schedule_items x
        join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        join purchase_orders o on (o.company_id, o.id) = (i.company_id, i.purchase_order_id)
          where x.company_id = d.company_id and x.delivery_schedule_id = d.id), '') as orders,
      coalesce((select array_agg(distinct k.recipient) from links k
        where k.company_id = d.company_id and k.purpose = 'ds.approve' and k.subject_id = d.id
          and (lower(k.recipient) in (lower(d.carrier_email), lower(v.order_email))
            or k.subject_revision = (select max(j.subject_revision) from links j where j.company_id = k.company_id
              and j.purpose = k.purpose and j.subject_id = k.subject_id))), '{}') as asked
    from delivery_schedules d
    join locations l on (l.company_id, l.id) = (d.company_id, d.location_id)
    join companies c on c.id = d.company_id
    left join vendors v on v.company_id = d.company_id and v.id = d.vendor_id
    left join docks k on k.company_id = d.company_id and k.id = d.dock_id
    where d.company_id = current_company() and d.id = ${id}`.execute(ctx.db);
  return rows[0];
}
