import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Flow } from "#shared/flow/flow.ts";
import { snake } from "#server/db/names.ts";
import { moduleAt, sources } from "#main/testing/sources.ts";
import { asSuper, startTestApp, type TestApp } from "../testing/test-app.ts";
import { served } from "../app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

/** The first column of every row. */
const found = async (sql: string): Promise<string[]> =>
  (await asSuper<{ found: string }>(testApp, sql)).map((row) => row.found);
const tables = "pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'";
const hasCompany =
  "exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)";
const without = (names: readonly string[], allowed: Readonly<Record<string, string>>) =>
  names.filter((name) => !(name.split(" ")[0]! in allowed));

describe("companies are kept apart by the database", () => {
  test("every table and partition with a company has row-level security, forced", async () => {
    const names = await found(
      `select c.relname as found from ${tables} where c.relkind in ('r', 'p') and ${hasCompany}
        and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
    );
    expect(names).toEqual([]);
  });

  test("every table that the app may touch shows it the rows of its company only", async () => {
    const common = { currencies: "the same for everybody, and only read" };
    const names = await found(`select c.relname as found from ${tables}
        where c.relkind in ('r', 'p') and has_any_column_privilege('waybill_app', c.oid, 'select, insert, update')
      and not exists (select 1 from pg_policy p
        where p.polrelid = c.oid and p.polroles = array['waybill_app'::regrole::oid]
        and pg_get_expr(p.polqual,
          c.oid) ~ '^\\((company_)?id = \\( SELECT \\(NULLIF\\(current_setting\\(''waybill.company_id''::text, true\\), ''''::text\\)\\)::uuid'
        and (p.polcmd = 'r' or pg_get_expr(p.polwithcheck, c.oid) = pg_get_expr(p.polqual, c.oid))) order by 1`);
    expect(without(names, common)).toEqual([]);
  });

  test("no policy lets the app see more", async () => {
    const names =
      await found(`select c.relname || ' ' || p.polname as found from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polpermissive and (p.polroles = array[0::oid] or 'waybill_app'::regrole = any(p.polroles))
        and p.polname not in ('company', 'own_company') order by 1`);
    expect(names).toEqual([]);
  });

  test("the owner sees every row, or backups and migrations would silently miss some", async () => {
    const names =
      await found(`select c.relname as found from ${tables} where c.relkind in ('r', 'p') and c.relforcerowsecurity
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all'
        and p.polroles = array['waybill_owner'::regrole::oid] and pg_get_expr(p.polqual, c.oid) = 'true'
        and pg_get_expr(p.polwithcheck, c.oid) = 'true') order by 1`);
    expect(names).toEqual([]);
  });

  test("the role of sign-in and links sees other companies' rows in these tables only", async () => {
    const names = await found(
      `select distinct c.relname as found from pg_policy p join pg_class c on c.oid = p.polrelid
        where 'waybill_auth'::regrole = any(p.polroles)
        and pg_get_expr(p.polqual, c.oid) not like '%AND (company_id = ( SELECT current_company()%' order by 1`,
    );
    expect(names).toEqual([
      "companies",
      "events",
      "link_sessions",
      "links",
      "roles",
      "sessions",
      "user_roles",
      "users",
    ]);
  });

  test("nobody is granted a partition, which would go around the table's policy", async () => {
    expect(
      await found(
        `select c.relname as found from ${tables}
          where c.relispartition and (has_any_column_privilege('waybill_app', c.oid, 'select, insert, update')
          or has_any_column_privilege('waybill_auth', c.oid, 'select, insert, update'))`,
      ),
    ).toEqual([]);
  });

  test("every view asks with the rights of who looks", async () => {
    expect(
      await found(
        `select c.relname as found from ${tables}
          where (c.relkind = 'v' and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on)', false)
          or c.relkind = 'm') and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
      ),
    ).toEqual([]);
  });

  test("every unique key begins with the company, so that none can be asked about another's", async () => {
    const across = {
      users_pkey: "users are found before their company is known",
      users_address_once: "an address signs in to one company of the installation",
      sessions_pkey: "as users",
      sessions_token_once: "a secret of 256 bits tells the company",
      links_token_once: "as sessions",
      link_sessions_pkey: "as sessions",
      link_sessions_token_once: "as sessions",
    };
    const names = await found(`select i.relname as found from ${tables} join pg_index x on x.indrelid = c.oid
        join pg_class i on i.oid = x.indexrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where ${hasCompany} and (x.indisunique or x.indisexclusion) and not c.relispartition and a.attname <> 'company_id'
      union select i.relname from ${tables} join pg_index x on x.indrelid = c.oid
        join pg_class i on i.oid = x.indexrelid where ${hasCompany} and x.indisunique and x.indkey[0] = 0 order by 1`);
    expect(without(names, across)).toEqual([]);
  });

  test("every foreign key between records carries the company, and has its index", async () => {
    const columns = (key: string) =>
      `(select array_agg(a.attname::text order by k.n) from unnest(f.${key}) with ordinality k(num, n)
        join pg_attribute a on a.attnum = k.num
        and a.attrelid = case '${key}' when 'conkey' then f.conrelid else f.confrelid end)`;
    const lone = await found(`select f.conname as found from pg_constraint f join ${tables} on c.oid = f.conrelid
        where f.contype = 'f' and ${hasCompany} and f.conparentid = 0
      and exists (select 1 from pg_attribute a where a.attrelid = f.confrelid and a.attname = 'company_id'
        and not a.attisdropped) and not 'company_id' = any(${columns("conkey")}::text[]) order by 1`);
    expect(
      without(lone, { sessions_user_id_fkey: "one home company per user, and a SUPER_ADMIN acts in others" }),
    ).toEqual([]);
    const unindexed = await found(`select f.conname as found from pg_constraint f join ${tables} on c.oid = f.conrelid
        where f.contype = 'f' and f.conparentid = 0 and not exists (
      select 1 from pg_index x where x.indrelid = f.conrelid and x.indpred is null
        and (x.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey) order by 1`);
    expect(
      unindexed.filter((name) => !/currency_fkey$|_company_id_fkey$|company_type_id_fkey$/.test(name)),
      "currencies and companies are never removed while they are used",
    ).toEqual([]);
  });
});

describe("a company can move to another installation", () => {
  test("rows that every installation has carry the same ids in each", async () => {
    expect(await found("select code || ' ' || id as found from company_types order by id")).toEqual([
      "SHIPPER 01990000-0000-7000-8000-0000000000c1",
      "WAREHOUSE_OPERATOR 01990000-0000-7000-8000-0000000000c2",
      "THREE_PL 01990000-0000-7000-8000-0000000000c3",
      "CARRIER 01990000-0000-7000-8000-0000000000c4",
      "VENDOR 01990000-0000-7000-8000-0000000000c5",
      "BROKER 01990000-0000-7000-8000-0000000000c6",
    ]);
    const seeded = await found(`select c.relname as found from ${tables} where c.relkind = 'r' and not ${hasCompany}
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'id')
      and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text <> '0'
      order by 1`);
    expect(seeded, "a table with ids of its own that migrations fill").toEqual(["companies", "company_types"]);
  });

  test("no function takes a row of a table, whose columns may stand in another order elsewhere", async () => {
    expect(
      await found(`select p.proname::text as found from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and exists (select 1 from unnest(p.proargtypes) t(of) join pg_type y on y.oid = t.of
          join pg_class c on c.oid = y.typrelid and c.relkind in ('r', 'p')) order by 1`),
      "those that there were before the rule",
    ).toEqual(["comparable_total", "event_facts", "event_persons", "session_holds"]);
  });

  test("every policy asks for the company once a statement, not once a row", async () => {
    const asked = await asSuper<{ of: string; condition: string }>(
      testApp,
      `select c.relname || ' ' || p.polname as of, concat_ws(' ', pg_get_expr(p.polqual, c.oid),
        pg_get_expr(p.polwithcheck, c.oid)) as condition from pg_policy p join pg_class c on c.oid = p.polrelid`,
    );
    const once = /\( ?SELECT [^()]*(\((NULLIF\()?)?(current_company\(\)|current_setting\()/g;
    const left = asked.filter(({ condition }) => /current_(company|setting)\(/.test(condition.replace(once, "")));
    expect(left.map(({ of }) => of)).toEqual([]);
  });
});

describe("roles of the database", () => {
  test("the app owns nothing, is above nothing, and may not sign in by itself", async () => {
    expect(
      await found(
        `select rolname as found from pg_roles where rolname in ('waybill_app', 'waybill_auth', 'waybill_owner')
          and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication)`,
      ),
    ).toEqual([]);
    expect(
      await found(
        `select distinct r.rolname as found from pg_shdepend d join pg_roles r on r.oid = d.refobjid
          where d.deptype = 'o' and d.dbid = (select oid from pg_database where datname = current_database())
          and r.rolname in ('waybill_app', 'waybill_auth', 'waybill_test')`,
      ),
    ).toEqual([]);
    expect(
      await found(
        "select r as found from unnest(array['waybill_app', 'waybill_auth']) r where has_schema_privilege(r, 'public', 'create')",
      ),
    ).toEqual([]);
  });

  test("nobody but the owner may empty a table, which no policy would stop", async () => {
    expect(
      await found(
        `select c.relname as found from ${tables}
          where c.relkind in ('r', 'p')
          and (has_table_privilege('waybill_app', c.oid, 'truncate, references, trigger')
          or has_table_privilege('waybill_auth', c.oid, 'truncate'))`,
      ),
    ).toEqual([]);
  });

  test("what was done cannot be changed or removed", async () => {
    expect(
      await found(
        `select t as found from unnest(array['events', 'stock_moves', 'event_seals', 'erasures', 'erased_events',
          'exchange_rates']) t where has_table_privilege('waybill_app', t, 'update')
          or has_table_privilege('waybill_app', t, 'delete') or has_table_privilege('waybill_auth', t, 'update')
          or has_table_privilege('waybill_auth', t, 'delete')`,
      ),
    ).toEqual([]);
  });

  test("these functions run with the owner's rights, with a fixed search path, and no others", async () => {
    const definers = `select p.proname::text as found from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.prosecdef and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect(await found(`${definers} order by 1`)).toEqual([
      "bookings_in_the_way",
      "drivers_of_person",
      "ensure_event_months",
      "erase_driver",
      "erase_person",
      "forget_consignee",
      "menu_counts",
      "runs_installation",
      "search_ids",
      "search_rare",
      "super_admin_addresses",
      "words_of_driver",
    ]);
    expect(
      await found(
        `${definers} and (not coalesce(p.proconfig::text like '%search_path=public, pg_temp%', false)
          or has_function_privilege('public', p.oid, 'execute'))`,
      ),
    ).toEqual([]);
  });
});

describe("columns", () => {
  test("hold instants with their zone to the millisecond, and nothing as a float", async () => {
    const own = `${tables} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid where c.relkind in ('r', 'p') and not c.relispartition`;
    expect(
      await found(
        `select c.relname || '.' || a.attname as found
          from ${own} and t.typname in ('float4', 'float8', 'timestamp', 'timetz', 'money', 'json', 'varchar')`,
      ),
    ).toEqual([]);
    expect(
      await found(
        `select c.relname || '.' || a.attname as found from ${own} and t.typname = 'timestamptz'
          and a.atttypmod is distinct from 3 order by 1`,
      ),
    ).toEqual([]);
  });
});

describe("lists of values are the same in contract, flow and database", async () => {
  const checks = async (): Promise<Map<string, string[]>> => {
    const rows = await asSuper<{ of: string; definition: string }>(
      testApp,
      `select c.relname || '.' || a.attname as of, pg_get_constraintdef(k.oid) as definition from pg_constraint k
        join ${tables} on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
        where k.contype = 'c'`,
    );
    return new Map(
      rows
        .filter(({ definition }) => /= ANY \(ARRAY\[/.test(definition))
        .map(({ of, definition }) => [
          of,
          [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value).sort(),
        ]),
    );
  };
  const lists = served.flatMap(({ contract }) =>
    contract["read"]?.reply instanceof z.ZodObject
      ? [{ path: contract["read"].path, shape: contract["read"].reply.shape as Record<string, z.ZodType> }]
      : [],
  );
  const enumOf = (type: z.ZodType): string[] | null =>
    type instanceof z.ZodEnum
      ? (type.options as string[])
      : type instanceof z.ZodNullable
        ? enumOf(type.unwrap() as z.ZodType)
        : null;
  /** Table of a list's path, by the handlers beside its contract. */
  const tableOf = (folder: string): string[] =>
    sources(`src/modules/**/${folder}/*.{contract,server}.ts`).flatMap(({ code }) =>
      [...code.matchAll(/\btable:\s*"(\w+)"/g)].map(([, name = ""]) => name),
    );

  test.each(lists.map(({ path, shape }) => [path, shape] as const))("%s", async (path, shape) => {
    const known = await checks();
    const tablesOf = tableOf(path.split("/").at(-2) ?? "");
    for (const [field, type] of Object.entries(shape)) {
      const values = enumOf(type);
      const inDatabase = tablesOf.map((table) => known.get(`${table}.${snake(field)}`)).find(Boolean);
      if (values && inDatabase) expect([...values].sort(), field).toEqual(inDatabase);
    }
  });

  const flows = sources("src/modules/**/*.flow.ts").map(({ path }) => path);
  test.each(flows)("%s", async (path) => {
    const known = await checks();
    const own = tableOf(path.split("/").at(-2) ?? "")
      .map((table) => known.get(`${table}.status`))
      .filter((values) => values !== undefined);
    const declared = Object.values(await moduleAt(path)).filter(
      (value): value is Flow => typeof value === "object" && value !== null && "states" in value && "steps" in value,
    );
    for (const flow of declared)
      expect(own, "the states of a table in this folder").toContainEqual([...flow.states].sort());
  });

  test("every sort of a list is by a column that is never null, so that no page loses rows", async () => {
    const nullable = new Set(
      await found(
        `select c.relname || '.' || a.attname as found from ${tables} join pg_attribute a on a.attrelid = c.oid
          and a.attnum > 0 where c.relkind in ('r', 'p') and not a.attnotnull`,
      ),
    );
    const sorts = served.flatMap(({ contract }) => {
      const { list } = contract;
      const sort =
        list?.query instanceof z.ZodObject
          ? (list.query.shape["sort"] as z.ZodOptional<z.ZodEnum> | undefined)
          : undefined;
      return sort && list
        ? sort.unwrap().options.map((name) => ({ name: snake(String(name).replace("-", "")), path: list.path }))
        : [];
    });
    expect(
      sorts
        .flatMap(({ name, path }) => tableOf(path.split("/").at(-1) ?? "").map((table) => `${table}.${name}`))
        .filter((one) => nullable.has(one)),
    ).toEqual([]);
  });
});
