import { randomUUID } from "node:crypto";
import { asSuper, type Answer, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import type { DriverActionInput } from "#modules/fleet/driver-phone/driver-actions/driver-actions.contract.ts";
import { saved } from "./orders.ts";
import { aTrip } from "./trips.ts";

export const actionsPath = "/api/fleet/driver-actions";

/** One thing that a driver says, without what their phone adds. */
export type Said = DriverActionInput extends infer A
  ? A extends unknown
    ? Omit<A, "id" | "tripId" | "at">
    : never
  : never;

/** A driver at work: their account and their session. */
export interface Work {
  readonly client: Client;
  readonly driver: Body;
  readonly userId: string;
}

/** A trip that was given to its driver. */
export const given = (testApp: TestApp, work: Work, over: object = {}): Promise<Body> =>
  aTrip(testApp, { driverId: work.driver.id, steps: ["plan", "dispatch"], ...over });

/** The same four days ago. */
export async function givenLongAgo(testApp: TestApp, work: Work): Promise<Body> {
  const trip = await given(testApp, work);
  await dispatchedLongAgo(testApp, trip.id);
  return trip;
}

export const dispatchedLongAgo = (testApp: TestApp, tripId: string) =>
  asSuper(testApp, "update trips set dispatched_at = now() - interval '4 days' where id = $1", [tripId]);

/** A report as a phone keeps it. */
export const action = (trip: { readonly id: string }, at: string, said: Said) => ({
  id: randomUUID(),
  tripId: trip.id,
  at,
  ...said,
});

export const report = (
  { client, userId: sentBy }: Work,
  actions: unknown[],
  sentAt = new Date().toISOString(),
): Promise<Answer> => client.post(actionsPath, { sentBy, sentAt, actions });

/** What became of each of them. */
export const answered = async (...args: Parameters<typeof report>): Promise<readonly Body[]> =>
  (await saved(report(...args))).items;

export const applied = { outcome: "applied", isApplied: true, flags: [] };
export const flagged = (...flags: string[]) => ({ outcome: "flagged", isApplied: false, flags });
