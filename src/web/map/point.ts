/** A place on the earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A place from two fields of a record or form; null unless both hold a number that can be one. */
export function pointOf(latitude: string | null, longitude: string | null): Point | null {
  if (!latitude?.trim() || !longitude?.trim()) return null;
  return checked(Number(latitude), Number(longitude));
}

/** The place, if there is one with these degrees. */
export function checked(lat: number, lng: number): Point | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** "52.3702", to the metre: a pin that was set by hand is no more exact. */
export function degrees(value: number): string {
  return String(Number(value.toFixed(5)));
}

/** "52.3702, 4.8952", as maps write and read it in every language. */
export function pointText({ lat, lng }: Point): string {
  return `${degrees(lat)}, ${degrees(lng)}`;
}
