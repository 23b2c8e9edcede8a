import { expect, test } from "vitest";
import { licencesCover, withTrailers, type LicenceClass } from "./licence-classes.ts";

test.each<[LicenceClass, trailersKg: number, vehicleKg: number | null, LicenceClass]>([
  ["B", 0, 3500, "B"],
  ["B", 750, 3500, "B"],
  ["B", 1200, 2300, "B"],
  ["B", 1201, 2300, "BE"],
  ["B", 751, null, "BE"],
  ["B", 3501, 3500, "C1E"],
  ["B", 30_000, 3500, "CE"],
  ["C1", 750, 7500, "C1"],
  ["C1", 4500, 7500, "C1E"],
  ["C1", 4501, 7500, "CE"],
  ["C", 750, 18_000, "C"],
  ["C", 751, null, "CE"],
  ["CE", 34_000, 18_000, "CE"],
  ["D1", 1000, 5000, "D1E"],
  ["D", 1000, 18_000, "DE"],
  ["CDL-B", 4536, 15_000, "CDL-B"],
  ["CDL-B", 4537, 15_000, "CDL-A"],
])(
  "a vehicle of class %s needs, with trailers of %s kg behind its %s kg, class %s",
  (own, trailers, vehicle, needed) => {
    expect(withTrailers(own, trailers, vehicle)).toBe(needed);
    expect(licencesCover([needed], own)).toBe(true);
  },
);
