import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#ops/migrate/migrate.ts";
import { startTestApp } from "#main/testing/test-app.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";

const folder = fileURLToPath(new URL("../migrations/", import.meta.url));
const before = globSync("*.sql", { cwd: folder })
  .map((file) => basename(file, ".sql"))
  .filter((name) => name < "20261123T1700");

interface Type {
  readonly code: string;
  readonly [column: string]: unknown;
}
const columns = "code, name, kind, is_serialised, has_meter, allows_commodities, tare_kg, max_gross_kg, description";

/** Companies with these types as they were without codes, updated: the types of each. */
async function updated(companies: Readonly<Record<string, readonly string[]>>): Promise<Record<string, Type[]>> {
  const { url, superUrl } = await createEmptyDatabase();
  await migrate(url, { only: new Set(before) });
  const database = new pg.Client({ connectionString: superUrl });
  await database.connect();
  try {
    for (const [code, names] of Object.entries(companies)) {
      const { rows } = await database.query<{ id: string }>(
        `insert into companies (code, legal_name, email, default_currency, timezone, company_type_id)
          select $1, $1, 'office@old.example', 'EUR', 'Europe/Amsterdam', id from company_types limit 1 returning id`,
        [code],
      );
      for (const name of names)
        await database.query("insert into asset_types (company_id, name, kind) values ($1, $2, 'trailer')", [
          rows[0]?.id,
          name,
        ]);
    }
    await migrate(url);
    const typesOf = async (code: string) =>
      (
        await database.query<Type>(
          `select ${columns} from asset_types where company_id = (select id from companies where code = $1) order by code`,
          [code],
        )
      ).rows;
    return Object.fromEntries(
      await Promise.all(Object.keys(companies).map(async (code) => [code, await typesOf(code)] as const)),
    );
  } finally {
    await database.end();
  }
}

test("after the update each asset type has a code of its own: those of new companies as there, others as they are called", async () => {
  const own = ["Forklift", "Tank 30, steel", "Tank (30) steel", "Cont. 20", "20 ft container", "***", "generator"];
  const { OLD = [] } = await updated({ OLD: own });
  const codes = new Map(OLD.map(({ name, code }) => [name, code]));
  expect(new Set(codes.values()).size).toBe(OLD.length);
  expect(Object.fromEntries(codes)).toEqual({
    Forklift: "FORKLIFT",
    "20 ft container": "CONT-20",
    "***": "TYPE",
    "Cont. 20": expect.stringMatching(/^CONT-20-[0-9a-f]{8}$/),
    "Tank 30, steel": "TANK-30-STEEL",
    "Tank (30) steel": expect.stringMatching(/^TANK-30-STEEL-[0-9a-f]{8}$/),
    "Box trailer": "BOX",
    "Swap body": "SWAP-BODY",
    "Reefer unit": "REEFER-UNIT",
    generator: "GENERATOR",
  });
});

test("a company that is older than asset types gets what new companies begin with", async () => {
  const { BARE } = await updated({ BARE: [], OLD: ["Forklift"] });
  const testApp = await startTestApp();
  const database = new pg.Client({ connectionString: testApp.superUrl });
  await database.connect();
  try {
    const { rows } = await database.query(`select ${columns} from asset_types where company_id = $1 order by code`, [
      testApp.companies.a,
    ]);
    expect(rows.length).toBeGreaterThan(10);
    expect(BARE).toEqual(rows);
  } finally {
    await database.end();
    await testApp.close();
  }
});
