import { sql } from "kysely";

/**
 * The stop at which a delivery `d` is loaded: its own; of one that says nothing, the first pickup of its trip before its
 * drop-off. Null where it is on the vehicle when that leaves.
 */
export const loadingStop = sql<string | null>`coalesce(d.pickup_stop_id, (select p.id from trip_stops p
  where p.company_id = d.company_id and p.trip_id = d.trip_id and p.kind = 'pickup' and not exists (select from trip_stops o
    where o.company_id = d.company_id and o.id = d.dropoff_stop_id and o.position < p.position)
  order by p.position limit 1))`;

/** Somebody was to load a delivery `d`, and has told that nothing of it came. */
export const nothingCame = sql<boolean>`(d.loaded_at is not null and not exists (select from fleet_delivery_lines i
  where i.company_id = d.company_id and i.delivery_id = d.id and i.loaded_quantity is distinct from 0))`;
