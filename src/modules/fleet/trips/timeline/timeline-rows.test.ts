import { describe, expect, test } from "vitest";
import { freeRows, inTheWay, lanesOf, planOf, share, shownSpan, tripsOfRow, type Held } from "./timeline-rows.web.ts";
import type { TimelineDay, TripBar } from "./timeline.contract.ts";

const at = (hour: number) => new Date(Date.UTC(2031, 4, 6) + hour * 3_600_000).toISOString();
const ms = (hour: number) => Date.parse(at(hour));

const trip = (id: string, rowId: string | null, from: number, until: number, over: Partial<TripBar> = {}): TripBar => ({
  id,
  version: 1,
  tripNumber: `T-${id}`,
  status: "planned",
  vehicleId: rowId,
  vehicleName: rowId,
  driverId: null,
  driverName: null,
  crewIds: [],
  plannedStart: at(from),
  plannedEnd: at(until),
  actualStart: null,
  actualEnd: null,
  acknowledgedAt: null,
  isLate: false,
  expectedEnd: null,
  delays: [],
  stops: [],
  isMovable: true,
  ...over,
});
const dayWith = (trips: TripBar[], over: Partial<TimelineDay> = {}): TimelineDay => ({
  rows: "vehicles",
  date: "2031-05-06",
  timezone: "UTC",
  day: { from: at(0), until: at(24) },
  now: at(12),
  items: ["a", "b", "c"].map((id) => ({ id, name: id, plateNumber: null, isHeld: false, away: [], held: [] })),
  nextAfter: null,
  total: { count: 3, more: false },
  trips,
  ...over,
});
const held = (one: TripBar, rowId: string | null, from = planOf(one).from): Held => ({
  trip: one,
  rowId,
  from,
  until: from + planOf(one).until - planOf(one).from,
});
const rowOf = (day: TimelineDay, id: string) => day.items.find((row) => row.id === id)!;

describe("a bar", () => {
  test("is drawn by its plan until it is known better, and goes on to now while it runs longer than planned", () => {
    expect(shownSpan(trip("1", "a", 8, 11), ms(12))).toEqual({ from: ms(8), until: ms(11) });
    const running = trip("1", "a", 8, 11, { status: "in_progress", actualStart: at(8.5) });
    expect(shownSpan(running, ms(10))).toEqual({ from: ms(8.5), until: ms(11) });
    expect(shownSpan(running, ms(12))).toEqual({ from: ms(8.5), until: ms(12) });
    expect(shownSpan({ ...running, expectedEnd: at(13.5) }, ms(12)), "as it is expected back").toEqual({
      from: ms(8.5),
      until: ms(13.5),
    });
    expect(shownSpan({ ...running, status: "completed", actualEnd: at(10) }, ms(12)).until).toBe(ms(10));
  });

  test("that reaches beyond the day ends with it", () => {
    const day = { from: ms(0), until: ms(24) };
    expect([share(ms(-5), day), share(ms(6), day), share(ms(30), day)]).toEqual(["0.000%", "25.000%", "100.000%"]);
  });

  test("stands below those that it meets, in the first lane that is free", () => {
    const lanes = lanesOf([trip("1", "a", 6, 10), trip("2", "a", 9, 12), trip("3", "a", 10, 14)], ms(0));
    expect(Object.fromEntries(lanes)).toEqual({ 1: 0, 2: 1, 3: 0 });
  });

  test("of drivers stands in the row of everybody who is on it", () => {
    const one = trip("1", null, 6, 10, { driverId: "a", crewIds: ["b"] });
    const day = dayWith([one], { rows: "drivers" });
    expect(["a", "b", "c"].map((id) => tripsOfRow(day, id).length)).toEqual([1, 1, 0]);
  });
});

describe("what is held", () => {
  const one = trip("1", "a", 8, 12);

  test("meets a trip that holds the row, and none that ends when it begins, nor a draft, nor itself", () => {
    const other = trip("2", "b", 10, 14);
    const day = dayWith([one, other, trip("3", "c", 10, 14, { status: "draft" })]);
    expect(inTheWay(day, held(one, "b"), rowOf(day, "b"))).toBe(other);
    expect(inTheWay(day, held(one, "b", ms(14)), rowOf(day, "b"))).toBeNull();
    expect(inTheWay(day, held(one, "c"), rowOf(day, "c"))).toBeNull();
    expect(inTheWay(day, held(one, "a", ms(9)), rowOf(day, "a"))).toBeNull();
  });

  test("meets one that is expected back later only until it was to be back, as the server has it", () => {
    const late = trip("2", "b", 10, 14, { status: "in_progress", actualStart: at(10), expectedEnd: at(16) });
    const day = dayWith([one, late]);
    expect(inTheWay(day, held(one, "b", ms(13)), rowOf(day, "b"))).toBe(late);
    expect(inTheWay(day, held(one, "b", ms(14)), rowOf(day, "b"))).toBeNull();
  });

  test("meets a time in which a row is not available", () => {
    const day = dayWith([one]);
    const away = { ...rowOf(day, "b"), away: [{ from: at(0), until: at(9) }] };
    expect(inTheWay(day, held(one, "b"), away)).toBe("away");
    expect(inTheWay(day, held(one, "b", ms(9)), away)).toBeNull();
  });

  test("is offered the rows that are free for it, the nearest first, and none that may not leave", () => {
    const day = dayWith([one, trip("2", "b", 10, 14)]);
    expect([...freeRows(day, held(one, "b"))]).toEqual(["a", "c"]);
    const items = day.items.map((row) => ({ ...row, isHeld: row.id === "c" }));
    expect([...freeRows({ ...day, items }, held(one, "b"))]).toEqual(["a"]);
  });
});
