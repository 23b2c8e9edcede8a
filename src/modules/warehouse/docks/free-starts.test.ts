import { describe, expect, test } from "vitest";
import { dayAt, gridOf, instantsOf, openIntervals, wallTime } from "#shared/format/wall-time.ts";
import { freeStarts, iso, type DockRules } from "./free-starts.server.ts";

const dock: DockRules = { id: "d", parallelCapacity: 1, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 };
const roundTheClock = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, opensAt: "00:00", closesAt: "24:00" }));
const hour = 3_600_000;

interface Day {
  date: string;
  timezone: string;
  minutes?: number;
  hours?: typeof roundTheClock;
}

function startsOn({ date, timezone, minutes = 60, hours = roundTheClock }: Day) {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10);
  const asked = {
    grid: gridOf(date, 30, timezone),
    minutes,
    open: openIntervals(hours, [date, next], timezone),
    now: 0,
    minLeadMinutes: 0,
    maxLeadDays: 365,
  };
  return freeStarts(dock, [], asked);
}

/** The hours of a day, and how many half hours it has. */
const days = [
  ["spring in Amsterdam", "2027-03-28", "Europe/Amsterdam", 23],
  ["autumn in Amsterdam", "2027-10-31", "Europe/Amsterdam", 25],
  ["spring in New York", "2027-03-14", "America/New_York", 23],
  ["autumn in New York", "2027-11-07", "America/New_York", 25],
  ["an ordinary day", "2027-06-01", "Europe/Amsterdam", 24],
  ["half an hour in Lord Howe", "2027-10-03", "Australia/Lord_Howe", 23.5],
  ["midnight that does not exist in Beirut", "2027-03-28", "Asia/Beirut", 23],
  ["a zone without changes", "2027-03-28", "Africa/Nairobi", 24],
] as const;

describe.each(days)("%s", (_what, date, timezone, length) => {
  test("the day has its real length", () => {
    const { from, until } = dayAt(date, timezone);
    expect((until - from) / hour).toBe(length);
  });

  test("a dock that never closes has a start for every real half hour, each once, each inside the day", () => {
    const starts = startsOn({ date, timezone });
    expect(starts).toHaveLength(length * 2);
    expect(new Set(starts.map(({ start }) => start)).size).toBe(starts.length);
    const { from, until } = dayAt(date, timezone);
    for (const { start, end } of starts) {
      expect(Date.parse(start)).toBeGreaterThanOrEqual(from);
      expect(Date.parse(start)).toBeLessThan(until);
      expect(Date.parse(end) - Date.parse(start)).toBe(hour);
    }
    expect(starts).toEqual(starts.toSorted((a, b) => a.start.localeCompare(b.start)));
  });

  test("each start shows the time of the clock on the wall", () => {
    for (const { start, localTime, offset } of startsOn({ date, timezone })) {
      expect(wallTime(start, timezone)).toEqual({ date, time: localTime, offset });
    }
  });
});

describe("when the clock jumps", () => {
  test("no start lies in the hour that is left out", () => {
    const times = startsOn({ date: "2027-03-28", timezone: "Europe/Amsterdam" }).map(({ localTime }) => localTime);
    expect(times).not.toContain("02:00");
    expect(times).not.toContain("02:30");
    expect(times.slice(2, 6)).toEqual(["01:00", "01:30", "03:00", "03:30"]);
    expect(instantsOf("2027-03-28", "02:30", "Europe/Amsterdam")).toEqual([]);
  });

  test("a booking over the jump is as long as it really is", () => {
    const start = startsOn({ date: "2027-03-28", timezone: "Europe/Amsterdam", minutes: 120 }).find(
      ({ localTime }) => localTime === "01:00",
    );
    expect(start).toMatchObject({ start: "2027-03-28T00:00:00.000Z", end: "2027-03-28T02:00:00.000Z" });
    expect(wallTime(start?.end ?? "", "Europe/Amsterdam").time).toBe("04:00");
  });

  test("who opens in the missing hour opens when it is over", () => {
    const hours = [{ dayOfWeek: 0, opensAt: "02:30", closesAt: "05:00" }];
    expect(startsOn({ date: "2027-03-28", timezone: "Europe/Amsterdam", hours })[0]).toMatchObject({
      localTime: "03:00",
    });
  });
});

