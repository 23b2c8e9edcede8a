import { beforeAll, describe, expect, test } from "vitest";
import type { Body } from "#main/testing/test-app.ts";
import type { Saved, Subject, Values } from "./subject.ts";
import { snake } from "#server/db/names.ts";
import { statementsOf } from "../database/statements.ts";

const ordinary = new Set(["q", "sort", "limit", "cursor", "ids", "archived"]);
const needle = "needleword";

/** The list: search, sorts, pages, filters, export. Its records belong to company B, where nothing else is. */
export function listRules(subject: Subject): void {
  if (!subject.has("create") || !subject.query) return; // the calls of the specification answer a plain array
  describe("the list", () => {
    const items: Saved[] = [];
    beforeAll(async () => {
      for (let n = 0; n < 6; n += 1) items.push(await subject.saved({}, "b"));
      items.push(await subject.saved({ [subject.text]: `some ${needle} here` }, "b"));
      items.push(await subject.saved({ [subject.text]: "=1+1" }, "b"));
    });
    searchRules(subject, items);
    pageRules(subject);
    filterRules(subject, items);
    exportRules(subject, items);
  });
}

const client = (subject: Subject) => subject.people.admins.b;
const list = async (subject: Subject, query: string) => client(subject).get(`${subject.path}?${query}`);
const idsOf = (body: Body): string[] => body.items.map(({ id }) => id);

function searchRules(subject: Subject, items: Saved[]): void {
  test("finds by words, in any order and in parts, and nothing for words that are nowhere", async () => {
    const found = (q: string) => list(subject, `q=${encodeURIComponent(q)}`).then(({ body }) => idsOf(body));
    for (const q of [needle, needle.toUpperCase(), "eedlewor", `here ${needle}`])
      expect(await found(q), q).toEqual([items[6]?.id]);
    for (const q of ["nowhere-to-be-found", "%%%", "___", "\\"]) expect(await found(q), q).toEqual([]);
  });

  test("takes at most two statements, one record at most three", async () => {
    const all = await statementsOf(() => list(subject, "limit=3"));
    expect(all.length, all.join("\n")).toBeLessThanOrEqual(2);
    const one = await statementsOf(() => subject.call(client(subject), "read", items[0]?.id ?? ""));
    expect(one.length, one.join("\n")).toBeLessThanOrEqual(3);
  });
}

function pageRules(subject: Subject): void {
  const { sort } = subject.query;
  const sorts = sort ? sortsOf(sort) : [];

  test.each(sorts)("sorted by %s it pages through everything once, also over equal values", async (by) => {
    await evenOut(subject, by);
    const expected = await sortedIds(subject, by);
    for (const limit of [1, 3, 200])
      expect(await crawl(subject, `sort=${by}&limit=${limit}`), `pages of ${limit}`).toEqual(expected);
  });

  test("pages hold 1 to 200", async () => {
    for (const limit of ["0", "201", "-1", "1.5", "x"])
      expect((await list(subject, `limit=${limit}`)).status, limit).toBe(422);
  });

  test("a page position fits its own sort and filter only, and cannot be made up", async () => {
    const [one = "", other = one] = sorts;
    const { body } = await list(subject, `sort=${one}&limit=1`);
    const cursor = encodeURIComponent(body.nextCursor ?? "");
    const refused = { status: 400, body: { code: "bad_cursor" } };
    expect(await list(subject, `sort=${other}&limit=1&cursor=${cursor}`)).toMatchObject(refused);
    expect(await list(subject, `sort=${one}&limit=1&q=a&cursor=${cursor}`)).toMatchObject(refused);
    expect(await list(subject, `sort=${one}&limit=1&cursor=x${cursor}`)).toMatchObject(refused);
    if (!subject.shared)
      expect(await subject.people.admins.a.get(`${subject.path}?sort=${one}&limit=1&cursor=${cursor}`)).toMatchObject(
        refused,
      );
  });

  test("the total is told with the first page only", async () => {
    const first = await list(subject, "limit=2");
    expect(first.body["total"]).toEqual({ count: (await sortedIds(subject, "createdAt")).length, more: false });
    expect(
      (await list(subject, `limit=2&cursor=${encodeURIComponent(first.body.nextCursor ?? "")}`)).body["total"],
    ).toBeNull();
  });

  test("a key that it does not know is refused by name", async () => {
    expect(await list(subject, "surprise=1")).toMatchObject({
      status: 422,
      body: { fields: { surprise: expect.any(String) } },
    });
  });
}

