import { demoAccounts } from "#modules/settings/session/demo-accounts.ts";
import { enterCompany, type Db } from "#server/db.ts";
import { sql } from "kysely";
import { modules } from "../modules.ts";
import { addRows, type Row } from "./bulk.ts";
import type { Random } from "./random.ts";

export interface DemoUsers {
  readonly admin: string;
  readonly buyer: string;
  readonly docks: string;
  readonly receiver: string;
}

export interface DemoSite {
  readonly id: string;
  readonly timezone: string;
  readonly docks: readonly string[];
  readonly bins: { readonly receiving: string; readonly damaged: string };
}

const roleOf: Readonly<Record<string, string>> = {
  admin: "COMPANY_ADMIN",
  buyer: "BUYER",
  docks: "DOCK_SUPERVISOR",
  receiver: "RECEIVER",
  dispatcher: "DISPATCHER",
  driver: "DRIVER",
  viewer: "VIEWER",
  super: "COMPANY_ADMIN",
};

/** The company, its roles, its reference lists and its users. The transaction works in no company yet; afterwards it works in this one. */
export async function addCompany(db: Db, company: Row & { id: string }): Promise<void> {
  const type = await db
    .selectFrom("company_types")
    .select("id")
    .where("code", "=", "WAREHOUSE_OPERATOR")
    .executeTakeFirstOrThrow();
  await addRows(db, "companies", [{ ...company, company_type_id: type.id, status: "active" }]);
  await enterCompany(db, company.id);
  await modules.fillCompany(db);
}

export async function addUser(
  db: Db,
  user: {
    id: string;
    companyId: string;
    email: string;
    name: string;
    role: string;
    passwordHash: string;
    isSuperAdmin?: boolean;
  },
): Promise<void> {
  const [first = "", ...rest] = user.name.split(" ");
  await db
    .insertInto("users")
    .values({
      id: user.id,
      company_id: user.companyId,
      email: user.email,
      first_name: first,
      last_name: rest.join(" "),
      status: "active",
      password_hash: user.passwordHash,
      is_super_admin: user.isSuperAdmin ?? false,
    })
    .execute();
  await sql`insert into user_roles (user_id, role_id) select ${user.id}::uuid, id from roles where code = ${user.role} and company_id = ${user.companyId}`.execute(
    db,
  );
}

/** The accounts that the sign-in page offers. */
export async function addDemoUsers(
  db: Db,
  companyId: string,
  passwordHash: string,
  random: Random,
  at: Date,
): Promise<DemoUsers> {
  const ids: Record<string, string> = {};
  for (const { email, name } of demoAccounts.accounts) {
    const key = email.split("@")[0] ?? "";
    ids[key] = random.id(at);
    await addUser(db, {
      id: ids[key],
      companyId,
      email,
      name,
      role: roleOf[key] ?? "VIEWER",
      passwordHash,
      isSuperAdmin: key === "super",
    });
  }
  return {
    admin: ids["admin"] ?? "",
    buyer: ids["buyer"] ?? "",
    docks: ids["docks"] ?? "",
    receiver: ids["receiver"] ?? "",
  };
}

interface SitePlan {
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly city: string;
  readonly country: string;
  readonly street: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly opens: string;
  readonly closes: string;
  readonly docks: readonly (readonly [code: string, type: string, lanes: number])[];
}

export const demoSites: readonly SitePlan[] = [
  {
    code: "TIL",
    name: "Tilburg DC",
    timezone: "Europe/Amsterdam",
    city: "Tilburg",
    country: "NL",
    street: "Ledeboerstraat 40",
    postalCode: "5048 AD",
    latitude: 51.5719,
    longitude: 5.0353,
    opens: "06:00",
    closes: "20:00",
    docks: [
      ["1", "standard_door", 1],
      ["2", "standard_door", 1],
      ["3", "standard_door", 1],
      ["4", "reefer_door", 1],
      ["5", "cross_dock", 2],
      ["6", "container", 1],
      ["7", "parcel", 2],
    ],
  },
  {
    code: "NWK",
    name: "Newark XD",
    timezone: "America/New_York",
    city: "Newark",
    country: "US",
    street: "1180 Corbin Street",
    postalCode: "07201",
    latitude: 40.6846,
    longitude: -74.1446,
    opens: "05:00",
    closes: "21:00",
    docks: [
      ["A", "standard_door", 1],
      ["B", "standard_door", 1],
      ["C", "reefer_door", 1],
      ["D", "cross_dock", 2],
      ["E", "flatbed_ramp", 1],
    ],
  },
];

/** A site with its hours, bins and docks. */
export async function addSite(db: Db, plan: SitePlan, random: Random, at: Date): Promise<DemoSite> {
  const id = random.id(at);
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
    [1, 2, 3, 4, 5, 6].map((day) => ({
      id: random.id(at),
      location_id: id,
      day_of_week: day,
      opens_at: plan.opens,
      closes_at: day === 6 ? "14:00" : plan.closes,
    })),
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
  return { id, timezone: plan.timezone, docks: docks.map((dock) => dock.id), bins };
}
