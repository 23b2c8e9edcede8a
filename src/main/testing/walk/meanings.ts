import type pg from "pg";

/** Sentences about the whole database that are never true; each finds the records that break it. */
const never: Readonly<Record<string, string>> = {
  "a closed or cancelled order has a truck at the door, and no issue was ever opened for it": `
    select distinct o.number from purchase_orders o join purchase_order_items i on i.purchase_order_id = o.id
      join delivery_schedule_items x on x.purchase_order_item_id = i.id
      join delivery_schedules d on d.id = x.delivery_schedule_id
    where o.status in ('closed', 'cancelled', 'declined') and d.status in ('arrived', 'in_progress', 'unloaded')
      and d.gate_out_at is null and not exists (select from reported_issues r
        where r.delivery_schedule_id = d.id and r.kind in ('unexpected', 'held'))`,
  "a cancelled or declined order has something on its way": `
    select distinct o.number from purchase_orders o join purchase_order_items i on i.purchase_order_id = o.id
      join delivery_schedule_items x on x.purchase_order_item_id = i.id
      join delivery_schedules d on d.id = x.delivery_schedule_id
    where o.status in ('cancelled', 'declined') and d.status in ('requested', 'proposed', 'scheduled')`,
  "an issue about goods that were put aside is open, and they are not there": `
    select r.number from reported_issues r join receipt_lines l on l.id = r.receipt_line_id
      join receipts g on g.id = l.receipt_id
    where r.created_by is null and r.kind in ('unexpected', 'held') and r.status in ('open', 'acknowledged', 'investigating', 'waiting_party')
      and (g.status = 'reversed' or not l.is_unexpected)`,
  "goods are put aside, and no issue asks the buyer": `
    select g.number from receipts g join receipt_lines l on l.receipt_id = g.id
    where l.is_unexpected and g.status = 'posted' and g.reversal_of_id is null and l.counted_qty > 0
      and not exists (select from reported_issues r where r.receipt_line_id = l.id and r.kind in ('unexpected', 'held')
        and r.status <> 'dismissed')`,
  "an issue says that a line is over, and it is not": `
    select r.number || ' of ' || o.number || ' (' || o.status || '), line ' || i.line_no || ' ' || i.status as number
    from reported_issues r join purchase_order_items i on i.id = r.purchase_order_item_id
      join purchase_orders o on o.id = i.purchase_order_id
    where r.created_by is null and r.kind = 'over' and r.status in ('open', 'acknowledged', 'investigating', 'waiting_party')
      and i.kept_base_qty + i.credited_base_qty <= coalesce(nullif(i.agreed_qty, 0), i.ordered_qty) * i.qty_per_uom`,
  "an issue says that a line will not come, and it is not closed short, is full, or is not wanted": `
    select r.number || ' of ' || o.number || ' (' || o.status || '), line ' || i.line_no || ' ' || i.status as number
    from reported_issues r join purchase_order_items i on i.id = r.purchase_order_item_id
      join purchase_orders o on o.id = i.purchase_order_id
    where r.created_by is null and r.kind = 'short' and r.delivery_schedule_id is null
      and r.status in ('open', 'acknowledged', 'investigating', 'waiting_party')
      and (i.status <> 'short_closed' or i.is_unwanted or i.kept_base_qty + i.credited_base_qty >= i.ordered_qty * i.qty_per_uom)`,
  "a line waits for goods, and what of it is not kept was credited": `
    select o.number || ', line ' || i.line_no || ' ' || i.status as number
    from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
    where i.status in ('open', 'confirmed', 'backordered', 'partially_received') and o.waits_from is null
      and o.status in ('sent', 'confirmed', 'closed')
      and i.credited_base_qty > 0 and i.kept_base_qty + i.credited_base_qty >= i.ordered_qty * i.qty_per_uom`,
  "an issue says that goods did not come, and nothing more is expected": `
    select r.number || ' of ' || o.number || ' (' || o.status || '), line ' || i.line_no || ' ' || i.status as number
    from reported_issues r join purchase_order_items i on i.id = r.purchase_order_item_id
      join purchase_orders o on o.id = i.purchase_order_id
    where r.created_by is null and r.kind = 'short' and r.delivery_schedule_id is not null
      and r.status in ('open', 'acknowledged', 'investigating', 'waiting_party')
      and (i.status in ('received', 'short_closed') or o.status in ('cancelled', 'declined')
        or (i.status in ('cancelled', 'rejected_by_vendor') and coalesce(i.agreed_qty, 0) = 0))`,
  "an issue that nobody took up is about a receipt that was reversed": `
    select r.number from reported_issues r join receipts g on g.id = r.receipt_id
    where r.created_by is null and r.status in ('open', 'acknowledged') and g.status = 'reversed'`,
  "an issue says that a delivery did not come, and it is here or came": `
    select r.number from reported_issues r join delivery_schedules d on d.id = r.delivery_schedule_id
    where r.created_by is null and r.kind = 'no_show' and r.status in ('open', 'acknowledged') and d.status <> 'no_show'`,
  "an order is confirmed, and its vendor has not accepted": `
    select number from purchase_orders where status = 'confirmed' and vendor_response <> 'accepted'`,
  "a truck stands at a door and holds no lane of it": `
    select d.number from delivery_schedules d
    where d.status in ('in_progress', 'unloaded') and d.dock_cleared_at is null and d.gate_out_at is null and not exists (
      select from bookings b where b.subject_id = d.id and b.active and b.standing and b.resource_id = d.dock_id
        and b.lane = d.lane)`,
  "two trucks stand on one lane": `
    select min(d.number) as number from delivery_schedules d
    where d.status in ('in_progress', 'unloaded') and d.dock_cleared_at is null and d.gate_out_at is null
    group by d.dock_id, d.lane having count(*) > 1`,
  "a lane is held twice at one time": `
    select a.subject_id::text as number from bookings a join bookings b on a.resource_id = b.resource_id
      and a.lane = b.lane and a.during && b.during and a.id < b.id where a.active and b.active`,
  "what happened to a truck is out of order, or lies ahead": `
    select number from delivery_schedules where not (
      coalesce(gate_in_at <= docked_at, true) and coalesce(docked_at <= unload_start_at, true)
      and coalesce(unload_start_at <= unload_end_at, true) and coalesce(unload_end_at <= dock_cleared_at, true)
      and coalesce(dock_cleared_at <= gate_out_at, true) and coalesce(gate_out_at <= now() + interval '1 minute', true))`,
  "a delivery is over and holds a door": `
    select d.number from delivery_schedules d join bookings b on b.subject_id = d.id and b.active
    where d.status in ('completed', 'refused', 'no_show', 'cancelled', 'declined', 'expired') and upper(b.during) > now()`,
  "a line is scheduled for another quantity than live deliveries still bring": `
    select o.number from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
    where i.scheduled_qty <> coalesce((select sum(greatest(0, x.planned_qty - coalesce((
        select round(sum(l.counted_qty * l.qty_per_uom) / i.qty_per_uom, 6) from receipt_lines l
          join receipts g on g.id = l.receipt_id
        where g.delivery_schedule_id = x.delivery_schedule_id and l.purchase_order_item_id = i.id), 0)))
      from delivery_schedule_items x join delivery_schedules d on d.id = x.delivery_schedule_id
      where x.purchase_order_item_id = i.id
        and d.status in ('requested', 'proposed', 'scheduled', 'arrived', 'in_progress', 'unloaded')), 0)`,
  "a proposal waits for an answer, and its order does not say so, or the other way round": `
    select o.number from purchase_orders o where o.waits_from is null and (o.status = 'change_proposed') <> exists (
      select from purchase_order_proposals p where p.purchase_order_id = o.id and p.state = 'pending')`,
  "something is agreed apart from what is written, and no change waits": `
    select o.number from purchase_orders o where o.waits_from is null and (o.agreed_version is not null or exists (
      select from purchase_order_items i where i.purchase_order_id = o.id and i.agreed_qty is not null))`,
  "stock is not the sum of its movements": `
    select p.sku as number from products p
    where p.on_hand <> (select coalesce(sum(m.quantity), 0) from stock_moves m where m.product_id = p.id)`,
  "a bin holds less than nothing": `
    select p.sku as number from stock_moves m join products p on p.id = m.product_id
    group by p.sku, m.storage_location_id, m.lot_number having sum(m.quantity) < 0`,
};

/** Every sentence that is true all the same, with the first records that break it. */
export async function brokenMeanings(database: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const [sentence, query] of Object.entries(never)) {
    const { rows } = await database.query<{ number: string }>(query);
    if (rows.length > 0)
      found.push(
        `${sentence}: ${rows
          .slice(0, 3)
          .map((row) => row.number)
          .join(", ")}`,
      );
  }
  return found;
}
