import { sql } from "kysely";
import { systemContext, type Parts } from "#server/http/routes.ts";
import type { Keys } from "#server/crypto/keys.ts";
import type { Db } from "#server/db/database.ts";
import { inTransaction } from "#server/db/database.ts";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { addSite, addStaff } from "./add-site.ts";
import { daysFrom } from "./bulk.ts";
import { addAbsences } from "./absences.ts";
import { addAssignments } from "./assignments.ts";
import { addAssets } from "./assets.ts";
import { addDocuments } from "./documents.ts";
import { addDrivers } from "./drivers.ts";
import { addDuties } from "./duties.ts";
import { addFleetDeliveries, carryDelivery } from "./fleet-deliveries.ts";
import { addFleetEvents } from "./fleet-events.ts";
import { addFleetTrips } from "./fleet-trips.ts";
import { addCarriers, addProducts, addVendors } from "./goods.ts";
import { addOtherDocuments } from "./other-documents.ts";
import { addPalletTypes } from "./pallets.ts";
import { addVehicleDocuments } from "./vehicle-documents.ts";
import { addVehicles } from "./vehicles.ts";
import { addCompany, addDemoUsers, addUser } from "./users.ts";
import { Random } from "./random.ts";
import { demoSites, secondSite, type SiteName } from "./sites.ts";
import { tellStory, type DemoRecords } from "./story.ts";
import { demoTraders } from "./trade.ts";

const threshold = "25000";

interface Filling {
  /** Until when the demo tells its story. */
  readonly moment: Date;
  readonly passwordHash: string;
  /** By which numbers of papers are sealed. */
  readonly keys: Keys;
}

/**
 * Fills an empty installation with the demo company and a second, smaller one: the same story whatever the moment, laid
 * around it. Returns whether it did.
 */
export async function fillDemo(parts: Parts, { moment }: Pick<Filling, "moment">): Promise<boolean> {
  const passwordHash = await parts.app.passwords.hash(demoAccounts.password);
  return inTransaction(parts.database.work, { role: "waybill_auth", companyId: null }, async (db) => {
    await sql`select pg_advisory_xact_lock(4015230772)`.execute(db); // several nodes may start at once
    if (await db.selectFrom("companies").select("id").limit(1).executeTakeFirst()) return false;
    await sql`set local statement_timeout = '60s'`.execute(db);
    const { companyId, records } = await addMasterData(db, { moment, passwordHash, keys: parts.app.keys });
    await tellStory(systemContext(parts, db, companyId), records, { moment, orders: 300 });
    await carryDelivery(db, { moment, companyId, dispatcherId: records.users.dispatcher.id });
    await addFleetEvents(db, { companyId, dispatcher: records.users.dispatcher });
    await fillSecond(db, { moment, passwordHash });
    return true;
  });
}

/** The demo company before its first order. The transaction works in it afterwards. */
export async function addMasterData(
  db: Db,
  { moment, passwordHash, keys }: Filling,
): Promise<{ companyId: string; records: DemoRecords }> {
  const random = new Random(20_260_101);
  const begun = daysFrom(moment, -395);
  const companyId = random.id(begun);
  await addCompany(db, {
    id: companyId,
    code: "NORDERHAVEN",
    legal_name: "Norderhaven Logistics B.V.",
    display_name: "Norderhaven Logistics",
    default_currency: "EUR",
    timezone: "Europe/Amsterdam",
    city: "Tilburg",
    country_code: "NL",
    email: "office@norderhaven.example",
    phone: "+31 13 555 01 00",
    po_approval_threshold: threshold,
    over_receipt_pct: "2",
    under_receipt_close_pct: "0",
    created_at: begun,
  });
  const users = await addDemoUsers(db, companyId, passwordHash, random, begun);
  const people = { companyId, passwordHash, users, random, at: begun };
  const site = async (name: SiteName) => ({
    ...(await addSite(db, demoSites[name], { moment, random, at: begun })),
    ...(await addStaff(db, demoSites[name], people)),
  });
  const sites = { antwerp: await site("antwerp"), tilburg: await site("tilburg"), newark: await site("newark") };
  const vendors = await addVendors(db, demoTraders, random, begun);
  await addProducts(db, 600, vendors, random, begun);
  const carriers = await addCarriers(db, moment, random, begun);
  await addPalletTypes(db, random, begun);
  await addVehicles(db, { moment, random, at: begun, users, sites });
  await addDrivers(db, {
    moment,
    at: begun,
    keys,
    userId: users.driver.id,
    enteredBy: users.treasurer.id,
    verifiedBy: users.admin.id,
    locationIds: [sites.antwerp.id, sites.tilburg.id],
  });
  const papers = { moment, at: begun, companyId, enteredBy: users.treasurer.id, verifiedBy: users.admin.id };
  await addDocuments(db, papers);
  await addVehicleDocuments(db, papers);
  await addAssets(db, { at: begun, users, sites });
  await addFleetTrips(db, { moment, companyId, depotId: sites.tilburg.id, dispatcherId: users.dispatcher.id });
  await addAbsences(db, { moment, companyId, enteredBy: users.admin.id });
  await addFleetDeliveries(db, { moment, companyId, dispatcherId: users.dispatcher.id });
  await addOtherDocuments(db, papers);
  await addAssignments(db, { moment, companyId, enteredBy: users.admin.id });
  await addDuties(db, { moment, companyId });
  return { companyId, records: { users, sites, vendors, carriers, threshold } };
}

/** A neighbour in the same installation, so that isolation can be seen: one site, a few vendors and products. */
async function fillSecond(db: Db, { moment, passwordHash }: Omit<Filling, "keys">): Promise<void> {
  const random = new Random(20_260_202);
  const at = daysFrom(moment, -90);
  const companyId = random.id(at);
  await addCompany(db, {
    id: companyId,
    code: "OTHER",
    legal_name: "Otherside Storage Ltd",
    display_name: "Otherside Storage",
    default_currency: "GBP",
    timezone: "Europe/London",
    city: "Hull",
    country_code: "GB",
    email: "office@other.example",
    po_approval_threshold: "5000",
    created_at: at,
  });
  await addUser(db, {
    id: random.id(at),
    companyId,
    email: "admin@other.example",
    name: "Olive Hartley",
    role: "COMPANY_ADMIN",
    passwordHash,
    at,
  });
  await addSite(db, secondSite, { moment, random, at });
  const vendors = await addVendors(db, demoTraders.slice(0, 5), random, at);
  await addProducts(db, 30, vendors, random, at);
}
