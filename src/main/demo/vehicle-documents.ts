import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, type Row } from "./bulk.ts";
import { Random } from "./random.ts";

interface Papers {
  readonly moment: Date;
  readonly at: Date;
  readonly companyId: string;
  readonly enteredBy: string;
  readonly verifiedBy: string;
}

interface Vehicle {
  readonly id: string;
  readonly type: string;
  readonly isLeased: boolean;
  readonly country: string;
  /** Nothing else keeps it in the yard. */
  readonly mayLeave: boolean;
}

const day = (moment: Date, days: number) => daysFrom(moment, days).toISOString().slice(0, 10);
const testers: Readonly<Record<string, string>> = { BE: "GOCA Vlaanderen", NL: "RDW", US: "NJ MVC" };
const issuers: Readonly<Record<string, readonly string[]>> = {
  INSURANCE: ["Allianz", "AXA", "Achmea"],
  LEASE: ["Kempen Lease", "Scheldt Fleet Finance"],
  "TACHO-CHECK": ["Tachopoint Breda", "Tachopoint Mechelen"],
};
/** When the inspection of the one that stands still ended; its renewal waits for somebody to look at it. */
const endedDays = -2;

/** Papers of all vehicles that drive on roads: most run for long, some end soon, and one has ended. */
export async function addVehicleDocuments(
  db: Db,
  { moment, at, companyId, enteredBy, verifiedBy }: Papers,
): Promise<void> {
  const random = new Random(161);
  const { rows: types } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from document_types where company_id = ${companyId} and subject = 'vehicle'`.execute(db);
  const { rows: vehicles } = await sql<Vehicle>`
    select v.id, y.code as type, v.ownership = 'leased' as "isLeased", v.plate_country as country,
      v.status = 'in_service' and not exists (select from vehicle_holds h where h.company_id = v.company_id
        and h.vehicle_id = v.id and h.closed_at is null) as "mayLeave" from vehicles v
    join vehicle_types y on (y.company_id, y.id) = (v.company_id, v.type_id)
    where v.company_id = ${companyId} and v.plate_country is not null and v.status <> 'retired' order by v.unit_number`.execute(
    db,
  );
  const rows: Row[] = [];
  const paper = (vehicle: Vehicle, code: string, [begun, ends]: readonly [number, number | null], over: Row = {}) => {
    const type = types.find((one) => one.code === code);
    if (!type) throw new Error(`a company begins with the type ${code}`);
    const row = {
      id: random.id(at),
      type_id: type.id,
      subject: "vehicle",
      vehicle_id: vehicle.id,
      is_confidential: false,
      number: `${code.slice(0, 2)}-${random.whole(100_000, 999_999)}`,
      issuer: random.pick(issuers[code] ?? [testers[vehicle.country] ?? ""]),
      issued_on: day(moment, begun),
      expires_on: ends === null ? null : day(moment, ends),
      status: "verified",
      supersedes_id: null,
      entered_by: enteredBy,
      decided_by: verifiedBy,
      decided_at: at,
      created_at: at,
      ...over,
    };
    rows.push(row);
    return row.id;
  };
  const year = (ends: number) => [ends - 365, ends] as const;
  const holds: Row[] = [];
  const stopped = vehicles.find(({ type, country, mayLeave }) => type === "RIGID" && country === "NL" && mayLeave);
  vehicles.forEach((vehicle, n) => {
    paper(vehicle, "REGISTRATION", [-random.whole(200, 1800), null]);
    paper(vehicle, "INSURANCE", year(n % 17 === 5 ? random.whole(4, 40) : random.whole(62, 340)));
    if (["TRACTOR", "RIGID"].includes(vehicle.type) && vehicle.country !== "US") {
      const calibrated = n % 13 === 3 ? random.whole(2, 30) : random.whole(62, 600);
      paper(vehicle, "TACHO-CHECK", [calibrated - 730, calibrated]);
    }
    if (vehicle.isLeased) paper(vehicle, "LEASE", [-random.whole(100, 900), random.whole(62, 900)]);
    if (vehicle !== stopped) {
      paper(vehicle, "INSPECTION", year(n % 11 === 7 ? random.whole(3, 50) : random.whole(62, 350)));
      return;
    }
    const cause = paper(vehicle, "INSPECTION", year(endedDays));
    paper(vehicle, "INSPECTION", [-1, 364], {
      status: "pending",
      supersedes_id: cause,
      decided_by: null,
      decided_at: null,
      created_at: daysFrom(moment, -1),
    });
    const since = new Date(`${day(moment, endedDays + 1)}T00:00:00Z`);
    const name = types.find(({ code }) => code === "INSPECTION")?.name ?? "";
    holds.push({
      id: random.id(since),
      vehicle_id: vehicle.id,
      kind: "compliance",
      reason: name,
      cause: "document",
      cause_id: cause,
      created_at: since,
      updated_at: since,
    });
  });
  await addRows(db, "papers", rows);
  await addRows(db, "vehicle_holds", holds);
}
