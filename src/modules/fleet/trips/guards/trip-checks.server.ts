import { sql } from "kysely";
import { sign } from "#server/crypto/keys.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { statesIn } from "#server/records/states.ts";
import type { LicenceClass } from "../../driver-licences/licence-classes.ts";
import { licencesCover, withTrailers } from "../../driver-licences/licence-classes.ts";
import { fleetDeliveryFlow } from "../../deliveries/deliveries.flow.ts";
import { countOf, withGoods } from "../../deliveries/goods.server.ts";
import { endingTypes, lackedTypes, proves } from "../../documents/document-states.server.ts";
import { blocks } from "../../vehicles/states/verdict.server.ts";
import { assetChecks, assetFacts, type AssetFacts } from "./asset-checks.server.ts";
import { loadChecks, loadOf, type Carrier } from "./load-checks.server.ts";
import { check, type Found } from "./check.server.ts";
import type { TripCheck } from "./trip-check.contract.ts";
import { firstDay, lastDay } from "./trip-days.server.ts";

export interface TripFacts extends Carrier {
  readonly tripId: string;
  readonly vehicleStatus: string;
  readonly blocks: readonly {
    readonly code: string;
    readonly kind: string | null;
    readonly reason: string | null;
    readonly holdId: string | null;
    readonly documentType: string | null;
  }[];
  readonly requiredLicenceClass: LicenceClass | null;
  /** What the vehicle may weigh with its load. */
  readonly grossKg: string | null;
  readonly hasDangerousGoods: boolean;
  /** It was, or is, given to its driver when it was to be over by its plan: nothing of it is booked from then on. */
  readonly isPlanPast: boolean;
  /** Papers that hold when the trip begins and end before it does. */
  readonly ending: readonly string[];
  readonly tripNumber: string;
  /** Blocking papers of the trip itself. */
  readonly lacking: readonly string[];
  /** Blocking papers of what it is to bring. */
  readonly lackingOfDeliveries: readonly { readonly id: string; readonly number: string; readonly document: string }[];
}

interface PersonFacts {
  readonly tripId: string;
  readonly driverId: string;
  readonly name: string;
  readonly status: string;
  /** Of why nothing is said. */
  readonly isAway: boolean;
  /** Takes the wheel: the driver and whoever relieves them. */
  readonly drives: boolean;
  /** Classes that hold when the trip begins, and those that still hold on its last day. */
  readonly classesAtStart: readonly LicenceClass[];
  readonly classesAtEnd: readonly LicenceClass[];
  readonly lacking: readonly {
    readonly typeId: string;
    readonly document: string | null;
    readonly isConfidential: boolean;
  }[];
  readonly hasCertificate: boolean;
}

/** What is in or on the assets of a trip `p`, with its commodity `g`. */
const loaded = (what: ReturnType<typeof sql>) => sql`(select ${what} from trip_assets x
  join asset_loads o on (o.company_id, o.asset_id) = (x.company_id, x.asset_id)
  join asset_commodities g on (g.company_id, g.id) = (o.company_id, o.commodity_id)
  where x.company_id = p.company_id and x.trip_id = p.id and x.detached_at is null
    and o.unloaded_at is null and coalesce(o.trip_id, p.id) = p.id)`;
const hasHazmat = loaded(sql`coalesce(bool_or(g.is_hazmat), false)`);
const loadedKg = loaded(sql`sum(g.unit_weight_kg * o.quantity)`);
const hasUnweighed = loaded(sql`coalesce(bool_or(g.unit_weight_kg is null), false)`);

/** What the deliveries of a trip `p` bring. */
const brought = (what: ReturnType<typeof sql>) => sql`(select ${what} from fleet_deliveries f
  join fleet_delivery_lines i on (i.company_id, i.delivery_id) = (f.company_id, f.id) ${withGoods}
  where f.company_id = p.company_id and f.trip_id = p.id)`;
