import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#ops/migrate/migrate.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";

const folder = fileURLToPath(new URL("../migrations/", import.meta.url));
const before = globSync("*.sql", { cwd: folder })
  .map((file) => basename(file, ".sql"))
  .filter((name) => name < "20261124T1300");

let database: pg.Client;
const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query<T>(text, values)).rows;

async function aCompany(code: string): Promise<string> {
  const [company] = await rows<{ id: string }>(
    `insert into companies (code, legal_name, email, default_currency, timezone, company_type_id)
      select $1, $1, 'office@old.example', 'EUR', 'Europe/Amsterdam', id from company_types limit 1 returning id`,
    [code],
  );
  const id = company?.id ?? "";
  await database.query(
    `insert into document_types (company_id, code, name, subject, blocks_dispatch, is_confidential) values
      ($1, 'ADR', 'ADR certificate', 'driver', false, false), ($1, 'CODE95', 'Code 95', 'driver', true, false),
      ($1, 'MEDICAL', 'Medical certificate', 'driver', true, true), ($1, 'TACHO', 'Tachograph card', 'driver', true, false)`,
    [id],
  );
  return id;
}

/** A driver with one qualification, and the id of that. */
async function qualified(
  companyId: string,
  kind: string,
  over: { title?: string; ends?: number } = {},
): Promise<string> {
  const [driver] = await rows<{ id: string }>(
    `insert into drivers (company_id, employee_no, first_name, last_name) values ($1, gen_random_uuid()::text, 'Jan', 'Smit') returning id`,
    [companyId],
  );
  const [paper] = await rows<{ id: string }>(
    `insert into driver_qualifications (company_id, driver_id, kind, title, sealed_number, number_end, issuer, valid_from, expires_on)
      values ($1, $2, $3, $4, 'sealed'::bytea, '8827', 'CBR', current_date - 100, current_date + $5::int) returning id`,
    [companyId, driver?.id, kind, over.title ?? null, over.ends ?? 100],
  );
  return paper?.id ?? "";
}

const ids: Record<string, string> = {};
let ours: string;
let own: string;
beforeAll(async () => {
  const { url, superUrl } = await createEmptyDatabase();
  await migrate(url, { only: new Set(before) });
  database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  ours = await aCompany("OURS");
  own = await aCompany("OWN");
  for (const kind of ["dangerous_goods", "cpc", "medical", "tacho_card", "forklift"])
    ids[kind] = await qualified(ours, kind);
  ids["other"] = await qualified(ours, "other", { title: "Crane, 20 t" });
  ids["ended"] = await qualified(ours, "medical", { ends: -3 });
  await database.query("update document_types set blocks_dispatch = false where company_id = $1 and code = 'CODE95'", [
    own,
  ]);
  await database.query("update document_types set blocks_dispatch = true where company_id = $1 and code = 'ADR'", [
    own,
  ]);
  ids["own cpc"] = await qualified(own, "cpc");
  ids["own adr"] = await qualified(own, "dangerous_goods");
  await database.query(
    `insert into roles (company_id, code, name, permissions) values ($1, 'CLERK', 'Clerk', array['CAN_EDIT_DRIVER_PAPERS'])`,
    [ours],
  );
  await migrate(url);
});
afterAll(() => database.end());

test("each qualification is a verified document of the same id, with its days, its sealed number and who saw it", async () => {
  const taken = await rows(
    `select p.id, k.code, k.proves, p.title, p.issuer, p.status, p.was_verified, p.is_confidential, p.number_end,
      convert_from(p.sealed_number, 'UTF8') as sealed, p.valid_from - current_date as from_days, p.expires_on - current_date as days
    from papers p join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id) where p.company_id = $1`,
    [ours],
  );
  const like = (kind: string, code: string, proves: string | null, over: object = {}) => ({
    id: ids[kind],
    code,
    proves,
    title: null,
    issuer: "CBR",
    status: "verified",
    was_verified: true,
    is_confidential: true,
    number_end: "8827",
    sealed: "sealed",
    from_days: -100,
    days: 100,
    ...over,
  });
  expect(taken).toHaveLength(7);
  expect(taken).toEqual(
    expect.arrayContaining([
      like("dangerous_goods", "ADR", "adr"),
      like("cpc", "CODE95", "cpc"),
      like("medical", "MEDICAL", "medical"),
      like("tacho_card", "TACHO", "tacho_card"),
      like("forklift", "FORKLIFT", "forklift"),
      like("other", "OTHER", null, { title: "Crane, 20 t" }),
      like("ended", "MEDICAL", "medical", { days: -3 }),
    ]),
  );
});

test("the history of each says that it was taken over, and reminders of what is still to end are planned", async () => {
  const told = await rows<{ entity_id: string }>(
    "select entity_id from events where company_id = $1 and entity = 'document' and step = 'takenOver'",
    [ours],
  );
  expect(told).toHaveLength(7);
  const [planned] = await rows(
    `select count(*)::int as count, min(payload ->> 'days') as first from outbox
      where task = 'remind-of-document' and payload ->> 'documentId' = $1`,
    [ids["cpc"]],
  );
  expect(planned).toEqual({ count: 5, first: "1" });
  expect(await rows("select 1 from outbox where payload ->> 'documentId' = $1", [ids["ended"]])).toEqual([]);
});

test("where a company's own type keeps nobody from driving and the qualification did, it gets a type of its own that does; and none blocks that did not", async () => {
  const taken = await rows(
    `select p.id, k.code, k.proves, k.blocks_dispatch from papers p
      join document_types k on (k.company_id, k.id) = (p.company_id, p.type_id) where p.company_id = $1`,
    [own],
  );
  expect(taken).toHaveLength(2);
  expect(taken).toEqual(
    expect.arrayContaining([
      { id: ids["own cpc"], code: expect.stringMatching(/^CODE95-/), proves: "cpc", blocks_dispatch: true },
      { id: ids["own adr"], code: expect.stringMatching(/^ADR-/), proves: "adr", blocks_dispatch: false },
    ]),
  );
});

test("who entered qualifications may enter documents", async () => {
  expect(await rows("select permissions from roles where company_id = $1 and code = 'CLERK'", [ours])).toEqual([
    { permissions: ["CAN_EDIT_DRIVER_PAPERS", "CAN_EDIT_DOCUMENTS"] },
  ]);
});
