import { describe, expect, test } from "vitest";
import {
  deliveriesOf,
  emptyPlan,
  minutesLate,
  notLoaded,
  stopAt,
  withDeliveries,
  withDelivery,
  withoutDelivery,
  withoutStop,
  withStop,
  withStopChanged,
  withStopMoved,
  type Brought,
  type Plan,
} from "./plan.web.ts";
import { longWaits, minutesShort, minutesWaited, timed, wayBetween, waysOf } from "./plan-times.web.ts";
import { isSettled, whyNot } from "./waiting/fits.web.ts";
import { bodyOf, planOf } from "./plan-of-trip.web.ts";

const noon = Date.UTC(2031, 4, 6, 12);
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();
const keys = () => {
  let last = 0;
  return () => String((last += 1));
};
const delivery = (id: string, from: number, over: Partial<Brought> = {}): Brought => ({
  id,
  consigneeName: `Consignee ${id}`,
  locationId: null,
  address: `Street ${id}`,
  latitude: null,
  longitude: null,
  pickupLocationId: null,
  pickupAddress: null,
  windowStart: at(from),
  windowEnd: at(from + 2),
  ...over,
});
const names = ({ stops }: Plan) => stops.map(({ name, address }) => name ?? address);
const times = ({ stops }: Plan) => stops.map(({ plannedArrival }) => plannedArrival);
const of = (...deliveries: Brought[]) => timed(withDeliveries(emptyPlan(noon), deliveries, keys()));
const second = (plan: Plan) => plan.stops[1]?.key ?? "";

describe("what a delivery adds to a trip", () => {
  test("is the stop where it is brought, and the one where it is loaded before that, each once for all that go there", () => {
    const pickup = { pickupAddress: "Kade 1, Tilburg" };
    const plan = of(
      delivery("a", 20, pickup),
      delivery("b", 24, { ...pickup, pickupAddress: "kade  1, tilburg" }),
      delivery("c", 21, { address: "street A " }),
    );
    expect(names(plan)).toEqual(["Kade 1, Tilburg", "Consignee a", "Consignee b"]);
    expect(plan.stops.map(({ loads, brings }) => [loads, brings])).toEqual([
      [["a", "b"], []],
      [[], ["a", "c"]],
      [[], ["b"]],
    ]);
    expect(deliveriesOf(plan)).toEqual(["a", "c", "b"]);
    expect(withDelivery(plan, delivery("a", 20, pickup), keys())).toBe(plan);
  });

  test("is a stop of its own where the windows of two that go there do not meet; else the time in which both may be brought", () => {
    const there = { address: "Street a" };
    const plan = of(delivery("a", 20, there), delivery("b", 21, there), delivery("c", 26, there));
    expect(plan.stops.map(({ brings, windowStart, windowEnd }) => [brings, windowStart, windowEnd])).toEqual([
      [["a", "b"], at(21), at(22)],
      [["c"], at(26), at(28)],
    ]);
  });

  test("is in the order of their windows, and times that keep them, with half an hour for each way that is not known", () => {
    const plan = of(delivery("late", 30), delivery("early", 20), delivery("same", 20));
    expect(names(plan)).toEqual(["Consignee early", "Consignee same", "Consignee late"]);
    expect(times(plan)).toEqual([at(20), at(21), at(30)]);
    expect([plan.plannedStart, plan.plannedEnd]).toEqual([at(19.5), at(31.5)]);
  });

  test("goes again with it, and nothing that somebody added by hand", () => {
    const yard = stopAt(
      { kind: "pickup", locationId: null, name: "Yard", address: "Kade 1", latitude: null, longitude: null },
      "yard",
      at(19),
    );
    const plan = withDelivery(withStop(emptyPlan(noon), yard), delivery("a", 20, { pickupAddress: "Kade 1" }), keys());
    expect(names(plan)).toEqual(["Yard", "Consignee a"]);
    expect(names(withoutDelivery(plan, "a"))).toEqual(["Yard"]);
  });

  test("is said not to be loaded anywhere where neither it nor a stop before it says so", () => {
    const plan = of(delivery("a", 20, { pickupAddress: "Kade 1" }), delivery("b", 22));
    expect(notLoaded(plan)).toEqual(["b"]);
    const yard = {
      kind: "pickup" as const,
      locationId: "yard",
      name: null,
      address: null,
      latitude: null,
      longitude: null,
    };
    expect(notLoaded(withStop(plan, stopAt(yard, "yard", at(19)), 0))).toEqual([]);
    expect(notLoaded(withStop(plan, stopAt(yard, "yard", at(19))))).toEqual(["b"]);
  });

  test("leaves the trip with a stop that is taken out", () => {
    const plan = of(delivery("a", 20, { pickupAddress: "Kade 1" }), delivery("b", 22));
    expect(deliveriesOf(withoutStop(plan, plan.stops[0]?.key ?? ""))).toEqual(["b"]);
    expect(names(withoutStop(plan, second(plan)))).toEqual(["Consignee b"]);
  });
});

