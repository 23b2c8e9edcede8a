import { sql } from "kysely";
import { conflict, gone, message, notFound } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { limitMails } from "#server/mail/mail-limit.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { lockById } from "#server/records/records.ts";
import { statesIn } from "#server/records/states.ts";
import { expectedArrival } from "../../trips/expected-arrivals.server.ts";
import { tripStopFlow } from "../../trips/trip-stops/trip-stops.flow.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";
import { readFleetDelivery } from "../deliveries.server.ts";
import { consigneeLinks, type FollowedDelivery } from "./consignee-links.contract.ts";

export default serve(consigneeLinks, {
  view: (ctx, { id }) => follow(ctx, id),
  async share(ctx, { id }) {
    const delivery = await readFleetDelivery(ctx, { id }); // 404 for whoever may not see it
    const { consigneeEmail, status } = await lockById(ctx.db, "fleet_deliveries", id);
    if (!inGroup(fleetDeliveryFlow, "open", status))
      throw conflict("wrong_state", message("There is nothing to follow any more."), { status });
    if (consigneeEmail === null)
      throw conflict("no_address", message("Nobody knows where to mail it: enter the consignee's address first."));
    await limitMails(ctx, "delivery", id, "shared");
    await ctx.enqueue("mail-consignee-link", { deliveryId: id });
    await ctx.emit("delivery.shared", { id });
    return delivery;
  },
});

/** When the stop `own` of the trip `p` is reached, as the dashboard and the chain tell it. */
const expected = sql`(select ${expectedArrival} from trips t join trip_stops s on (s.company_id, s.trip_id) = (t.company_id, t.id)
  where t.company_id = p.company_id and t.id = p.id and s.id = own.id)`;

interface Row extends FollowedDelivery {
  readonly consigneeEmail: string | null;
}

/** What the holder of a link sees, in one statement. A link that went to another address than the consignee's is over. */
async function follow(ctx: Ctx, id: string): Promise<FollowedDelivery> {
  const { rows } = await sql<Row>`
    select t.id, t.delivery_number as "deliveryNumber", t.status, coalesce(c.display_name, c.legal_name) as "companyName",
      c.phone as "companyPhone", coalesce(l.timezone, c.timezone) as timezone, t.consignee_name as "consigneeName",
      t.consignee_email as "consigneeEmail",
      coalesce(t.address, concat_ws(', ', l.name, l.address_line1, concat_ws(' ', l.postal_code, l.city))) as address,
      t.window_start as "windowStart", t.window_end as "windowEnd", p.actual_start as "leftAt",
      case when p.actual_start is not null and own.arrived_at is null then (select count(*)::int from trip_stops s
        where s.company_id = t.company_id and s.trip_id = t.trip_id and s.position < own.position
          and s.status not in (${statesIn(tripStopFlow, "over")})) end as "stopsBefore",
      case when t.outcome_at is null then ${expected} end as "expectedAt",
      own.arrived_at as "arrivedAt", t.outcome_at as "outcomeAt", t.failure_reason as "failureReason",
      t.received_by as "receivedBy", t.proofs_required as "proofsRequired",
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'code', x.code, 'description', x.description, 'unit', x.unit,
          'plannedQuantity', trim_scale(x.planned_quantity)::text, 'deliveredQuantity', trim_scale(x.delivered_quantity)::text,
          'damagedQuantity', trim_scale(x.damaged_quantity)::text, 'reason', x.reason) order by x.position), '[]')
        from fleet_delivery_lines x where x.company_id = t.company_id and x.delivery_id = t.id) as lines,
      k.expires_at as "linkExpiresAt"
    from fleet_deliveries t join companies c on c.id = t.company_id
    join links k on k.company_id = t.company_id and k.id = ${ctx.link?.linkId ?? null}
    left join locations l on (l.company_id, l.id) = (t.company_id, t.location_id)
    left join trips p on (p.company_id, p.id) = (t.company_id, t.trip_id)
    left join trip_stops own on (own.company_id, own.id) = (t.company_id, t.dropoff_stop_id)
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  const [found] = rows;
  if (!found || !ctx.link) throw notFound();
  const { consigneeEmail, ...delivery } = found;
  if (consigneeEmail?.toLowerCase() !== ctx.link.recipient.toLowerCase())
    throw gone(message("This link is over."), { state: "not_recipient", at: null, usedFor: null, byName: null });
  return delivery;
}
