import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#ops/migrate/migrate.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";

const before = globSync("*.sql", { cwd: fileURLToPath(new URL("../migrations/", import.meta.url)) })
  .map((file) => basename(file, ".sql"))
  .filter((name) => name < "20261127T2006");

let database: pg.Client;
const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query<T>(text, values)).rows;
const idOf = async (text: string, values: unknown[]): Promise<string> =>
  (await rows<{ id: string }>(`${text} returning id`, values))[0]?.id ?? "";

async function aCompany(code: string): Promise<string> {
  const id = await idOf(
    `insert into companies (code, legal_name, email, default_currency, timezone, company_type_id)
      select $1, $1, 'office@old.example', 'EUR', 'Europe/Amsterdam', id from company_types limit 1`,
    [code],
  );
  await database.query(
    `insert into locations (company_id, code, name, timezone) values ($1, 'YARD', 'Yard', 'Europe/Amsterdam')`,
    [id],
  );
  return id;
}
const aCarrier = (companyId: string, code: string, name: string): Promise<string> =>
  idOf("insert into carriers (company_id, code, name, dispatch_email) values ($1, $2, $3, 'dispatch@old.example')", [
    companyId,
    code,
    name,
  ]);
const aDelivery = (companyId: string, number: string, carrierName: string | null): Promise<string> =>
  idOf(
    `insert into delivery_schedules (company_id, number, location_id, status, planned_start, planned_end,
        original_planned_start, occupied_from, occupied_until, carrier_name, search_text)
      select $1, $2, id, 'completed', now(), now() + interval '1 hour', now(), now(), now() + interval '1 hour', $3::text,
        lower(concat_ws(' ', $2::text, $3::text)) from locations where company_id = $1`,
    [companyId, number, carrierName],
  );

let maas: string;
beforeAll(async () => {
  const { url, superUrl } = await createEmptyDatabase();
  await migrate(url, { only: new Set(before) });
  database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  const [ours, others] = [await aCompany("OURS"), await aCompany("OTHERS")];
  maas = await aCarrier(ours, "C1", "Maas Transport");
  await aCarrier(ours, "C2", "Twice");
  await aCarrier(ours, "C3", "twice ");
  await aCarrier(others, "C1", "Theirs");
  for (const [number, name] of [
    ["exact", "Maas Transport"],
    ["otherwise", " maas  TRANSPORT"],
    ["joined", "MaasTransport"],
    ["more", "Maas Transport, Jan"],
    ["two", "Twice"],
    ["of another company", "Theirs"],
    ["unknown", "Rijnland"],
    ["nobody", null],
  ] as const)
    await aDelivery(ours, number, name);
  for (const [code, permissions] of [
    ["CLERK", ["CAN_EDIT_PURCHASE_ORDERS"]],
    ["GATE", ["CAN_CHECK_IN", "CAN_VIEW_CARRIERS"]],
    ["READER", ["CAN_VIEW"]],
  ] as const)
    await database.query("insert into roles (company_id, code, name, permissions) values ($1, $2, $2, $3)", [
      ours,
      code,
      permissions,
    ]);
  await migrate(url);
});
afterAll(() => database.end());

test("after the update deliveries say what they said, and are linked where one carrier of the company has that name", async () => {
  const found = await rows<{ number: string; carrier_name: string | null; carrier_id: string | null }>(
    "select number, carrier_name, carrier_id from delivery_schedules order by created_at, id",
  );
  expect(found).toEqual([
    { number: "exact", carrier_name: "Maas Transport", carrier_id: maas },
    { number: "otherwise", carrier_name: " maas  TRANSPORT", carrier_id: maas },
    { number: "joined", carrier_name: "MaasTransport", carrier_id: maas },
    { number: "more", carrier_name: "Maas Transport, Jan", carrier_id: null },
    { number: "two", carrier_name: "Twice", carrier_id: null },
    { number: "of another company", carrier_name: "Theirs", carrier_id: null },
    { number: "unknown", carrier_name: "Rijnland", carrier_id: null },
    { number: "nobody", carrier_name: null, carrier_id: null },
  ]);
});

test("after the update a linked delivery is found by the name of its carrier as well", async () => {
  const found = await rows<{ search_text: string }>(
    "select search_text from delivery_schedules where carrier_id is not null order by created_at, id",
  );
  expect(found.map(({ search_text }) => search_text)).toEqual([
    "exact maas transport",
    "otherwise  maas  transport maas transport",
    "joined maastransport maas transport",
  ]);
});

test("after the update whoever books or checks in may choose a carrier, and nobody else sees more", async () => {
  const found = await rows<{ code: string; permissions: string[] }>(
    "select code, permissions from roles where code in ('CLERK', 'GATE', 'READER') order by code",
  );
  expect(found).toEqual([
    { code: "CLERK", permissions: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_VIEW_CARRIERS"] },
    { code: "GATE", permissions: ["CAN_CHECK_IN", "CAN_VIEW_CARRIERS"] },
    { code: "READER", permissions: ["CAN_VIEW"] },
  ]);
});