const bringsHazmat = brought(sql`coalesce(bool_or(g.is_hazmat), false)`);
/** Whether a trip `p` carries dangerous goods, by what was said of it, by what is in its assets or by what it is to bring. */
export const carriesDangerousGoods = sql`(p.has_dangerous_goods or ${hasHazmat} or ${bringsHazmat})`;
/** What is not with its consignee yet, nor back. */
const onBoard = sql`f.status not in (${statesIn(fleetDeliveryFlow, "over")})`;
/** As much of a line as there is on board, by what was planned until somebody has told what was loaded. */
const loadedOrPlanned = sql`coalesce(i.loaded_quantity, i.planned_quantity)`;
const broughtOf = (unit: ReturnType<typeof sql>) =>
  brought(sql`round(sum(${unit} * ${loadedOrPlanned}) filter (where ${onBoard}), 3)`);
const bringsUnknown = (unit: ReturnType<typeof sql>) =>
  brought(sql`coalesce(bool_or(${unit} is null) filter (where ${onBoard}), false)`);
const broughtKg = broughtOf(sql`w.kg`);
const broughtM3 = broughtOf(sql`w.m3`);
const broughtPallets = sql`(select ${countOf(sql`sum(${loadedOrPlanned})`)} from fleet_deliveries f
  join fleet_delivery_lines i on (i.company_id, i.delivery_id) = (f.company_id, f.id)
  where f.company_id = p.company_id and f.trip_id = p.id and i.unit = ${sql.lit("XPX")} and ${onBoard})`;

/** What a trip `p` is to carry: what was said of it, what is in its assets or what its deliveries bring, whichever is most. */
const planned = sql`trim_scale(greatest(p.load_kg, ${loadedKg}, ${broughtKg}))::text as "loadKg",
  trim_scale(greatest(p.load_m3, ${broughtM3}))::text as "loadM3", greatest(p.load_pallets, ${broughtPallets}) as "loadPallets",
  p.load_kg is null and (${hasUnweighed} or ${bringsUnknown(sql`w.kg`)}) as "isPartOfKg",
  p.load_m3 is null and ${bringsUnknown(sql`w.m3`)} as "isPartOfM3"`;

