/** Made at build time by scripts/map-data.ts, in hundredths of a degree. */
declare module "virtual:map/world" {
  /** Polygons as rings, borders as lines; each point is its distance from the one before: x, y, x, y. */
  export const world: {
    readonly land: readonly (readonly (readonly number[])[])[];
    readonly borders: readonly (readonly number[])[];
  };
}

declare module "virtual:map/cities" {
  /** Name, country, longitude and latitude; the largest first. */
  export const cities: readonly (readonly [name: string, country: string, x: number, y: number])[];
}