describe("when the clock is turned back", () => {
  test("02:30 comes twice, each with its own distance to UTC, and both can be used", () => {
    const twice = startsOn({ date: "2027-10-31", timezone: "Europe/Amsterdam" }).filter(
      ({ localTime }) => localTime === "02:30",
    );
    expect(twice.map(({ start, offset }) => [start, offset])).toEqual([
      ["2027-10-31T00:30:00.000Z", "+02:00"],
      ["2027-10-31T01:30:00.000Z", "+01:00"],
    ]);
  });

  test("who closes at 02:30 closes the second time", () => {
    const hours = [{ dayOfWeek: 0, opensAt: "00:00", closesAt: "02:30" }];
    const starts = startsOn({ date: "2027-10-31", timezone: "Europe/Amsterdam", hours });
    expect(starts.at(-1)).toMatchObject({ start: "2027-10-31T00:30:00.000Z", end: "2027-10-31T01:30:00.000Z" });
    expect(gridOf("2027-10-31", 60, "Europe/Amsterdam")).toHaveLength(25);
  });
});

describe("a free start", () => {
  const booked = (from: string, until: string, lane = 1) => ({
    resourceId: "d",
    lane,
    from,
    until,
    reason: "delivery",
    subjectId: from,
  });
  const asked = (over: Partial<Parameters<typeof freeStarts>[2]> = {}) => ({
    grid: gridOf("2027-06-01", 30, "UTC"),
    minutes: 60,
    open: [{ from: Date.parse("2027-06-01T08:00:00Z"), until: Date.parse("2027-06-01T12:00:00Z") }],
    now: Date.parse("2027-05-31T00:00:00Z"),
    minLeadMinutes: 0,
    maxLeadDays: 365,
    ...over,
  });
  const times = (...args: Parameters<typeof freeStarts>) =>
    freeStarts(...args).map(({ localTime, lane }) => `${localTime}/${lane}`);

  test("fits into the open hours to its end", () => {
    expect(times(dock, [], asked())).toEqual([
      "08:00/1",
      "08:30/1",
      "09:00/1",
      "09:30/1",
      "10:00/1",
      "10:30/1",
      "11:00/1",
    ]);
  });

  test("keeps the dock's buffers away from its neighbours, and touches them otherwise", () => {
    const buffered = { ...dock, bufferBeforeMinutes: 15, bufferAfterMinutes: 10 };
    const neighbour = [booked("2027-06-01T09:30:00Z", "2027-06-01T10:30:00Z")];
    expect(times(dock, neighbour, asked())).toEqual(["08:00/1", "08:30/1", "10:30/1", "11:00/1"]);
    expect(times(buffered, neighbour, asked())).toEqual(["08:00/1", "11:00/1"]);
  });

  test("takes the first lane that is free for its whole time", () => {
    const wide = { ...dock, parallelCapacity: 2 };
    const taken = [
      booked("2027-06-01T08:00:00Z", "2027-06-01T10:00:00Z", 1),
      booked("2027-06-01T09:00:00Z", "2027-06-01T11:00:00Z", 2),
    ];
    expect(times(wide, taken, asked())).toEqual(["08:00/2", "10:00/1", "10:30/1", "11:00/1"]);
  });

  test("runs over midnight where the next day goes on", () => {
    const starts = startsOn({ date: "2027-06-01", timezone: "Europe/Amsterdam", minutes: 120 });
    expect(starts.at(-1)).toMatchObject({ localTime: "23:30" });
    const hours = [{ dayOfWeek: 2, opensAt: "00:00", closesAt: "24:00" }];
    expect(startsOn({ date: "2027-06-01", timezone: "Europe/Amsterdam", minutes: 120, hours }).at(-1)).toMatchObject({
      localTime: "22:00",
    });
  });

  test("lies in the future, and says which rule of the place it breaks", () => {
    const now = Date.parse("2027-06-01T08:45:00Z");
    const rules = freeStarts(dock, [], asked({ now, minLeadMinutes: 60 })).map(({ localTime, rule }) => [
      localTime,
      rule,
    ]);
    expect(rules).toEqual([
      ["09:00", "too_soon"],
      ["09:30", "too_soon"],
      ["10:00", null],
      ["10:30", null],
      ["11:00", null],
    ]);
    expect(freeStarts(dock, [], asked({ maxLeadDays: 1 })).every(({ rule }) => rule === "too_far")).toBe(true);
  });

  test("is written as an instant in UTC", () => {
    expect(freeStarts(dock, [], asked())[0]?.start).toBe(iso(Date.parse("2027-06-01T08:00:00Z")));
  });
});
