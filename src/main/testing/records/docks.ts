import { randomUUID } from "node:crypto";
import { asSuper, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
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

/** So many minutes from now, or before it. */
export const fromNow = (minutes = 0) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A window from one minute until another, counted from now; taken although it lies in the past. */
export const windowFromNow = (start: number, end: number) => ({
  plannedStart: fromNow(start),
  plannedEnd: fromNow(end),
  override: true,
});

/** A carrier of that name, which has to be added; its dispatch has the name as its address. */
export const aCarrier = (admin: Client, name: string): Promise<Body> =>
  saved(
    admin.post("/api/warehouse/carriers", {
      code: `C-${randomUUID().slice(0, 8)}`,
      name,
      dispatchEmail: `${name.toLowerCase().replaceAll(" ", ".")}@carrier.example`,
    }),
  );

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

/** Lanes on which two hold the same time, trucks and trailers at a door that hold none, and doors that two stand at. */
export function dockFaults(testApp: TestApp): Promise<{ fault: string }[]> {
  const stands = `d.dock_cleared_at is null and (d.status in ('in_progress', 'unloaded')
    or d.status = 'arrived' and d.docked_at is not null)`;
  return asSuper(
    testApp,
    `select 'overlap' as fault, a.subject_id::text from bookings a join bookings b on a.company_id = b.company_id
      and a.resource_id = b.resource_id and a.lane = b.lane and a.during && b.during and a.id < b.id
      where a.active and b.active
     union all select 'no door under a truck', d.number from delivery_schedules d where ${stands} and not exists (
        select from bookings b where b.subject_id = d.id and b.active and b.standing
          and b.resource_id = d.dock_id and b.lane = d.lane)
     union all select 'a door without its truck', d.number from delivery_schedules d
      join bookings b on b.subject_id = d.id and b.active and b.standing where not (${stands})
     union all select 'two at one lane', min(d.number) from delivery_schedules d where ${stands}
      group by d.dock_id, d.lane having count(*) > 1`,
  );
}

/** Gives a delivery a forklift besides its dock, for nine days from now on. */
export const aForklift = (testApp: TestApp, deliveryId: string) =>
  asSuper(
    testApp,
    `with forklift as (insert into resources (id, company_id, kind) values (gen_random_uuid(), $1, 'asset') returning id)
      insert into bookings (company_id, resource_id, during, reason, subject_id)
      select $1, id, tstzrange(now(), now() + interval '9 days'), 'delivery', $2 from forklift`,
    [testApp.companies.a, deliveryId],
  );

/** The kinds of all resources that a delivery holds: `["asset", "dock"]`. */
export async function kindsHeld(testApp: TestApp, deliveryId: string): Promise<string[]> {
  const rows = await asSuper<{ kind: string }>(
    testApp,
    `select r.kind from bookings b join resources r on r.id = b.resource_id
      where b.subject_id = $1 and b.active order by r.kind`,
    [deliveryId],
  );
  return rows.map(({ kind }) => kind);
}
