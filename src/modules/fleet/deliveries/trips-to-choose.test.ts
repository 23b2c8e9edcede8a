import { expect, test } from "vitest";
import type { TripRow } from "../trips/trips.contract.ts";
import { tripsToChoose } from "./trips-to-choose.web.ts";

const at = (hour: number) => `2026-11-27T${String(hour).padStart(2, "0")}:00:00.000Z`;
/** What counts of a trip here: where it stands, and from when to when it drives. */
const trip = (id: string, from: number, over: Partial<TripRow> = {}) =>
  ({
    id,
    status: "planned",
    isLate: false,
    plannedStart: at(from),
    plannedEnd: at(from + 3),
    ...over,
  }) as unknown as TripRow; // what is compared of one
const ids = (trips: readonly TripRow[]) => trips.map(({ id }) => id);

const runs = trip("runs", 6, { status: "in_progress" });
const late = trip("late", 7, { isLate: true });
const [sooner, later, evening] = [trip("sooner", 9), trip("later", 12), trip("evening", 18)];
const within = { windowStart: at(14), windowEnd: at(16) };

test("a delivery goes first with trips that drive in its window, then with the next ones, last with what is late or on the road", () => {
  const found = [runs, late, sooner, later, evening, later];
  expect(ids(tripsToChoose(found, within, at(8)))).toEqual(["later", "sooner", "evening", "runs", "late"]);
});

test("of several deliveries, whose windows differ, the next trip is first", () => {
  expect(ids(tripsToChoose([runs, late, evening, sooner], undefined, at(8)))).toEqual([
    "sooner",
    "evening",
    "runs",
    "late",
  ]);
});

test("a draft whose time is over stands with what is late", () => {
  const draft = trip("draft", 5, { status: "draft" });
  expect(ids(tripsToChoose([draft, sooner], within, at(8)))).toEqual(["sooner", "draft"]);
});
