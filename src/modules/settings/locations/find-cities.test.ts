import { expect, test } from "vitest";
import { findCities } from "./find-cities.web.ts";

const city = (name: string, country: string, lat = 0) => ({ name, country, at: { lat, lng: 0 } });
const cities = [
  city("Łódź", "PL"),
  city("Springfield", "US", 1),
  city("Springfield", "US", 2),
  city("Nürnberg", "DE"),
  city("Springe", "DE"),
];

test("a city is found by how its name begins, with or without its marks, the largest of a name only", () => {
  expect(findCities(cities, "lodz")).toEqual([cities[0]]);
  expect(findCities(cities, "nurn")).toEqual([cities[3]]);
  expect(findCities(cities, " spring")).toEqual([cities[1], cities[4]]);
  expect(findCities(cities, "spring", 1)).toEqual([cities[1]]);
});

test("one letter is no search", () => {
  expect(findCities(cities, "s")).toEqual([]);
});
