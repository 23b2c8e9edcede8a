import { randomUUID } from "node:crypto";
import type { Body, Client } from "#main/testing/test-app.ts";
import { saved } from "./orders.ts";

export const deliveriesPath = "/api/warehouse/delivery-schedules";

/** Open day and night, every day of the week. */
export const roundTheClock = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  opensAt: "00:00",
  closesAt: "24:00",
}));

/** A location that is always open, and so many docks there. */
export async function aYard(
  admin: Client,
  over: { docks?: number; dock?: Record<string, unknown>; location?: Record<string, unknown> } = {},
): Promise<{ locationId: string; dockIds: readonly [string, ...string[]] }> {
  const tag = randomUUID().slice(0, 8);
  const { id: locationId } = await saved(
    admin.post("/api/settings/locations", {
      code: `L-${tag}`,
      name: `Yard ${tag}`,
      timezone: "Europe/Amsterdam",
      hours: roundTheClock,
      maxLeadDays: 365,
      ...over.location,
    }),
  );
  const dockIds: string[] = [];
  for (let n = 1; n <= (over.docks ?? 1); n += 1)
    dockIds.push(
      (
        await saved(
          admin.post("/api/warehouse/docks", {
            locationId,
            code: `D${n}`,
            sortOrder: n,
            bufferAfterMinutes: 0,
            ...over.dock,
          }),
        )
      ).id,
    );
  return { locationId, dockIds: dockIds as [string, ...string[]] }; // at least one dock, unless a test asks for none
}

/** The day of the run, the same until its end: a midnight in between moves nothing. */
const today = new Date().setUTCHours(0, 0, 0, 0);

/** An hour of the day after tomorrow, in UTC: `hourOf(8.5)` is half past eight. */
export function hourOf(hour: number): string {
  return new Date(today + 2 * 86_400_000 + hour * 3_600_000).toISOString();
}

/** The body of a delivery from one hour until another. */
export const from = (start: number, end: number) => ({ plannedStart: hourOf(start), plannedEnd: hourOf(end) });

/** A delivery at a yard, which has to be booked. */
export function booked(
  client: Client,
  yard: { locationId: string; dockIds: readonly [string, ...string[]] },
  over: Record<string, unknown> = {},
): Promise<Body> {
  return saved(
    client.post(deliveriesPath, { locationId: yard.locationId, dockId: yard.dockIds[0], ...from(8, 9), ...over }),
  );
}
