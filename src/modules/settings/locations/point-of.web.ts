import type { Point } from "#web/map/point.ts";

/** A place from two fields of a record or form; null unless both hold a number that can be one. */
export function pointOf(latitude: string | null, longitude: string | null): Point | null {
  if (!latitude?.trim() || !longitude?.trim()) return null;
  return checked(Number(latitude), Number(longitude));
}

/** The place, if there is one with these degrees. */
export function checked(lat: number, lng: number): Point | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}
