import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { enterCompany, type Db } from "#server/db/database.ts";
import { sql } from "kysely";
import { modules } from "../modules.ts";
import { addRows, type Row } from "./bulk.ts";
import type { Random } from "./random.ts";

/** Somebody whose name stands at events. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface DemoUsers {
  readonly admin: Person;
  readonly buyer: Person;
  readonly docks: Person;
  readonly receiver: Person;
  /** Plans trips. */
  readonly dispatcher: Person;
  /** Drives, and sees themselves alone. */
  readonly driver: Person;
  /** Enters exchange rates. */
  readonly treasurer: Person;
}

const roleOf: Readonly<Record<string, string>> = {
  admin: "COMPANY_ADMIN",
  buyer: "BUYER",
  docks: "DOCK_SUPERVISOR",
  receiver: "RECEIVER",
  dispatcher: "DISPATCHER",
  fleet: "FLEET_MANAGER",
  driver: "DRIVER",
  viewer: "VIEWER",
  super: "COMPANY_ADMIN",
};

/** The company, its roles, its reference lists and its users. The transaction works in no company yet; afterwards it works in this one. */
export async function addCompany(db: Db, company: Row & { id: string; created_at: Date }): Promise<void> {
  const type = await db
    .selectFrom("company_types")
    .select("id")
    .where("code", "=", "WAREHOUSE_OPERATOR")
    .executeTakeFirstOrThrow();
  await addRows(db, "companies", [{ ...company, company_type_id: type.id, status: "active" }]);
  await enterCompany(db, company.id);
  await modules.fillCompany(db);
  const begun = [
    "roles",
    "reference_values",
    "asset_types",
    "document_types",
    "fuel_types",
    "vehicle_makers",
    "vehicle_models",
    "vehicle_statuses",
    "vehicle_types",
  ] as const;
  for (const table of begun)
    await sql`update ${sql.table(table)} set created_at = ${company.created_at}, updated_at = ${company.created_at}
      where company_id = ${company.id}`.execute(db);
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
    at: Date;
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
      created_at: user.at,
      updated_at: user.at,
    })
    .execute();
  await sql`insert into user_roles (user_id, role_id, created_at)
    select ${user.id}::uuid, id, ${user.at}::timestamptz from roles
    where code = ${user.role} and company_id = ${user.companyId}`.execute(db);
}

/** The accounts that the sign-in page offers. */
export async function addDemoUsers(
  db: Db,
  companyId: string,
  passwordHash: string,
  random: Random,
  at: Date,
): Promise<DemoUsers> {
  const people: Record<string, Person> = {};
  for (const { email, name } of demoAccounts.accounts) {
    const key = email.split("@")[0] ?? "";
    const id = random.id(at);
    people[key] = { id, name };
    await addUser(db, {
      id,
      companyId,
      email,
      name,
      role: roleOf[key] ?? "VIEWER",
      passwordHash,
      isSuperAdmin: key === "super",
      at,
    });
  }
  const person = (key: string): Person => people[key] ?? { id: "", name: "" }; // all of them are on the sign-in page
  return {
    admin: person("admin"),
    buyer: person("buyer"),
    docks: person("docks"),
    receiver: person("receiver"),
    dispatcher: person("dispatcher"),
    driver: person("driver"),
    treasurer: person("super"),
  };
}
