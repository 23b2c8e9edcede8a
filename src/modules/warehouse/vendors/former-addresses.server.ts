import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { revokeLinksOfFormerRecipients } from "#server/mail/links.ts";
import { reaction } from "#server/jobs/reactions.ts";

/** Ends the links that went to addresses which are no longer these vendors': nobody there reads or answers for them now. */
export async function endFormerAddresses(ctx: Ctx, vendorIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select k.id from links k
    left join purchase_orders o on k.purpose in ('po.respond', 'po.view') and (o.company_id, o.id) = (k.company_id, k.subject_id)
    left join delivery_schedules d on k.purpose = 'ds.approve' and (d.company_id, d.id) = (k.company_id, k.subject_id)
    join vendors v on v.company_id = k.company_id and v.id = coalesce(o.vendor_id, d.vendor_id)
    where k.company_id = current_company() and v.id = any(${[...vendorIds]}::uuid[])
      and k.used_at is null and k.revoked_at is null and k.expires_at > now()
      and lower(k.recipient) is distinct from lower(v.order_email)
      and lower(k.recipient) is distinct from lower(d.carrier_email)
      and (d.id is not null or not exists (select from vendor_contacts c where c.company_id = v.company_id
        and c.vendor_id = v.id and c.receives_orders and lower(c.email) = lower(k.recipient)))`.execute(ctx.db);
  await revokeLinksOfFormerRecipients(
    ctx,
    rows.map(({ id }) => id),
  );
}

export const formerAddresses = reaction("vendor.updated", (ctx, id) => endFormerAddresses(ctx, [id]));
