import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, latest, minutesFrom, onFiveMinutes, type Row } from "./bulk.ts";
import { consignees, type Consignee } from "./consignees.ts";
import { Random } from "./random.ts";

interface Stop {
  readonly id: string;
  readonly tripId: string;
  readonly tripStatus: string;
  readonly pickupStopId: string | null;
  readonly status: string;
  readonly name: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly windowStart: Date;
  readonly windowEnd: Date;
  readonly completedAt: Date | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  /** What its trip is to carry, in kilograms, shared out among its stops. */
  readonly roomKg: number;
}

/** What is brought: its code, words, unit, how many at least, what one of it weighs in kilograms, and its statistical number. */
const goods = [
  ["FLOUR-25", "Flour T55, 25 kg bag", "XBG", 12, "25.2", "110100"],
  ["TILES", "Roof tiles, anthracite", "XPX", 3, "480", "690510"],
  ["SOIL-40", "Potting soil, 40 l, in pallets of 30", "XPX", 1, "410", "270300"],
  ["SALINE", "Saline 0.9 %, 500 ml", "XCT", 8, "11.4", "300490"],
  ["ANGLE-60", "Steel angle 60 x 60, 6 m", "EA", 14, "32.5", "721650"],
  ["WATER-CR", "Mineral water in crates, by the pallet", "XPX", 2, "520", "220110"],
  ["GARDEN", "Garden furniture set", "EA", 4, "38", "940179"],
  ["PAPER-80", "Offset paper, 80 g", "XPX", 2, "350", "480257"],
] as const;
const people = ["A. Peeters", "M. de Graaf", "S. Claes", "J. Willems", "L. Hofkens"] as const;

/** Deliveries that wait for a trip: to whom, and in how many minutes from now their window begins. */
const waiting: readonly (readonly [Consignee, number])[] = [
  [consignees.bakery, -200],
  [consignees.nursery, 150],
  [consignees.pharmacy, 240],
  [consignees.metalworks, 1500],
  [consignees.grocer, 1620],
  [consignees.printer, 2900],
];

interface Rows {
  /** The goods by their codes. */
  readonly commodities: ReadonlyMap<string, string>;
  readonly deliveries: Row[];
  readonly lines: Row[];
  readonly attempts: Row[];
  readonly proofs: Row[];
}

interface Planning {
  readonly moment: Date;
  readonly companyId: string;
  readonly dispatcherId: string;
}

/** What the demo's trips bring to their stops, with what became of it, and what still waits for a trip. */
export async function addFleetDeliveries(db: Db, { moment, companyId, dispatcherId }: Planning): Promise<void> {
  const random = new Random(441);
  const { rows: stops } = await sql<Stop>`
    select s.id, s.trip_id as "tripId", t.status as "tripStatus", s.status, s.name, s.address, s.latitude, s.longitude, s.window_start as "windowStart",
      s.window_end as "windowEnd", s.completed_at as "completedAt", s.outcome_reason as reason, s.created_at as "createdAt",
      (select p.id from trip_stops p where p.company_id = s.company_id and p.trip_id = s.trip_id and p.kind = 'pickup'
        order by p.position limit 1) as "pickupStopId",
      (coalesce(least(t.load_kg, v.payload_kg), 1000) / (select count(*) from trip_stops d where d.company_id = s.company_id and d.trip_id = s.trip_id
        and d.kind = 'dropoff'))::float as "roomKg"
    from trip_stops s join trips t on (t.company_id, t.id) = (s.company_id, s.trip_id)
    left join vehicles v on (v.company_id, v.id) = (t.company_id, t.vehicle_id)
    where s.company_id = ${companyId} and s.kind = 'dropoff' and t.status <> 'cancelled'
    order by t.trip_number, s.position`.execute(db);
  const commodities = await addGoods(db, { moment, dispatcherId });
  const rows: Rows = { commodities, deliveries: [], lines: [], attempts: [], proofs: [] };
  for (const [n, stop] of stops.entries()) tell(rows, random, { ...dated(stop), n, moment, dispatcherId });
  for (const [{ name, ...place }, begins] of waiting) {
    const windowStart = minutesFrom(onFiveMinutes(moment), begins);
    const createdAt = daysFrom(moment, -1);
    add(rows, random, {
      status: "unassigned",
      consignee_name: name,
      ...place,
      window_start: windowStart,
      window_end: minutesFrom(windowStart, 120),
      created_at: createdAt,
      created_by: dispatcherId,
    });
  }
  await addRows(db, "fleet_deliveries", rows.deliveries);
  await addRows(db, "fleet_delivery_lines", rows.lines);
  await addRows(db, "fleet_delivery_attempts", rows.attempts);
  await addRows(db, "fleet_proofs", rows.proofs);
  await sql`insert into counters (series, value) values ('fleet-delivery', ${rows.deliveries.length})`.execute(db);
}

