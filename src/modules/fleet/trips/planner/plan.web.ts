import type { ReplyOf } from "#shared/contract/contract.ts";
import type { fleetDeliveries } from "../../deliveries/deliveries.contract.ts";
import type { TripStop } from "../trip-stops/trip-stops.contract.ts";
import type { Trip } from "../trips.contract.ts";

/** How long a saved plan gives for a way, and from which stop; "": from the start of the trip. */
interface KeptWay {
  readonly after: string;
  readonly minutes: number;
}

/** A stop of a trip that is being composed. */
export interface PlanStop {
  readonly key: string;
  /** Of one that the trip has already. */
  readonly id: string | null;
  readonly kind: TripStop["kind"];
  readonly locationId: string | null;
  /** Whom it is for, where it is no location of the company's. */
  readonly name: string | null;
  readonly address: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly plannedArrival: string;
  /** When it is to be reached as somebody typed it, or as the plan was saved; null: that is proposed. */
  readonly given: string | null;
  /** The way there in the plan that was saved; null: nothing was. */
  readonly kept: KeptWay | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly serviceMinutes: number;
  readonly instructions: string | null;
  /** It is there for deliveries alone, and goes with the last of them. */
  readonly madeForDelivery: boolean;
  /** Deliveries that are loaded here, and those that are brought here. */
  readonly loads: readonly string[];
  readonly brings: readonly string[];
}

/** A trip that is being composed. */
export interface Plan {
  /** The one that is changed, as it was seen; null: it is new. */
  readonly of: { readonly id: string; readonly version: number } | null;
  readonly plannedStart: string;
  readonly plannedEnd: string;
  /** It leaves no earlier, unless somebody says so. */
  readonly notBefore: string;
  /** Somebody said when it leaves, or is back; else that follows from its stops. */
  readonly isStartGiven: boolean;
  readonly isEndGiven: boolean;
  /** The way back in the plan that was saved; null: nothing was, or somebody has typed the end since. */
  readonly keptBack: KeptWay | null;
  readonly vehicleId: string | null;
  readonly driverId: string | null;
  readonly coDriverId: string | null;
  /** Who else is on it, and stays. */
  readonly others: Trip["crew"];
  readonly purpose: Trip["purpose"];
  readonly assetIds: readonly string[];
  readonly stops: readonly PlanStop[];
  /** What is said of the load beside what the deliveries bring. */
  readonly loadKg: string | null;
  readonly loadM3: string | null;
  readonly loadPallets: number | null;
  readonly hasDangerousGoods: boolean;
  readonly notes: string | null;
  /** The deliveries that the address named: they were put on it once, whatever became of them. */
  readonly asked: string;
}

/** A delivery as its list shows it. */
export type ListedDelivery = ReplyOf<typeof fleetDeliveries.list>["items"][number];
/** What of a delivery decides where and when it is brought. */
export type Brought = Pick<
  ListedDelivery,
  | "id"
  | "consigneeName"
  | "locationId"
  | "address"
  | "latitude"
  | "longitude"
  | "pickupLocationId"
  | "pickupAddress"
  | "windowStart"
  | "windowEnd"
>;
type Place = Pick<PlanStop, "kind" | "locationId" | "name" | "address" | "latitude" | "longitude">;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long a stop takes, unless somebody says so. */
export const serviceMinutes = 30;

const iso = (ms: number) => new Date(ms).toISOString();
/** The next full so many minutes. */
const onFull = (ms: number, minutes: number) => Math.ceil(ms / (minutes * minuteMs)) * minutes * minuteMs;

/** One of which nothing is known yet, from the next quarter of an hour on. */
export function emptyPlan(now: number): Plan {
  const start = onFull(now + hourMs, 15);
  return {
    of: null,
    plannedStart: iso(start),
    plannedEnd: iso(start + 8 * hourMs),
    notBefore: iso(start),
    isStartGiven: false,
    isEndGiven: false,
    keptBack: null,
    vehicleId: null,
    driverId: null,
    coDriverId: null,
    others: [],
    purpose: "business",
    assetIds: [],
    stops: [],
    loadKg: null,
    loadM3: null,
    loadPallets: null,
    hasDangerousGoods: false,
    notes: null,
    asked: "",
  };
}

