import type { DriverActionInput } from "./driver-actions/driver-actions.contract.ts";

/** What was reported, whether or not the phone has it on its disk yet. */
export interface Telling {
  readonly action: DriverActionInput;
  /** When the server had it; null while it is only on the phone. */
  readonly sentAt: string | null;
  /** A picture that belongs to it and is not uploaded yet. */
  readonly picture: string | null;
}

/** How long after a report the same once more is a second tap, and nothing that somebody did again. */
const secondTapMs = 3000;

/** What a report is about: a stop, a delivery, or the trip. */
const subjectOf = (action: DriverActionInput): string =>
  [action.tripId, "stopId" in action && action.stopId, "deliveryId" in action && action.deliveryId].join();

/** All that a report says, without what is given to each: its id, its time and the name of its picture. */
const saidBy = (action: DriverActionInput): string =>
  JSON.stringify({ ...action, id: null, at: null, ...("fileId" in action ? { fileId: null } : {}) });

/** Whether this is the last report of its subject once more, while that waits to be sent, or was told a moment ago. */
export function isSameAgain(
  { action, picture }: Pick<Telling, "action" | "picture">,
  told: readonly Telling[],
): boolean {
  const last = told.findLast((one) => subjectOf(one.action) === subjectOf(action));
  if (!last || last.picture !== picture || saidBy(last.action) !== saidBy(action)) return false;
  return last.sentAt === null || Math.abs(Date.parse(action.at) - Date.parse(last.action.at)) < secondTapMs;
}
