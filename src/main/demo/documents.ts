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

/** Documents of drivers and of the company: valid ones, some that end soon or have ended, and what waits for somebody. */
export async function addDocuments(db: Db, { moment, at, companyId, enteredBy, verifiedBy }: Papers): Promise<void> {
  const random = new Random(93);
  const { rows: types } = await sql<{ id: string; code: string; subject: string; closed: boolean }>`
    select id, code, subject, is_confidential as closed from document_types where company_id = ${companyId}`.execute(
    db,
  );
  const { rows: drivers } = await sql<{ id: string }>`
    select id from drivers where company_id = ${companyId} and status = 'active' order by employee_no`.execute(db);
  const rows: Row[] = [];
  const add = (code: string, driverId: string | null, ends: number, isPending = false) => {
    const type = types.find((one) => one.code === code);
    if (!type) return;
    rows.push({
      id: random.id(at),
      type_id: type.id,
      subject: type.subject,
      driver_id: driverId,
      is_confidential: type.closed,
      number: `${code.slice(0, 2)}-${random.whole(100_000, 999_999)}`,
      issuer: driverId === null ? "NIWO" : "CBR",
      issued_on: day(at, -random.whole(10, 300)),
      expires_on: day(moment, ends),
      status: isPending ? "pending" : "verified",
      entered_by: enteredBy,
      decided_by: isPending ? null : verifiedBy,
      decided_at: isPending ? null : at,
      created_at: at,
    });
  };
  drivers.forEach(({ id }, n) => {
    add("CODE95", id, n % 9 === 4 ? random.whole(3, 50) : random.whole(65, 1500));
    add("TACHO", id, n % 14 === 6 ? -random.whole(2, 20) : random.whole(65, 1700), n % 11 === 8);
    if (n % 3 === 0) add("MEDICAL", id, n % 12 === 3 ? random.whole(3, 40) : random.whole(65, 1400));
    if (n % 4 === 1) add("ADR", id, n % 8 === 5 ? -random.whole(2, 30) : random.whole(65, 1600));
  });
  add("COMMUNITY", null, 1900);
  add("LIABILITY", null, 24);
  await addRows(db, "papers", rows);
}