describe("times", () => {
  const tilburg = { latitude: "51.5719", longitude: "5.0719" };
  const breda = { latitude: "51.5865", longitude: "4.7760" };
  const antwerp = { latitude: "51.2707", longitude: "4.3360" };
  const locations = new Map([["depot", tilburg]]);
  const home = { locationId: "depot", address: null, latitude: null, longitude: null };
  const places = { locations, home };

  test("of a stop come after the way there, which is as long as a truck takes for the straight line and a third", () => {
    const plan = timed(of(delivery("a", 20, breda), delivery("b", 20, antwerp)), places);
    expect(waysOf(plan, places)).toEqual({
      to: [
        { km: 27, minutes: 30 },
        { km: 60, minutes: 65 },
      ],
      back: { km: 79, minutes: 80 },
    });
    expect(times(plan)).toEqual([at(20), at(20.5 + 65 / 60)]);
    expect([plan.plannedStart, plan.plannedEnd]).toEqual([at(19.5), at(21 + 145 / 60)]);
    expect(wayBetween(home, { ...home, address: "elsewhere" }, places)).toEqual({ km: 0, minutes: 0 });
    expect(wayBetween(home, { ...home, locationId: null, address: "Kade 1" }, places)).toEqual({
      km: null,
      minutes: 30,
    });
  });

  test("of a trip whose windows have begun already are after the way from home, and none is before its window opens", () => {
    const plan = timed(of(delivery("a", 0, breda), delivery("b", 9, antwerp)), places);
    expect(plan.plannedStart).toBe(at(1));
    expect(times(plan)).toEqual([at(1.5), at(9)]);
  });

  test("begin where it is loaded: there it stands when it leaves, and there it comes back to", () => {
    const plan = of(delivery("a", 20, { ...breda, pickupLocationId: "depot" }));
    const there = timed(plan, { locations, home: null });
    expect(times(there)).toEqual([at(19), at(20)]);
    expect([there.plannedStart, there.plannedEnd]).toEqual([at(19), at(21)]);
  });

  test("that somebody typed stay as they are, and that the way takes longer is told", () => {
    const plan = of(delivery("a", 20, breda), delivery("b", 20, antwerp));
    const early = timed(withStopChanged(plan, second(plan), { plannedArrival: at(20.75) }), places);
    expect(times(early)).toEqual([at(20), at(20.75)]);
    expect(minutesShort(early, waysOf(early, places).to)).toEqual([0, 50]);
    const first = plan.stops[0]?.key ?? "";
    const later = timed(withStopChanged(early, first, { plannedArrival: at(21.75) }), places);
    expect(times(later), "what comes after it is not reached before it is left").toEqual([at(21.75), at(22.25)]);
    expect(timed({ ...later, isEndGiven: true, plannedEnd: at(30) }, places).plannedEnd).toBe(at(30));
    expect(timed({ ...later, isStartGiven: true, plannedStart: at(18) }, places).plannedStart).toBe(at(18));
  });

  test("follow the order: what is put elsewhere is reached when that can be", () => {
    const plan = of(delivery("a", 20), delivery("b", 24), delivery("c", 28));
    const moved = timed(withStopMoved(plan, plan.stops[2]?.key ?? "", 0));
    expect(names(moved)).toEqual(["Consignee c", "Consignee a", "Consignee b"]);
    expect(times(moved)).toEqual([at(28), at(29), at(30)]);
    expect(withStopMoved(plan, plan.stops[0]?.key ?? "", -1)).toBe(plan);
  });

  test("of a saved plan stay with the places of its order, and are later only where something new takes the time", () => {
    const plan = of(delivery("a", 20), delivery("b", 21), delivery("c", 28));
    const [a = "", b = ""] = plan.stops.map(({ key }) => key);
    const savedTimes = [19.5, 20.1, 28].map(at);
    const saved: Plan = {
      ...plan,
      isStartGiven: true,
      isEndGiven: true,
      plannedStart: at(19.5),
      plannedEnd: at(28.5),
      stops: plan.stops.map((stop, n) => ({
        ...stop,
        given: savedTimes[n] ?? null,
        kept: { after: ["", a, b][n] ?? "", minutes: [0, 6, 444][n] ?? 0 },
      })),
    };
    expect(times(timed(saved))).toEqual([at(19.5), at(20.1), at(28)]);
    expect(times(timed(withStopMoved(saved, b, 0)))).toEqual([at(20), at(21), at(28)]);
    let n = 0;
    const more = timed(withDelivery(saved, delivery("d", 20), () => `new ${(n += 1)}`, 1));
    expect(times(more)).toEqual([at(19.5), at(20.5), at(21.5), at(28)]);
    expect(more.plannedEnd).toBe(at(28.5));
  });

  test("after the end of a window are late, by the first window that ends of all that is brought there", () => {
    const plan = of(delivery("a", 20));
    const [stop] = timed(withStopChanged(plan, plan.stops[0]?.key ?? "", { plannedArrival: at(23) })).stops;
    if (!stop) throw new Error("the plan has a stop");
    expect(minutesLate(stop, [])).toBe(60);
    expect(minutesLate(stop, [delivery("b", 19.5)])).toBe(90);
    expect(minutesLate({ ...stop, plannedArrival: at(21) }, [])).toBe(0);
    expect(minutesLate({ ...stop, windowEnd: null }, [])).toBe(0);
  });
});

