import { chunk } from "#web/api/chunk.ts";
import type { Point } from "./point.ts";

export interface City {
  readonly name: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly at: Point;
}

/** The cities that the map knows, the largest first. */
export async function loadCities(): Promise<readonly City[]> {
  const { cities } = await chunk(() => import("virtual:map/cities"));
  return cities.map(([name, country, x, y]) => ({ name, country, at: { lng: x / 100, lat: y / 100 } }));
}

/** What the map draws below everything, as GeoJSON: land, borders and the names of cities with their rank by size. */
export async function loadBase() {
  const [{ world }, cities] = await Promise.all([chunk(() => import("virtual:map/world")), loadCities()]);
  return {
    land: feature({ type: "MultiPolygon" as const, coordinates: world.land.map((rings) => rings.map(points)) }),
    borders: feature({ type: "MultiLineString" as const, coordinates: world.borders.map(points) }),
    cities: {
      type: "FeatureCollection" as const,
      features: cities.map(({ name, at }, rank) =>
        feature({ type: "Point" as const, coordinates: [at.lng, at.lat] }, { name, rank }),
      ),
    },
  };
}
export type Base = Awaited<ReturnType<typeof loadBase>>;

/** An object of GeoJSON. */
export function feature<G extends object, P extends object>(geometry: G, properties: P | Record<string, never> = {}) {
  return { type: "Feature" as const, properties, geometry };
}

/** Undoes `steps` of scripts/map-data.ts. */
function points(line: readonly number[]): [number, number][] {
  let [x, y] = [0, 0];
  const found: [number, number][] = [];
  for (let at = 0; at < line.length; at += 2) {
    [x, y] = [x + (line[at] ?? 0), y + (line[at + 1] ?? 0)];
    found.push([x / 100, y / 100]);
  }
  return found;
}
