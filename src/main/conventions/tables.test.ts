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

test("a table whose records are resources registers them itself, with both of its triggers", async () => {
  const rows = await asSuper<{ name: string }>(
    testApp,
    `select r.conrelid::regclass::text as name from pg_constraint r join pg_attribute a on a.attrelid = r.conrelid
      and a.attname = 'id' and a.attnum = any(r.conkey)
    where r.contype = 'f' and r.confrelid = 'resources'::regclass and 2 <> (select count(*) from pg_trigger t
      where t.tgrelid = r.conrelid and t.tgname in ('register_resource', 'unregister_resource')
        and t.tgenabled = 'O') order by 1`,
  );
  expect(rows.map(({ name }) => `${name}: select resource_table('${name}', …)`)).toEqual([]);
});

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

describe("company_table", () => {
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

describe("resource_table", () => {
  const bookable = () => [
    ...drills.slice(0, 2),
    `insert into drills (company_id, name) values ('${testApp.companies.a}', 'One')`,
    "select resource_table('drills', 'asset')",
    act("a"),
  ];
  const id = "01990000-0000-7000-8000-000000000001";

  test("registers the records that are there, and each one that comes, as what can be booked in their company", async () => {
    expect(
      await asOwner(
        ...bookable(),
        "insert into drills (name) values ('Two')",
        "select d.name, r.kind from drills d join resources r using (company_id, id) order by 1",
      ),
    ).toEqual([
      { name: "One", kind: "asset" },
      { name: "Two", kind: "asset" },
    ]);
    expect(await asOwner(...bookable(), act("b"), "select * from resources")).toEqual([]);
  });

  test("takes a record off the register when it is removed, and refuses that while it is booked, or without the record", async () => {
    expect(await asOwner(...bookable(), "delete from drills", "select * from resources where kind = 'asset'")).toEqual(
      [],
    );
    await expect(
      asOwner(
        ...bookable(),
        `insert into bookings (resource_id, during, reason, subject_id)
          select id, tstzrange(now(), now() + interval '1 hour'), 'hold', uuidv7() from drills`,
        "delete from drills",
      ),
    ).rejects.toMatchObject({ code: "23503", constraint: "bookings_resource" });
    await expect(asOwner(...bookable(), "delete from resources where kind = 'asset'")).rejects.toMatchObject({
      code: "23503",
      constraint: "drills_resource",
    });
  });

  test("lets no record share its id with one of another kind, and no resource become another kind", async () => {
    await expect(
      asOwner(
        ...bookable(),
        `insert into resources (id, kind) values ('${id}', 'driver')`,
        `insert into drills (id, name) values ('${id}', 'Two')`,
      ),
    ).rejects.toThrow("the id of this asset is that of a resource of another kind");
    await expect(asOwner(...bookable(), "update resources set kind = 'driver'")).rejects.toThrow(
      "permission denied for table resources",
    );
  });
});