test("a delivery does not fit that is too much for the vehicle beside what it carries, or that is awaited before or after the trip", () => {
  const share = (has: number | null, may: number | null) => ({ has, isAtLeast: false, may });
  const none = share(null, null);
  const load = { kilograms: share(1000, 1500), pallets: share(3, 4), cubicMetres: none, combinationKilograms: none };
  const plan = { ...emptyPlan(noon), vehicleId: "vehicle" };
  const goods = { weightKg: "500", palletCount: 1 };
  const one = (from: number, over = {}) => ({ ...delivery("a", from), ...goods, ...over });
  const judged = { load, minutes: 60, dayOf: (moment: string) => moment.slice(0, 10) };
  expect(whyNot(one(20), plan, judged)).toBeNull();
  expect(whyNot(one(20, { weightKg: "700" }), plan, judged)).toEqual({ code: "too_heavy", by: 200 });
  expect(whyNot(one(20, { palletCount: 3 }), plan, judged)).toEqual({ code: "too_many_pallets", by: 2 });
  expect(whyNot(one(20, { weightKg: null, palletCount: null }), plan, judged)).toBeNull();
  const unknown = { ...judged, load: undefined };
  expect(whyNot(one(20, { weightKg: "700" }), plan, unknown), "no vehicle is chosen").toBeNull();
  expect(whyNot(one(-1), plan, judged)).toEqual({ code: "window_over" });
  expect(whyNot(one(20), { ...plan, plannedEnd: at(15) }, judged), "nothing is planned that could be over").toBeNull();
  expect(whyNot(one(20), { ...plan, plannedEnd: at(15), isEndGiven: true }, judged)).toEqual({ code: "window_later" });
  expect(isSettled(plan)).toBe(true);
  expect(isSettled(emptyPlan(noon))).toBe(false);
});

