/** A place on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** "52.3702", to the metre: a pin that was set by hand is no more exact. */
export function degrees(value: number): string {
  return String(Number(value.toFixed(5)));
}

/** "52.3702, 4.8952", as maps write and read it in every language. */
export function pointText({ lat, lng }: Point): string {
  return `${degrees(lat)}, ${degrees(lng)}`;
}