/** The goods as commodities, which say what weighs how much. They take their ids from a chance of their own. */
async function addGoods(
  db: Db,
  { moment, dispatcherId }: Omit<Planning, "companyId">,
): Promise<ReadonlyMap<string, string>> {
  const random = new Random(443);
  const at = daysFrom(moment, -40);
  const rows = goods.map(([code, name, unit, _least, weight, hsCode]) => ({
    id: random.id(at),
    code,
    name,
    hs_code: hsCode,
    quantity_type: unit,
    unit_weight_kg: weight,
    is_stackable: unit !== "XPX",
    created_by: dispatcherId,
    created_at: at,
  }));
  await addRows(db, "asset_commodities", rows);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

interface Scheduled {
  readonly id: string;
  readonly locationId: string;
  readonly locationName: string;
  readonly pickupAddress: string;
  readonly windowStart: Date;
  readonly windowEnd: Date;
  readonly createdAt: Date;
  readonly lines: readonly { productId: string; code: string; description: string; unit: string; quantity: string }[];
}

/** A delivery of the warehouse within a day that the own fleet fetches from its vendor; it waits for a trip still. */
export async function carryDelivery(db: Db, { moment, companyId, dispatcherId }: Planning): Promise<void> {
  const { rows } = await sql<Scheduled>`
    select s.id, s.location_id as "locationId", l.name as "locationName",
      concat_ws(', ', v.name, v.address_line1, concat_ws(' ', v.postal_code, v.city)) as "pickupAddress",
      s.planned_start as "windowStart", s.planned_end as "windowEnd", s.created_at as "createdAt",
      (select json_agg(json_build_object('productId', i.product_id, 'code', i.sku, 'description', i.description, 'unit', i.uom,
          'quantity', x.planned_qty) order by i.line_no)
        from delivery_schedule_items x join purchase_order_items i on (i.company_id, i.id) = (x.company_id, x.purchase_order_item_id)
        where x.company_id = s.company_id and x.delivery_schedule_id = s.id) as lines
    from delivery_schedules s join locations l on (l.company_id, l.id) = (s.company_id, s.location_id)
    join vendors v on (v.company_id, v.id) = (s.company_id, s.vendor_id)
    where s.company_id = ${companyId} and l.code = 'ANR' and s.status = 'scheduled' and s.planned_start > ${moment}
    order by s.planned_start < ${minutesFrom(moment, 6 * 60)}, s.planned_start, s.number limit 1`.execute(db);
  const [schedule] = rows;
  if (!schedule) throw new Error("trucks come to the site that never closes");
  const random = new Random(442);
  const createdAt = latest(daysFrom(moment, -1), new Date(schedule.createdAt));
  const { rows: counted } = await sql<{ value: number }>`
    update counters set value = value + 1 where company_id = ${companyId} and series = 'fleet-delivery'
    returning value::int as value`.execute(db);
  const id = random.id(createdAt);
  await addRows(db, "fleet_deliveries", [
    {
      id,
      delivery_number: numbered(counted[0]?.value ?? 1),
      status: "unassigned",
      delivery_schedule_id: schedule.id,
      consignee_name: schedule.locationName,
      location_id: schedule.locationId,
      pickup_address: schedule.pickupAddress,
      window_start: schedule.windowStart,
      window_end: schedule.windowEnd,
      proofs_required: [],
      attempt_no: 1,
      created_at: createdAt,
      created_by: dispatcherId,
    },
  ]);
  const lines = schedule.lines.map(({ productId, code, description, unit, quantity }, position) => ({
    id: random.id(createdAt),
    delivery_id: id,
    position,
    product_id: productId,
    code,
    description,
    unit,
    planned_quantity: quantity,
    delivered_quantity: 0,
    damaged_quantity: 0,
    returned_quantity: 0,
  }));
  await addRows(db, "fleet_delivery_lines", lines);
}

/** Instants are texts where rows are read. */
function dated(stop: Stop): Stop {
  const { windowStart, windowEnd, completedAt, createdAt } = stop;
  return {
    ...stop,
    windowStart: new Date(windowStart),
    windowEnd: new Date(windowEnd),
    completedAt: completedAt && new Date(completedAt),
    createdAt: new Date(createdAt),
  };
}

interface Told extends Stop {
  readonly n: number;
  readonly moment: Date;
  readonly dispatcherId: string;
}

const stateAt = ({ status, tripStatus, n }: Told): string => {
  if (status === "completed") return n % 9 === 4 ? "partly_delivered" : "delivered";
  if (status === "failed") return "failed";
  if (status === "skipped") return "returned";
  return tripStatus === "in_progress" || tripStatus === "paused" ? "out_for_delivery" : "assigned";
};

/** What became of what was to be brought to a stop; what failed waits for its second attempt. */
function tell(rows: Rows, random: Random, told: Told): void {
  const state = stateAt(told);
  const isTriedAgain = state === "failed";
  const hasOutcome = state === "delivered" || state === "partly_delivered";
  const at = told.completedAt ?? told.windowEnd;
  const again = minutesFrom(onFiveMinutes(told.moment), 20 * 60);
  const receivedBy = random.pick(people);
  const delivery = add(
    rows,
    random,
    {
      status: isTriedAgain ? "unassigned" : state,
      consignee_name: told.name,
      address: told.address,
      latitude: told.latitude,
      longitude: told.longitude,
      window_start: isTriedAgain ? again : told.windowStart,
      window_end: isTriedAgain ? minutesFrom(again, 120) : told.windowEnd,
      proofs_required: state === "out_for_delivery" || state === "assigned" ? ["signature"] : [],
      attempt_no: isTriedAgain ? 2 : 1,
      trip_id: isTriedAgain ? null : told.tripId,
      pickup_stop_id: isTriedAgain ? null : told.pickupStopId,
      dropoff_stop_id: isTriedAgain ? null : told.id,
      outcome_at: hasOutcome ? at : null,
      received_by: hasOutcome ? receivedBy : null,
      created_at: told.createdAt,
      created_by: told.dispatcherId,
    },
    { state, roomKg: told.roomKg },
  );
  if (state === "out_for_delivery" || state === "assigned") return;
  rows.attempts.push({
    id: random.id(at),
    delivery_id: delivery,
    attempt_no: 1,
    trip_id: told.tripId,
    stop_id: told.id,
    outcome: state === "returned" ? "not_reached" : state,
    reason: told.reason,
    at,
  });
  if (hasOutcome)
    rows.proofs.push({
      id: random.id(at),
      delivery_id: delivery,
      attempt_no: 1,
      type: "note",
      note: state === "delivered" ? "Delivery note signed and stamped" : "Two bags torn, noted on the delivery note",
      signer_name: receivedBy,
      captured_at: at,
      received_at: minutesFrom(at, 1),
    });
}

const numbered = (n: number): string => `D-${String(n).padStart(5, "0")}`;

interface Load {
  readonly state: string;
  readonly roomKg: number;
}

/** The goods from one of them on, of which at least three are no more than so many kilograms; else the lightest of all. */
function goodsWithin(kg: number, from: number): (typeof goods)[number] {
  const inTurn = [...goods.slice(from), ...goods.slice(0, from)];
  return inTurn.find(([, , , , weight]) => 3 * Number(weight) <= kg) ?? lightest;
}
const lightest = goods.toSorted(([, , , , one], [, , , , other]) => Number(one) - Number(other))[0] ?? goods[0];

/** A delivery of one line or two, in the next number. Returns its id. */
function add(
  rows: Rows,
  random: Random,
  values: Row & { readonly created_at: Date },
  { state, roomKg }: Load = { state: "unassigned", roomKg: Infinity },
): string {
  const id = random.id(values.created_at);
  rows.deliveries.push({
    pickup_stop_id: null,
    dropoff_stop_id: null,
    trip_id: null,
    outcome_at: null,
    received_by: null,
    proofs_required: [],
    attempt_no: 1,
    ...values,
    id,
    delivery_number: numbered(rows.deliveries.length + 1),
  });
  const first = random.whole(0, goods.length - 1);
  const count = random.whole(1, 2);
  const taken = new Set<string>();
  for (let position = 0; position < count; position += 1) {
    const room = roomKg / count;
    const [code, description, unit, least, weight] = goodsWithin(room, (first + position) % goods.length);
    if (taken.has(code)) continue;
    taken.add(code);
    const planned = Math.max(3, Math.min(least + random.whole(0, least), Math.floor(room / Number(weight))));
    const isShort = state === "partly_delivered" && position === 0;
    const isDelivered = state === "delivered" || state === "partly_delivered";
    rows.lines.push({
      id: random.id(values.created_at),
      delivery_id: id,
      position,
      commodity_id: rows.commodities.get(code),
      code,
      description,
      unit,
      planned_quantity: planned,
      delivered_quantity: isDelivered ? planned - (isShort ? 2 : 0) : 0,
      damaged_quantity: isShort ? 2 : 0,
      returned_quantity: state === "returned" ? planned : 0,
      reason: isShort ? "Torn on the way" : null,
    });
  }
  return id;
}
