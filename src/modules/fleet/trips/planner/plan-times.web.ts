import { serviceMinutes, type Plan, type PlanStop } from "./plan.web.ts";

interface Point {
  readonly latitude: string | null;
  readonly longitude: string | null;
}
type Place = Pick<PlanStop, "locationId" | "address" | "latitude" | "longitude">;

/** What is known of the places of a plan beside what its stops say: where the company's locations are, and where the vehicle is at home. */
export interface Places {
  readonly locations: ReadonlyMap<string, Point>;
  readonly home: Place | null;
}
const noPlaces: Places = { locations: new Map(), home: null };

/** The way from one place to another. */
export interface Way {
  /** Of the road, roughly; null: one of the places is not known well enough, and the time is assumed. */
  readonly km: number | null;
  readonly minutes: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const earthKm = 6371;
/** A road is longer than the straight line. */
const detour = 1.3;
/** How fast a truck goes, with towns and breaks. */
const kmPerHour = 60;
const unknownWay: Way = { km: null, minutes: 30 };
const noWay: Way = { km: 0, minutes: 0 };

const iso = (ms: number) => new Date(ms).toISOString();
const onFullMinute = (ms: number) => Math.ceil(ms / minuteMs) * minuteMs;
const plain = (text: string | null) => (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();

function pointOf({ locationId, latitude, longitude }: Place, { locations }: Places) {
  const point = latitude === null ? locations.get(locationId ?? "") : { latitude, longitude };
  if (!point || point.latitude === null || point.longitude === null) return null;
  return { north: (Number(point.latitude) * Math.PI) / 180, east: (Number(point.longitude) * Math.PI) / 180 };
}

/**
 * How long a truck takes from one place to another: the straight line times 1.3 at 60 km/h, in full five minutes. Half an hour
 * where the coordinates of one are not known, and no time at all to where it stands.
 */
export function wayBetween(from: Place, to: Place, places: Places): Way {
  const isSameLocation = from.locationId !== null && from.locationId === to.locationId;
  const isSameAddress = from.locationId === null && to.locationId === null && plain(from.address) === plain(to.address);
  if (isSameLocation || (isSameAddress && from.address !== null)) return noWay;
  const [a, b] = [pointOf(from, places), pointOf(to, places)];
  if (!a || !b) return unknownWay;
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const part = half(b.north - a.north) + Math.cos(a.north) * Math.cos(b.north) * half(b.east - a.east);
  const km = 2 * earthKm * Math.asin(Math.sqrt(part)) * detour;
  return { km: Math.round(km), minutes: Math.ceil(((km / kmPerHour) * 60) / 5) * 5 };
}

/** Where it sets out and comes back to: where its vehicle is at home, else where it is loaded first; null: that is not known. */
const homeOf = ({ stops: [first] }: Pick<Plan, "stops">, { home }: Places): Place | null =>
  home ?? (first?.kind === "pickup" ? first : null);

/** The ways of a trip: to each of its stops, and back where it is known whereto. */
export function waysOf(plan: Pick<Plan, "stops">, places: Places): { to: readonly Way[]; back: Way | null } {
  const { stops } = plan;
  const home = homeOf(plan, places);
  const last = stops.at(-1);
  return {
    to: stops.map((stop, n) => {
      const from = stops[n - 1] ?? home;
      return from ? wayBetween(from, stop, places) : unknownWay;
    }),
    back: home && last ? wayBetween(last, home, places) : null,
  };
}

/**
 * The plan with times that can be kept. What somebody typed stays, as long as the stop before is done by then. Everything else is
 * proposed: a stop is reached after the way there and not before its window opens, the trip leaves as late as that allows, and
 * is back after its last stop and the way home, an hour later where that is not known. What was saved stays as it was until
 * something before it takes longer.
 */
export function timed(plan: Plan, places: Places = noPlaces): Plan {
  const { stops, keptBack } = plan;
  if (stops.length === 0) return plan;
  const ways = waysOf(plan, places);
  const minutesTo = stops.map(({ given, kept }, n) => {
    const way = ways.to[n]?.minutes ?? 0;
    if (kept?.after === (stops[n - 1]?.key ?? "")) return Math.min(kept.minutes, way);
    return given !== null && kept === null ? 0 : way;
  });
  const start = plan.isStartGiven ? Date.parse(plan.plannedStart) : latestStart(plan, ways.to);
  let at = start;
  const reached = stops.map((stop, n) => {
    const earliest = at + (minutesTo[n] ?? 0) * minuteMs;
    const wanted = Date.parse(stop.given ?? stop.windowStart ?? iso(start));
    const arrival = earliest <= wanted ? wanted : onFullMinute(earliest);
    at = arrival + stop.serviceMinutes * minuteMs;
    return { ...stop, plannedArrival: iso(arrival) };
  });
  const last = reached.at(-1);
  const back = ways.back?.minutes ?? 0;
  const least = keptBack && keptBack.after === last?.key ? Math.min(keptBack.minutes, back) : keptBack ? back : 0;
  const end = plan.isEndGiven
    ? Math.max(Date.parse(plan.plannedEnd), at + least * minuteMs)
    : at + (ways.back ? back * minuteMs : hourMs);
  return { ...plan, plannedStart: iso(start), plannedEnd: iso(end), stops: reached };
}

/** When it leaves so that nobody waits at the first stop that is awaited at a time. */
function latestStart({ stops, notBefore }: Plan, ways: readonly Way[]): number {
  const floor = onFullMinute(Date.parse(notBefore));
  let minutes = 0;
  for (const [n, { given, windowStart, serviceMinutes }] of stops.entries()) {
    minutes += ways[n]?.minutes ?? 0;
    const wanted = given ?? windowStart;
    if (wanted !== null) return Math.max(floor, Math.floor(Date.parse(wanted) / minuteMs - minutes) * minuteMs);
    minutes += serviceMinutes;
  }
  return floor;
}

/** By how many minutes the plan gives less time for the way to each of its stops than that takes; 0 where the way is only assumed. */
export function minutesShort({ plannedStart, stops }: Pick<Plan, "plannedStart" | "stops">, ways: readonly Way[]) {
  let free = Date.parse(plannedStart);
  return stops.map(({ plannedArrival, serviceMinutes }, n) => {
    const arrival = Date.parse(plannedArrival);
    const way = ways[n];
    const short = way && way.km !== null ? way.minutes - Math.floor((arrival - free) / minuteMs) : 0;
    free = arrival + serviceMinutes * minuteMs;
    return Math.max(0, short);
  });
}

/** By how many minutes each of its stops is to be reached later than it could be: so long somebody waits there. */
export function minutesWaited({ plannedStart, stops }: Pick<Plan, "plannedStart" | "stops">, ways: readonly Way[]) {
  let free = Date.parse(plannedStart);
  return stops.map(({ plannedArrival, serviceMinutes: stays }, n) => {
    const arrival = Date.parse(plannedArrival);
    const waited = Math.floor((arrival - free) / minuteMs) - (ways[n]?.minutes ?? 0);
    free = arrival + stays * minuteMs;
    return Math.max(0, waited);
  });
}

/** The same of waits that are long enough to be told, which is more than two hours; 0 of the others. */
export const longWaits = (plan: Pick<Plan, "plannedStart" | "stops">, ways: readonly Way[]): readonly number[] =>
  minutesWaited(plan, ways).map((minutes) => (minutes > 120 ? minutes : 0));

/** How long one more stop takes: the way there from the last, or from where the trip sets out, and the stay. */
export function minutesForOneMore(plan: Pick<Plan, "stops">, to: Place, places: Places): number {
  const from = plan.stops.at(-1) ?? homeOf(plan, places);
  return (from ? wayBetween(from, to, places) : unknownWay).minutes + serviceMinutes;
}
