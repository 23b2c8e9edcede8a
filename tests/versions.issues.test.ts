import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { migrate } from "#ops/migrate/migrate.ts";

const update = "20261128T1950_unread_goods_reported";
const before = readdirSync(fileURLToPath(new URL("../migrations", import.meta.url)))
  .map((file) => file.replace(".sql", ""))
  .filter((name) => name < update);

test("after the update what a count had reported and nobody decided is open again, where its receipt stands", async () => {
  const { url, superUrl } = await createEmptyDatabase();
  await migrate(url, { only: new Set(before) });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  await database.query("set session_replication_role = replica"); // sites, people and trucks are not what this is about
  const [company, some] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into companies (id, code, legal_name, email, default_currency, timezone, company_type_id)
      select $1, 'OURS', 'Ours', 'office@old.example', 'EUR', 'Europe/Amsterdam', id from company_types limit 1`,
    [company],
  );
  const add = async (table: string, values: Record<string, unknown>): Promise<string> => {
    const row = { company_id: company, id: randomUUID(), ...values };
    const places = Object.keys(row).map((_, at) => `$${at + 1}`);
    const text = `insert into ${table} (${Object.keys(row).join(", ")}) values (${places.join(", ")})`;
    await database.query(text, Object.values(row));
    return row.id;
  };
  const aReceipt = (status: string) =>
    add("receipts", {
      number: `GR-${status}`,
      status,
      client_receipt_key: randomUUID(),
      content_hash: Buffer.alloc(32),
      location_id: some,
      received_at: "2026-11-20T09:00:00Z",
      posted_by: some,
      search_text: "",
    });
  const [stands, reversed] = [await aReceipt("posted"), await aReceipt("reversed")];
  const settled = { receipt_id: stands, kind: "other", status: "resolved", resolution: "settled" };
  for (const [number, values] of Object.entries({
    "1 settled": { resolved_by_receipt_id: some, archived_at: "2026-11-21T09:00:00Z" },
    "2 closed since": { status: "closed" },
    "3 reversed": { receipt_id: reversed },
    "4 a truck that was refused": { receipt_id: null },
    "5 somebody decided": { resolution: "return" },
    "6 somebody reported": { created_by: some },
    "7 too much": { kind: "over" },
  }))
    await add("reported_issues", {
      number,
      delivery_schedule_id: some,
      severity: "high",
      description: "2 pieces came without a lot that could be read.",
      due_at: "2026-11-21T09:00:00Z",
      ...settled,
      ...values,
    });
  await migrate(url);
  const { rows } = await database.query(
    `select i.number, i.resolution, i.resolved_by_receipt_id, i.archived_at, i.due_at > now() as due,
        e.step, e.from_status, e.to_status
      from reported_issues i left join events e on e.company_id = i.company_id and e.entity = 'issue' and e.entity_id = i.id
      where i.status = 'open' or e.id is not null`,
  );
  const nothing = { resolution: null, resolved_by_receipt_id: null, archived_at: null };
  const event = { step: "reopened", from_status: "resolved", to_status: "open" };
  expect(rows).toEqual([{ number: "1 settled", ...nothing, due: true, ...event }]);
  await database.end();
});
