import { sql } from "kysely";
import { minutesLate } from "./expected-arrivals.server.ts";
import { answers } from "./guards/answered-checks.server.ts";
import { overlaps } from "./legs/overlaps.server.ts";
import { delays, lateStop, reasonForDriver, waitsFor } from "./trip-facts.server.ts";

/** What is told of a trip `t` at a desk alone. */
export const toldToDesks = { answers, delays, waitsFor, overlaps, minutesLate, lateStop };

const none = sql`'[]'::json`;
/** The same to whoever drives it: why a pause was made, or a trip let go, is about whoever drove it then. */
export const keptFromDrivers = {
  answers: none,
  delays: none,
  waitsFor: none,
  overlaps: none,
  minutesLate: sql`null::int`,
  lateStop: sql`null::json`,
  statusReason: reasonForDriver,
  overrideReason: sql`null::text`,
};