/** The deliveries of a plan, in the order in which they are brought. */
export const deliveriesOf = ({ stops }: Pick<Plan, "stops">): readonly string[] => [
  ...new Set(stops.flatMap(({ brings }) => brings)),
];

const plain = (text: string | null) => (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();
const isAt = (stop: PlanStop, place: Place) =>
  stop.kind === place.kind &&
  stop.locationId === place.locationId &&
  (place.locationId !== null || plain(stop.address) === plain(place.address));

/** A stop of which only the place is known; `timed` says when it is reached. */
export const stopAt = (place: Place, key: string, plannedArrival: string, more: Partial<PlanStop> = {}): PlanStop => ({
  key,
  id: null,
  ...place,
  plannedArrival,
  given: null,
  kept: null,
  windowStart: null,
  windowEnd: null,
  serviceMinutes,
  instructions: null,
  madeForDelivery: false,
  loads: [],
  brings: [],
  ...more,
});

function placesOf(delivery: Brought): { readonly pickup: Place | null; readonly dropoff: Place } {
  const { locationId, address, latitude, longitude, pickupLocationId, pickupAddress } = delivery;
  const isElsewhere = locationId === null;
  return {
    pickup:
      pickupLocationId === null && pickupAddress === null
        ? null
        : {
            kind: "pickup",
            locationId: pickupLocationId,
            name: null,
            address: pickupLocationId === null ? pickupAddress : null,
            latitude: null,
            longitude: null,
          },
    dropoff: {
      kind: "dropoff",
      locationId,
      name: isElsewhere ? delivery.consigneeName : null,
      address: isElsewhere ? address : null,
      latitude,
      longitude,
    },
  };
}

const inserted = <T>(list: readonly T[], at: number, one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)];
const changed = (stops: readonly PlanStop[], at: number, change: Partial<PlanStop>): PlanStop[] =>
  stops.map((stop, n) => (n === at ? { ...stop, ...change } : stop));

/** When a new stop at a place of the order is reached: `timed` makes it as early as that can be. */
const earliest = ({ stops, plannedStart }: Plan, at: number) => stops[at - 1]?.plannedArrival ?? plannedStart;

interface Window {
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
}
const ms = (moment: string | null, none: number) => (moment === null ? none : Date.parse(moment));
/** As the server has it: two deliveries to one place whose windows do not meet are brought at two stops. */
const windowsMeet = (one: Window, other: Window): boolean =>
  ms(one.windowStart, -Infinity) < ms(other.windowEnd, Infinity) &&
  ms(one.windowEnd, Infinity) > ms(other.windowStart, -Infinity);
/** The time in which both may be brought, of two windows that meet. */
const bothWindows = (one: Window, other: Window): Window => ({
  windowStart: ms(one.windowStart, -Infinity) > ms(other.windowStart, -Infinity) ? one.windowStart : other.windowStart,
  windowEnd: ms(one.windowEnd, Infinity) < ms(other.windowEnd, Infinity) ? one.windowEnd : other.windowEnd,
});

/**
 * The plan with a delivery: it goes to the stops that are at its places already, else to new ones, loaded behind what is loaded
 * first and brought at `at`, the end unless given.
 */
export function withDelivery(plan: Plan, delivery: Brought, newKey: () => string, at?: number): Plan {
  if (deliveriesOf(plan).includes(delivery.id)) return plan;
  const { pickup, dropoff } = placesOf(delivery);
  let { stops } = plan;
  let wanted = at ?? stops.length;
  let loadedAt = -1;
  if (pickup) {
    loadedAt = stops.findIndex((stop) => isAt(stop, pickup));
    if (loadedAt === -1) {
      const other = stops.findIndex(({ kind }) => kind !== "pickup");
      loadedAt = other === -1 ? stops.length : other;
      const stop = stopAt(pickup, newKey(), earliest(plan, loadedAt), { madeForDelivery: true });
      stops = inserted(stops, loadedAt, stop);
      wanted += 1;
    }
    stops = changed(stops, loadedAt, { loads: [...(stops[loadedAt]?.loads ?? []), delivery.id] });
  }
  const known = stops.findIndex((stop, n) => n > loadedAt && isAt(stop, dropoff) && windowsMeet(stop, delivery));
  const there = stops[known];
  if (there) {
    const change = {
      brings: [...there.brings, delivery.id],
      ...(there.madeForDelivery ? bothWindows(there, delivery) : {}),
    };
    return { ...plan, stops: changed(stops, known, change) };
  }
  const place = Math.min(Math.max(wanted, loadedAt + 1), stops.length);
  const { windowStart, windowEnd } = delivery;
  const arrival = place === stops.length ? windowStart : earliest({ ...plan, stops }, place);
  const stop = stopAt(dropoff, newKey(), arrival, {
    windowStart,
    windowEnd,
    madeForDelivery: true,
    brings: [delivery.id],
  });
  return { ...plan, stops: inserted(stops, place, stop) };
}