// crud() makes it an optional enum
const sortsOf = (type: unknown): string[] => (type as { unwrap(): { options: string[] } }).unwrap().options;

async function crawl(subject: Subject, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ""; ;) {
    const { body, status, text } = await list(subject, `${query}${cursor}`);
    expect(status, text).toBe(200);
    ids.push(...idsOf(body));
    if (!body.nextCursor || ids.length > 1000) return ids;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

const ofCompany = (subject: Subject) => (subject.shared ? "true" : `company_id = '${subject.testApp.companies.b}'`);

async function sortedIds(subject: Subject, by: string): Promise<string[]> {
  const column = snake(by.replace("-", ""));
  const way = by.startsWith("-") ? "desc" : "asc";
  const rows = await subject.sql<{ id: string }>(
    `select id from ${subject.table} where ${ofCompany(subject)} and archived_at is null order by ${column} ${way}, id ${way}`,
  );
  return rows.map(({ id }) => id);
}

/** Gives some records the same value to sort by, where the column allows it. */
async function evenOut(subject: Subject, by: string): Promise<void> {
  const column = snake(by.replace("-", ""));
  const [fixed] = await subject.sql(
    `select 1 from pg_index where indrelid = $1::regclass and indisunique and pg_get_indexdef(indexrelid) ~ $2
     union all select 1 from pg_attribute where attrelid = $1::regclass and attname = $3 and attgenerated <> ''`,
    [subject.table, `\\m${column}\\M`, column],
  );
  if (fixed) return;
  const first = (what: string, limit: number) =>
    `(select ${what} from ${subject.table} where ${ofCompany(subject)} order by id limit ${limit})`;
  await subject.sql(`update ${subject.table} set ${column} = ${first(column, 1)} where id in ${first("id", 5)}`);
}

function filterRules(subject: Subject, items: Saved[]): void {
  const names = Object.keys(subject.query).filter((name) => !ordinary.has(name));

  test.each(names)("filters by %s", async (name) => {
    const record: Values = items[0] ?? {};
    const value = subject.example.filters?.[name] ?? asFilter(record[name]);
    expect(value, `the example's filters need a value for ${name}`).toBeDefined();
    const { body, status, text } = await list(subject, `${name}=${encodeURIComponent(value ?? "")}`);
    expect(status, text).toBe(200);
    const isShown = record[name] !== undefined && record[name] !== null;
    if (isShown) expect(idsOf(body)).toContain(record["id"]);
    if (isShown && !value?.includes(".."))
      for (const item of body.items) expect(String(item[name])).toBe(String(record[name]));
  });

  test("answers records by their ids, archived ones too", async () => {
    const [one, two] = items;
    expect(idsOf((await list(subject, `ids=${one?.id},${two?.id}`)).body).sort()).toEqual([one?.id, two?.id].sort());
  });
}

function asFilter(value: unknown): string | undefined {
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value))
    return `${value.slice(0, 10)}..${value.slice(0, 10)}`;
  return value === null || value === undefined ? undefined : String(value as string | number | boolean); // filters are by plain values
}

function exportRules(subject: Subject, items: Saved[]): void {
  if (!subject.has("exportCsv")) return;
  const download = (query = "") => client(subject).get(`${subject.path}/export.csv${query}`);

  test("is exported whole, as CSV that no spreadsheet takes for formulas", async () => {
    const { text, headers, status } = await download();
    expect(status, text).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.trimEnd().split("\r\n")).toHaveLength((await sortedIds(subject, "createdAt")).length + 1);
    expect(text).toContain("'=1+1");
    expect(text).not.toMatch(/(^|[,"\n])=/);
  });

  test("is exported with the columns and the filter of the screen", async () => {
    const { text } = await download(`?columns=id,${subject.text}&q=${needle}`);
    expect(text.slice(1).trimEnd().split("\r\n")).toEqual([
      expect.stringMatching(/^Id,/),
      `${items[6]?.id},some ${needle} here`,
    ]);
    expect((await download("?columns=passwordHash")).status).toBe(422);
  });
}
