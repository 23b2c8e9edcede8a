import { createHash } from "node:crypto";
import type { TripCheck } from "./trip-check.contract.ts";

/** One of a trip's checks as the server finds it. */
export interface Found extends TripCheck {
  /** Its `what` is the name of a paper that is shown to few. */
  readonly isConfidential: boolean;
}

interface Facts extends Omit<Found, "code" | "about" | "key"> {
  /** What it is about beyond whom: a hold, a type of papers, a class. Never somebody's words. */
  readonly ref: string | null;
}

/** One of a trip's checks, of which nothing is said but what is given. */
export function check(code: TripCheck["code"], about: string, given: Partial<Facts> = {}): Found {
  const nobody = { vehicleId: null, driverId: null, assetId: null, deliveryId: null };
  const nothing = { ...nobody, what: null, has: null, may: null, isFinal: false, isConfidential: false, ref: null };
  const { ref, ...said } = { ...nothing, ...given };
  const { vehicleId, driverId, assetId, deliveryId, has } = said;
  const same = [code, vehicleId, driverId, assetId, deliveryId, ref].join(" ");
  const print = createHash("sha256").update(same).digest("base64url").slice(0, 22);
  return { code, about, ...said, key: has === null ? print : `${print}:${has}` };
}