/** What the deliveries lack that a trip `p` of a company `c` is still to bring, in their order. */
const lackingOfDeliveries = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'number', f.delivery_number, 'document', k.name)
    order by f.delivery_number, k.name), '[]')
  from fleet_deliveries f, lateral (select k.name from ${lackedTypes(["delivery", "f"], firstDay, lastDay)}) k
  where f.company_id = p.company_id and f.trip_id = p.id and f.status in (${statesIn(fleetDeliveryFlow, "underWay")}))`;

async function tripFacts(ctx: Ctx, tripIds: readonly string[]): Promise<readonly TripFacts[]> {
  const { rows } = await sql<TripFacts>`
    select p.id as "tripId", t.id as "vehicleId", t.unit_number as "unitNumber", t.status as "vehicleStatus", ${blocks} as blocks,
      y.required_licence_class as "requiredLicenceClass", y.category, trim_scale(t.curb_weight_kg)::text as "curbWeightKg", trim_scale(t.gvwr_kg)::text as "grossKg",
      trim_scale(t.gcwr_kg)::text as "gcwrKg", trim_scale(t.payload_kg)::text as "payloadKg",
      trim_scale(t.cargo_volume_m3)::text as "cargoVolumeM3", t.pallet_positions as "palletPositions",
      ${planned},
      ${carriesDangerousGoods} as "hasDangerousGoods",
      p.planned_end < coalesce(p.dispatched_at, p.actual_start, now()) as "isPlanPast",
      array(select k.name from ${endingTypes(firstDay, lastDay)} order by k.name) as ending,
      p.trip_number as "tripNumber",
      array(select k.name from ${lackedTypes(["trip", "p"], firstDay, lastDay)} order by k.name) as lacking,
      ${lackingOfDeliveries} as "lackingOfDeliveries"
    from trips p join companies c on c.id = p.company_id join vehicles t on (t.company_id, t.id) = (p.company_id, p.vehicle_id)
    join vehicle_types y on (y.company_id, y.id) = (t.company_id, t.type_id)
    where p.company_id = current_company() and p.id = any(${[...tripIds]})`.execute(ctx.db);
  return rows;
}

/** What of everybody on trips holds through their days, which are the company's own. */
async function peopleFacts(ctx: Ctx, tripIds: readonly string[]): Promise<readonly PersonFacts[]> {
  const classes = (on: ReturnType<typeof sql>) => sql`array(select distinct h.class from driver_licences l
    join driver_licence_classes h on (h.company_id, h.licence_id) = (l.company_id, l.id)
    where l.company_id = d.company_id and l.driver_id = d.id and l.status = 'verified' and l.archived_at is null
      and least(l.expires_on, h.expires_on) >= ${on}
      and coalesce(l.issued_on, '-infinity') <= p.first_day and coalesce(h.valid_from, '-infinity') <= p.first_day)`;
  const { rows } = await sql<PersonFacts>`
    with p as (
      select p.id, p.company_id, p.driver_id, ${firstDay} as first_day, ${lastDay} as last_day
      from trips p join companies c on c.id = p.company_id where p.company_id = current_company() and p.id = any(${[...tripIds]})
    ), people as (
      select p.id as trip_id, p.driver_id as id, true as drives, 0 as place from p
      union all
      select w.trip_id, w.driver_id, w.role = 'co_driver', 1 + w.position from trip_crew w
        where w.company_id = current_company() and w.trip_id = any(${[...tripIds]})
    )
    select p.id as "tripId", d.id as "driverId", ${fullName("d")} as name, d.status, x.drives,
      exists (select from driver_absences a where a.company_id = d.company_id and a.driver_id = d.id and a.archived_at is null
        and a.first_day <= p.last_day and a.last_day >= p.first_day) as "isAway",
      ${classes(sql`p.first_day`)} as "classesAtStart", ${classes(sql`p.last_day`)} as "classesAtEnd",
      (select coalesce(json_agg(json_build_object('typeId', k.id, 'document', k.name, 'isConfidential', k.is_confidential) order by k.name), '[]')
        from ${lackedTypes(["driver", "d"], sql`p.first_day`, sql`p.last_day`)}) as lacking,
      ${proves("adr", sql`p.first_day`, sql`p.last_day`)} as "hasCertificate"
    from people x join p on p.id = x.trip_id join drivers d on d.company_id = p.company_id and d.id = x.id order by x.place`.execute(
    ctx.db,
  );
  return rows;
}

/** Everything that keeps a trip from being dispatched as things stand now, the gravest first; empty: it may go. */
export async function tripChecks(ctx: Ctx, tripId: string): Promise<Found[]> {
  return (await checksOfTrips(ctx, [tripId])).get(tripId) ?? [];
}

/** The same of several trips: three statements, however many there are. */
export async function checksOfTrips(ctx: Ctx, tripIds: readonly string[]): Promise<ReadonlyMap<string, Found[]>> {
  const trips = await tripFacts(ctx, tripIds);
  const people = Map.groupBy(await peopleFacts(ctx, tripIds), ({ tripId }) => tripId);
  const assets = Map.groupBy(await assetFacts(ctx, tripIds), ({ tripId }) => tripId);
  return new Map(
    tripIds.map((id) => {
      const facts = trips.find(({ tripId }) => tripId === id);
      const named = (people.get(id) ?? []).map((person) =>
        ctx.can("CAN_VIEW_DRIVER_PAPERS") ? person : discreetly(person),
      );
      return [id, checksFrom(facts, named, assets.get(id) ?? []).map((found) => kept(ctx, found))];
    }),
  );
}

/** The key of what is confidential tells nobody, by being made again of each thing that it may be, what that is. */
const kept = ({ app: { keys } }: Ctx, found: Found): Found =>
  found.isConfidential ? { ...found, key: sign(keys, "trip-check", found.key).slice(0, 22) } : found;

/** That somebody lacks a confidential paper is told to whoever plans; which one, to nobody who may not see those. */
const discreetly = (person: PersonFacts): PersonFacts => ({
  ...person,
  lacking: person.lacking.map((one) => (one.isConfidential ? { ...one, document: null } : one)),
});

function checksFrom(
  facts: TripFacts | undefined,
  people: readonly PersonFacts[],
  assets: readonly AssetFacts[],
): Found[] {
  const needed = facts ? neededClass(facts, assets) : null;
  const found = [
    ...(facts ? vehicleChecks(facts) : []),
    ...assets.flatMap(assetChecks),
    ...people.flatMap((person) => personChecks(person, needed)),
    ...(facts ? loadChecks(facts, assets) : []),
    ...(facts?.isPlanPast ? [check("planned_end_past", facts.tripNumber)] : []),
    ...(facts?.lacking ?? []).map((document) =>
      check("document_missing", facts?.tripNumber ?? "", { what: document, ref: document }),
    ),
    ...(facts?.lackingOfDeliveries ?? []).map(({ id, number, document }) =>
      check("document_missing", number, { deliveryId: id, what: document, ref: document }),
    ),
    ...people
      .filter(({ drives, hasCertificate }) => facts?.hasDangerousGoods && drives && !hasCertificate)
      .map(({ name, driverId }) => check("no_dangerous_goods_certificate", name, { driverId })),
  ];
  return found.toSorted((a, b) => Number(b.isFinal) - Number(a.isFinal));
}

/** What whoever drives has to hold: the class of the vehicle, with what it pulls. A trailer of which nobody knows what it may weigh asks for nothing more. */
function neededClass({ requiredLicenceClass, grossKg }: TripFacts, assets: readonly AssetFacts[]): LicenceClass | null {
  if (requiredLicenceClass === null) return null;
  const pulled = assets
    .filter(({ kind }) => kind === "trailer")
    .reduce((sum, one) => sum + Number(one.grossKg ?? 0), 0);
  return withTrailers(requiredLicenceClass, pulled, grossKg === null ? null : Number(grossKg));
}

type Carried = Pick<Carrier, "loadKg" | "loadM3" | "loadPallets" | "isPartOfKg" | "isPartOfM3">;
const nothing: Carried = { loadKg: null, loadM3: null, loadPallets: null, isPartOfKg: false, isPartOfM3: false };
const noVehicle: Omit<Carrier, keyof Carried> = {
  vehicleId: "",
  unitNumber: "",
  category: "",
  curbWeightKg: null,
  gcwrKg: null,
  payloadKg: null,
  cargoVolumeM3: null,
  palletPositions: null,
};

/** What a trip is to carry, beside what its vehicle may; how much that is nobody knows before it has one. */
export async function tripLoad(ctx: Ctx, tripId: string) {
  const assets = await assetFacts(ctx, [tripId]);
  const [facts] = await tripFacts(ctx, [tripId]);
  if (facts) return loadOf(facts, assets);
  const { rows } = await sql<Carried>`select ${planned} from trips p
    where p.company_id = current_company() and p.id = ${tripId}`.execute(ctx.db);
  return loadOf({ ...noVehicle, ...(rows[0] ?? nothing) }, assets);
}

function vehicleChecks({ vehicleId, unitNumber, vehicleStatus, blocks: held, ending }: TripFacts): Found[] {
  if (vehicleStatus === "retired") return [check("vehicle_retired", unitNumber, { vehicleId, isFinal: true })];
  return [
    ...held.map(({ code, kind, reason, holdId, documentType }) => {
      const ref = holdId ?? [code, kind ?? documentType].join(" ");
      return check("vehicle_held", unitNumber, { vehicleId, what: reason ?? kind, ref });
    }),
    ...ending.map((document) =>
      check("vehicle_document_ends", unitNumber, { vehicleId, what: document, ref: document }),
    ),
  ];
}

function personChecks(person: PersonFacts, needed: LicenceClass | null): Found[] {
  const { driverId, name, status, isAway, drives, classesAtStart, classesAtEnd, lacking } = person;
  if (status === "left") return [check("driver_left", name, { driverId, isFinal: true })];
  const of = (code: TripCheck["code"], what: string | null = null) => check(code, name, { driverId, what, ref: what });
  const licence = () => {
    if (!drives) return [];
    const covers = (held: readonly LicenceClass[]) => (needed === null ? held.length > 0 : licencesCover(held, needed));
    if (!covers(classesAtStart)) return [of("licence_missing", needed)];
    return covers(classesAtEnd) ? [] : [of("licence_ends", needed)];
  };
  return [
    ...(status === "active" ? [] : [of("driver_not_active")]),
    ...(isAway ? [of("driver_not_available")] : []),
    ...licence(),
    ...lacking.map(({ typeId, document, isConfidential }) =>
      check("document_missing", name, { driverId, what: document, ref: typeId, isConfidential }),
    ),
  ];
}
