import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFile } from "#main/testing/sources.ts";
import { asSuper, startTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

/** The migration that brought the form. Tables from before stay as they are. */
const since = "20261122T1610";

test("tables begin with their id and their company", async () => {
  const later = globSync("migrations/*.sql", { cwd: fileURLToPath(projectFile("./")) })
    .filter((file) => (file.split("/").at(-1) ?? "") > since)
    .flatMap((file) => [...readFileSync(projectFile(file), "utf8").matchAll(/^\s*create table (\w+)/gim)])
    .map(([, name]) => name);
  const rows = await asSuper<{ name: string; columns: string[] }>(
    testApp,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relname = any($1)
      group by 1 order by 1`,
    [later],
  );
  const wrong = rows
    .map(({ name, columns }) => ({
      name,
      columns,
      wanted: ["id", "company_id"].filter((one) => columns.includes(one)),
    }))
    .filter(({ columns, wanted }) => wanted.includes("company_id") && wanted.some((one, at) => columns[at] !== one));
  expect(wrong.map(({ name, columns }) => `${name}: ${columns.slice(0, 3).join(", ")} …`)).toEqual([]);
});

describe("company_table", () => {
  /** Sends statements in a transaction of the owner's that is thrown away; returns the rows of the last. */
  const asOwner = async (...statements: string[]): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: testApp.superUrl });
    await client.connect();
    try {
      await client.query("begin; set local role waybill_owner");
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  };
  const drills = [
    `create table drills (
       like company_record,
       name text not null,
       search_text text generated always as (lower(name)) stored,
       constraint drills_name_once unique (company_id, name)
     )`,
    "select company_table('drills')",
    "create table drill_rows (like company_row, drill_id uuid not null, foreign key (company_id, drill_id) references drills (company_id, id))",
    "select company_rows('drill_rows')",
  ];
  const act = (company: "a" | "b") =>
    `select set_config('waybill.company_id', '${testApp.companies[company]}', true), set_config('role', 'waybill_app', true)`;

  test("gives a table that is like company_record its id and company before all else, even before what is generated", async () => {
    expect(
      await asOwner(
        ...drills,
        `select c.relname || ': ' || string_agg(a.attname, ' ' order by a.attnum) as columns from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where c.relname in ('drills', 'drill_rows')
          group by c.relname order by 1`,
      ),
    ).toEqual([
      { columns: "drill_rows: id company_id drill_id" },
      { columns: "drills: id company_id version created_at updated_at archived_at created_by name search_text" },
    ]);
    expect(
      await asOwner(
        ...drills,
        act("a"),
        "insert into drills (name) values ('One')",
        "insert into drill_rows (drill_id) select id from drills",
        `select d.company_id, d.version, d.search_text,
          d.created_at = date_trunc('milliseconds', d.created_at) as to_the_millisecond, r.company_id as of_row
          from drills d join drill_rows r on r.drill_id = d.id`,
      ),
    ).toEqual([
      {
        company_id: testApp.companies.a,
        version: 1,
        search_text: "one",
        to_the_millisecond: true,
        of_row: testApp.companies.a,
      },
    ]);
  });

  test("keeps its rows to their company", async () => {
    const made = [...drills, act("a"), "insert into drills (name) values ('One')", act("b")];
    expect(await asOwner(...made, "select * from drills")).toEqual([]);
    await expect(
      asOwner(...made, `insert into drills (company_id, name) values ('${testApp.companies.a}', 'Two')`),
    ).rejects.toThrow("row-level security");
    await expect(
      asOwner(...drills, act("a"), "insert into drills (name, version) values ('One', null)"),
    ).rejects.toThrow('null value in column "version"');
  });

  test("refuses a table that does not begin so, and says how it has to", async () => {
    await expect(
      asOwner("create table drills (id uuid not null, name text not null)", "select company_table('drills')"),
    ).rejects.toThrow("create table drills (like company_record, …): its columns have to come first");
    await expect(
      asOwner("create table drills (name text, like company_row)", "select company_rows('drills')"),
    ).rejects.toThrow("create table drills (like company_row, …): its columns have to come first");
  });
});
