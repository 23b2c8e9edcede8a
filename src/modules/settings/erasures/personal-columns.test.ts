import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "#main/modules.ts";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";

const { notPersonal, personalColumns } = modules;
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

interface Column {
  name: string;
  type: string;
  generated: boolean;
}
const columns = () =>
  asSuper<Column>(
    testApp,
    `select c.relname || '.' || a.attname as name, t.typname as type, a.attgenerated <> '' as generated
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and t.typname in ('text', '_text', 'jsonb', 'json', 'varchar') order by 1`,
  );
const registered = Object.entries(personalColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
const sounds =
  /\.(?:.*(?:name|e?mail|phone|address|recipient|contact|driver|reason|notes?|description|comment|instructions|failure|error|reply|submitted_by|responded_by|subject))(?:_|\d|$)/;

test("every column that sounds like a person, and every one that may hold anything, is registered as personal or as not", async () => {
  const unsure = (await columns()).filter(
    ({ name, type, generated }) =>
      !generated &&
      (sounds.test(name) || type === "jsonb" || type === "_text") &&
      !registered.includes(name) &&
      !(name in notPersonal),
  );
  expect(
    unsure.map(({ name }) => name),
    "add each to `personal` or `notPersonal` of its record",
  ).toEqual([]);
});

test("the register names columns that there are, each once", async () => {
  const known = (await columns()).map(({ name }) => name);
  const all = [...registered, ...Object.keys(notPersonal)];
  expect(all.filter((name) => !known.includes(name))).toEqual([]);
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});
