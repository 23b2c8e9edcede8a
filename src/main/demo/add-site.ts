import type { Db } from "#server/db/database.ts";
import { addDays, dayAt, wallTime } from "#shared/format/wall-time.ts";
import { addRows, type Row } from "./bulk.ts";
import { addUser, type DemoUsers, type Person } from "./users.ts";
import { dateAt, type Hours } from "./hours.ts";
import { Random } from "./random.ts";
import type { SitePlan } from "./sites.ts";

export interface SiteRecords {
  readonly id: string;
  readonly plan: SitePlan;
  readonly docks: readonly { readonly id: string; readonly chilled: boolean }[];
  readonly bins: { readonly receiving: string; readonly damaged: string };
}

export interface Staff {
  /** Who checks trucks in at that time. */
  gate(at: Date): Person;
  /** Who unloads and counts at that time. */
  receiver(at: Date): Person;
}

export type DemoSite = SiteRecords & Staff & { readonly hours: Hours };

/** A site with its hours, bins and docks. */
export async function addSite(
  db: Db,
  plan: SitePlan,
  { moment, random, at }: { moment: Date; random: Random; at: Date },
): Promise<SiteRecords> {
  const id = random.id(at);
  const own = new Random(Number.parseInt(plan.code, 36)); // how many closures there are depends on the moment
  await addRows(db, "locations", [
    {
      id,
      code: plan.code,
      name: plan.name,
      kind: "warehouse",
      timezone: plan.timezone,
      address_line1: plan.street,
      city: plan.city,
      postal_code: plan.postalCode,
      country_code: plan.country,
      latitude: plan.latitude,
      longitude: plan.longitude,
      slot_minutes: 30,
      min_lead_minutes: 120,
      max_lead_days: 30,
      cancel_cutoff_minutes: 240,
      early_grace_minutes: 30,
      late_grace_minutes: 30,
      no_show_after_minutes: 120,
      free_time_minutes: 120,
      requires_approval: true,
      is_active: true,
      created_at: at,
      receiving_instructions: "Call the gate 30 minutes before you arrive. EPAL pallets only, at most 1.80 m high.",
    },
  ]);
  await addRows(
    db,
    "location_hours",
    plan.week.map(({ dayOfWeek, opensAt, closesAt }) => ({
      id: random.id(at),
      location_id: id,
      day_of_week: dayOfWeek,
      opens_at: opensAt,
      closes_at: closesAt,
    })),
  );
  await addRows(
    db,
    "location_closures",
    closuresOf(plan, moment).map((closure) => ({ id: own.id(at), location_id: id, ...closure })),
  );
  const bins = { receiving: random.id(at), damaged: random.id(at) };
  const bin = (binId: string, code: string, kind: string) => ({
    id: binId,
    location_id: id,
    code,
    kind,
    is_active: true,
    created_at: at,
  });
  await addRows(db, "storage_locations", [
    bin(bins.receiving, "RECEIVING", "receiving"),
    bin(bins.damaged, "DAMAGED", "damaged"),
    bin(random.id(at), "QUARANTINE", "quarantine"),
    bin(random.id(at), "A-01-01", "storage"),
    bin(random.id(at), "A-01-02", "storage"),
  ]);
  const docks = plan.docks.map(([code, type, lanes], position) => ({
    id: random.id(at),
    location_id: id,
    code,
    name: `Dock ${code}`,
    dock_type: type,
    direction: "inbound",
    parallel_capacity: lanes,
    status: "active",
    buffer_before_minutes: 0,
    buffer_after_minutes: 10,
    allow_carrier_booking: true,
    has_leveler: type !== "parcel",
    has_forklift: true,
    sort_order: position + 1,
    created_at: at,
    temperature_zone: type === "reefer_door" ? "chilled" : "ambient",
  }));
  await addRows(db, "docks", docks);
  return {
    id,
    plan,
    docks: docks.map((dock) => ({ id: dock.id, chilled: dock.temperature_zone === "chilled" })),
    bins,
  };
}

/** Days on which the site is closed though the week says otherwise, a month back and a year ahead. */
function closuresOf({ closedOn, timezone }: SitePlan, moment: Date): Row[] {
  const today = dateAt(timezone, moment);
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1]
    .flatMap((each) => closedOn.map((day) => `${each}-${day}`))
    .filter((date) => date > addDays(today, -30) && date < addDays(today, 365))
    .toSorted()
    .map((date) => {
      const day = dayAt(date, timezone);
      return { starts_at: new Date(day.from), ends_at: new Date(day.until), reason: "Public holiday" };
    });
}

/** The people who work at a site: those with shifts of their own, else the two of the sign-in page. */
export async function addStaff(
  db: Db,
  { shifts, timezone }: SitePlan,
  {
    companyId,
    passwordHash,
    users,
    random,
    at,
  }: { companyId: string; passwordHash: string; users: DemoUsers; random: Random; at: Date },
): Promise<Staff> {
  if (shifts.length === 0) return { gate: () => users.docks, receiver: () => users.receiver };
  const people = shifts.map((shift) => ({ ...shift, id: random.id(at) }));
  for (const { id, name, mailbox } of people)
    await addUser(db, {
      id,
      companyId,
      email: `${mailbox}@demo.example`,
      name,
      role: "DOCK_SUPERVISOR",
      passwordHash,
      at,
    });
  const onShift = (when: Date): Person => {
    const hour = Number(wallTime(when.getTime(), timezone).time.slice(0, 2));
    const found = people.find(({ from, until }) =>
      from < until ? from <= hour && hour < until : hour >= from || hour < until,
    );
    return found ?? users.docks; // the shifts leave no hour out
  };
  return { gate: onShift, receiver: onShift };
}
