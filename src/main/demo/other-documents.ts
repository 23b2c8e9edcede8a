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

const day = (moment: Date, days: number) => daysFrom(moment, days).toISOString().slice(0, 10);

/** Inspections of trailers, approvals of containers, the consignment notes of trips that have left, and signed proofs of deliveries. */
export async function addOtherDocuments(
  db: Db,
  { moment, at, companyId, enteredBy, verifiedBy }: Papers,
): Promise<void> {
  const random = new Random(94);
  const { rows: types } = await sql<{ id: string; code: string; subject: string }>`
    select id, code, subject from document_types where company_id = ${companyId}`.execute(db);
  const { rows: assets } = await sql<{ id: string; kind: string }>`
    select a.id, y.kind from assets a join asset_types y on (y.company_id, y.id) = (a.company_id, a.type_id)
    where a.company_id = ${companyId} and a.status <> 'retired' and y.kind in ('trailer', 'container') order by a.asset_no`.execute(
    db,
  );
  const { rows: trips } = await sql<{ id: string; number: string }>`
    select id, trip_number as number from trips where company_id = ${companyId} and actual_start is not null
    order by trip_number desc limit 8`.execute(db);
  const { rows: deliveries } = await sql<{ id: string; number: string }>`
    select id, delivery_number as number from fleet_deliveries where company_id = ${companyId} and status = 'delivered'
    order by delivery_number desc limit 5`.execute(db);
  const rows: Row[] = [];
  const add = (code: string, over: Row) => {
    const type = types.find((one) => one.code === code);
    if (!type) return;
    const isVerified = over["status"] === "verified";
    rows.push({
      id: random.id(at),
      type_id: type.id,
      subject: type.subject,
      is_confidential: false,
      entered_by: enteredBy,
      decided_by: isVerified ? verifiedBy : null,
      decided_at: isVerified ? at : null,
      created_at: at,
      ...over,
    });
  };
  assets.forEach(({ id, kind }, n) => {
    const ends = n % 17 === 5 ? -random.whole(2, 15) : n % 9 === 3 ? random.whole(4, 50) : random.whole(65, 340);
    const number = `${random.whole(100_000, 999_999)}`;
    const paper = { asset_id: id, number, issuer: "RDW", expires_on: day(moment, ends), status: "verified" };
    add(kind === "trailer" ? "TRAILER-INSPECTION" : "CSC", paper);
  });
  trips.forEach(({ id, number }) => add("WAYBILL", { trip_id: id, number: `CMR ${number}`, status: "pending" }));
  deliveries.forEach(({ id, number }) =>
    add("PROOF-OF-DELIVERY", { delivery_id: id, number: `POD ${number}`, status: "pending" }),
  );
  await addRows(
    db,
    "papers",
    rows.filter((row) => "asset_id" in row),
  );
  await addRows(
    db,
    "papers",
    rows.filter((row) => "trip_id" in row),
  );
  await addRows(
    db,
    "papers",
    rows.filter((row) => "delivery_id" in row),
  );
}
