import type { ActionFlag } from "./driver-actions.contract.ts";

/** A clock that is off by less is as right as clocks are. */
const leewayMs = 2 * 60_000;

/** Nothing waits on a phone for longer: an older time was shown by a clock that stood. */
const longestMs = 366 * 86_400_000;

interface Told {
  /** By the phone's clock: when it was, and when it was sent. */
  readonly at: string;
  readonly sentAt: string;
  /** By ours. */
  readonly receivedAt: Date;
  /** What it cannot have been before. */
  readonly after: string | null;
}

interface Judged {
  readonly happenedAt: string;
  /** How far the phone's clock was behind ours. */
  readonly offsetMs: number;
  readonly flags: readonly ActionFlag[];
}

/**
 * When something happened, by a phone whose clock may be wrong. A clock that is off is set right by what it shows when it
 * sends; what is then still to come, or was before what came before it, is moved to where it can have been.
 */
export function judgeTime({ at, sentAt, receivedAt, after }: Told): Judged {
  const received = receivedAt.getTime();
  const offsetMs = received - Date.parse(sentAt);
  const isOff = Math.abs(offsetMs) > leewayMs;
  const told = Date.parse(at) + (isOff ? offsetMs : 0);
  const earliest = after === null ? -Infinity : Date.parse(after) + 1;
  const believed = told < received - longestMs && after === null ? received : told;
  const happened = Math.min(Math.max(believed, earliest), received);
  const isMoved = Math.abs(happened - told) > leewayMs;
  return {
    happenedAt: new Date(happened).toISOString(),
    offsetMs,
    flags: [...(isOff ? (["clock_off"] as const) : []), ...(isMoved ? (["time_clamped"] as const) : [])],
  };
}