test("a delivery fits a trip that is planned where its window can be met within its time, and so much more as one more stop takes", () => {
  const plan = { ...of(delivery("a", 20)), vehicleId: "vehicle" };
  const judged = { load: undefined, minutes: 60, dayOf: (moment: string) => moment.slice(0, 10) };
  const why = (from: number) =>
    whyNot({ ...delivery("b", from), weightKg: null, palletCount: null }, plan, judged)?.code ?? null;
  expect([plan.plannedStart, plan.plannedEnd]).toEqual([at(19.5), at(21.5)]);
  expect([20, 22, 22.5, 28, 44, 70].map(why)).toEqual([
    null,
    null,
    "window_later",
    "window_later",
    "another_day",
    "another_day",
  ]);
  expect([17, 16.5, 10].map(why)).toEqual([null, "window_over", "window_over"]);
});

test("how long somebody waits at a stop is told where that is more than two hours", () => {
  const plan = of(delivery("a", 20), delivery("b", 22.5), delivery("c", 64));
  const { to } = waysOf(plan, { locations: new Map(), home: null });
  expect(minutesWaited(plan, to)).toEqual([0, 90, 2430]);
  expect(longWaits(plan, to)).toEqual([0, 0, 2430]);
});

test("a trip that is there is planned on as it stands: its stops stay the same, with what is loaded and brought there", () => {
  const stop = (id: string, kind: string, hours: number) => ({
    id,
    kind,
    locationId: null,
    name: id,
    address: `Street ${id}`,
    latitude: null,
    longitude: null,
    plannedArrival: at(hours),
    windowStart: null,
    windowEnd: null,
    serviceMinutes: 30,
    instructions: null,
    madeForDelivery: kind === "dropoff",
  });
  const trip = {
    id: "trip",
    version: 7,
    plannedStart: at(19),
    plannedEnd: at(26),
    vehicleId: "vehicle",
    driverId: "driver",
    crew: [
      { driverId: "helper", role: "helper" },
      { driverId: "relief", role: "co_driver" },
    ],
    assets: [{ assetId: "trailer" }],
    purpose: "private",
    stops: [stop("load", "pickup", 19), stop("first", "dropoff", 21)],
    loadKg: null,
    loadM3: null,
    loadPallets: 3,
    hasDangerousGoods: false,
    notes: null,
  } as unknown as Parameters<typeof planOf>[0]; // what it reads of a trip
  const brought = [{ id: "a", pickupStopId: "load", dropoffStopId: "first", palletCount: 3 }];
  const plan = planOf(trip, brought as unknown as Parameters<typeof planOf>[1]); // what it reads of a delivery
  expect(plan).toMatchObject({ of: { id: "trip", version: 7 }, coDriverId: "relief", loadPallets: null });
  expect(plan.stops).toMatchObject([{ loads: ["a"] }, { brings: ["a"] }]);
  expect(bodyOf(plan, [{ palletCount: 3 }])).toMatchObject({
    purpose: "private",
    crew: [
      { driverId: "relief", role: "co_driver" },
      { driverId: "helper", role: "helper" },
    ],
    stops: [{ id: "load" }, { id: "first" }],
    deliveryIds: ["a"],
    loadPallets: 3,
  });
  expect(bodyOf(withoutDelivery(plan, "a"), []).stops).toMatchObject([{ id: "load" }]);
});

test("what is sent counts the pallets of the deliveries, unless somebody said how many there are", () => {
  const plan = { ...of(delivery("a", 20), delivery("b", 22)), coDriverId: "co", assetIds: ["trailer"] };
  const counted = [{ palletCount: 3 }, { palletCount: null }];
  expect(bodyOf(plan, counted)).toMatchObject({
    deliveryIds: ["a", "b"],
    loadPallets: 3,
    crew: [{ driverId: "co", role: "co_driver" }],
    assets: [{ assetId: "trailer" }],
    stops: [{ madeForDelivery: true }, { madeForDelivery: true }],
  });
  expect(bodyOf({ ...plan, loadPallets: 1 }, counted).loadPallets).toBe(1);
  expect(bodyOf(plan, [{ palletCount: null }]).loadPallets).toBeNull();
});