/** Several deliveries, those whose window begins first brought first. */
export const withDeliveries = (plan: Plan, deliveries: readonly Brought[], newKey: () => string, at?: number): Plan =>
  deliveries
    .toSorted((a, b) => a.windowStart.localeCompare(b.windowStart))
    .reduce((before, delivery, n) => withDelivery(before, delivery, newKey, at === undefined ? at : at + n), plan);

/** The plan without a delivery, and without the stops that were there for it alone. */
export function withoutDelivery(plan: Plan, id: string): Plan {
  const without = (ids: readonly string[]) => ids.filter((one) => one !== id);
  const stops = plan.stops
    .map((stop) => ({ ...stop, loads: without(stop.loads), brings: without(stop.brings) }))
    .filter(({ madeForDelivery, loads, brings }) => !madeForDelivery || loads.length + brings.length > 0);
  return { ...plan, stops };
}

/** The plan with one more stop, the last unless its place is given. */
export const withStop = (plan: Plan, stop: PlanStop, at = plan.stops.length): Plan => ({
  ...plan,
  stops: inserted(plan.stops, at, stop),
});

/** The plan without a stop, and without what is loaded or brought there. */
export function withoutStop(plan: Plan, key: string): Plan {
  const gone = plan.stops.find((stop) => stop.key === key);
  const left = { ...plan, stops: plan.stops.filter((stop) => stop.key !== key) };
  return [...(gone?.loads ?? []), ...(gone?.brings ?? [])].reduce(withoutDelivery, left);
}

/** The plan with other facts of a stop; when it is reached stays as it is typed. */
export function withStopChanged(plan: Plan, key: string, change: Partial<PlanStop>): Plan {
  const { plannedArrival } = change;
  const typed = plannedArrival === undefined ? {} : { given: plannedArrival, kept: null };
  return {
    ...plan,
    stops: plan.stops.map((stop) => (stop.key === key ? { ...stop, ...change, ...typed } : stop)),
  };
}

/**
 * The plan with a stop at another place of the order. What somebody typed for it is void there; the times of a saved plan stay
 * with the places of its order.
 */
export function withStopMoved(plan: Plan, key: string, to: number): Plan {
  const from = plan.stops.findIndex((stop) => stop.key === key);
  const one = plan.stops[from];
  const place = Math.min(Math.max(to, 0), plan.stops.length - 1);
  if (!one || from === place) return plan;
  const times = plan.stops.filter(({ kept }) => kept !== null).map(({ given }) => given);
  const others = plan.stops.filter((stop) => stop.key !== key);
  const stops = inserted(others, place, one).map((stop) => {
    if (stop.kept !== null) return { ...stop, given: times.shift() ?? null };
    return stop.key === key ? { ...stop, given: null } : stop;
  });
  return { ...plan, stops };
}

/** The deliveries of which nobody has said where they are loaded: no stop loads them, and none before does either. */
export const notLoaded = ({ stops }: Pick<Plan, "stops">): readonly string[] =>
  stops.flatMap(({ brings }, n) => {
    const before = stops.slice(0, n).some(({ kind, loads }) => kind === "pickup" && loads.length === 0);
    return before ? [] : brings.filter((id) => !stops.some(({ loads }) => loads.includes(id)));
  });

/** By how many minutes a stop is reached after its window, or that of something that is brought there, is over. */
export function minutesLate({ plannedArrival, windowEnd }: PlanStop, brought: readonly Brought[]): number {
  const ends = [windowEnd, ...brought.map((one) => one.windowEnd)].filter((end) => end !== null);
  const first = Math.min(...ends.map((end) => Date.parse(end)));
  return ends.length === 0 ? 0 : Math.max(0, Math.round((Date.parse(plannedArrival) - first) / minuteMs));
}
