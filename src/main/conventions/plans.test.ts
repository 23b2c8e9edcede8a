import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { fillTable } from "#main/testing/conform/many.ts";
import { isPlannedByValue } from "#server/db/kysely-over.ts";
import { sentBy, type Sent } from "#main/testing/database/statements.ts";
import { served } from "../app.ts";
import { startTestApp, type Client, type TestApp } from "../testing/test-app.ts";

const rows = 20_000;
/** Tables that never grow, in which a scan is what it should be. */
const small: Readonly<Record<string, string>> = {
  companies: "some hundreds in an installation, for its administrators",
  company_types: "a dozen in an installation",
  currencies: "the world's",
  reference_values: "a few of each list",
  roles: "a dozen in a company",
};

const lists = served.flatMap(({ contract }) =>
  contract["list"]?.query instanceof z.ZodObject && "sort" in contract["list"].query.shape ? [contract["list"]] : [],
);
const sortsOf = ({ query }: RouteShape): string[] =>
  ((query as z.ZodObject).shape["sort"] as z.ZodOptional<z.ZodEnum>).unwrap().options.map(String); // crud() makes it an optional enum

let testApp: TestApp;
let client: Client;
let database: pg.Client;
let filled: string[] = [];
/** Columns that are unique in their company, wherever they are called so. */
let uniques = new Set<string>();

beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("SUPER_ADMIN");
  database = new pg.Client({ connectionString: testApp.superUrl });
  await database.connect();
  const { rows: known } = await database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition",
  );
  const texts = (await sentBy(async () => void (await Promise.all(lists.map((route) => ask(route, "q=none"))))))
    .map(({ text }) => text)
    .join(" ");
  filled = known
    .map(({ name }) => name)
    .filter((name) => !small[name] && new RegExp(String.raw`\b(?:from|join) "?${name}\b`).test(texts));
  const { rows: once } = await database.query<{ name: string }>(
    `select a.attname as name from pg_index x join pg_attribute a on a.attrelid = x.indrelid
      and a.attnum = x.indkey[1] where x.indisunique and x.indnkeyatts = 2 and x.indpred is null`,
  );
  uniques = new Set(once.map(({ name }) => name));
  for (const table of filled) await fillTable(database, table, rows, [testApp.companies.a, testApp.companies.b]);
}, 180_000);

afterAll(async () => {
  await database.end();
  await testApp.close();
});

async function ask({ path }: RouteShape, query: string) {
  const answer = await client.get(`${path}?${query}`);
  expect(answer.status, `${path}?${query}: ${answer.text}`).toBe(200);
  return answer.body;
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Parent Relationship"?: string;
  "Presorted Key"?: string[];
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

type Explained = { "QUERY PLAN": { Plan: Node }[] };

/** The plan of a statement, as PostgreSQL makes it for the app's role in this company: once for all values, or by these. */
async function planOf({ text, values }: Sent, role: "waybill_app" | "waybill_auth"): Promise<Node[]> {
  await database.query(`begin; set local role ${role}; set local waybill.company_id = '${testApp.companies.a}'`);
  try {
    const { rows: plans } = isPlannedByValue(text)
      ? await database.query<Explained>(`explain (format json) ${text}`, [...values])
      : await keptPlan(
          text,
          values.map(() => null),
        );
    return flat(plans[0]!["QUERY PLAN"][0]!.Plan);
  } finally {
    await database.query("rollback");
    await database.query("deallocate all");
  }
}

async function keptPlan(text: string, values: readonly unknown[], how = "format json") {
  await database.query("set local plan_cache_mode = force_generic_plan");
  await database.query(`prepare planned as ${text}`);
  const given = values.length > 0 ? `(${values.map(literal).join(", ")})` : "";
  return database.query<Explained>(`explain (${how}) execute planned${given}`);
}

const literal = (value: unknown): string =>
  value === null ? "null" : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(",")}}` : String(value));

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];
/** What is sorted inside a column's own query is a handful of rows. */
const flatOutside = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? [])
    .filter((one) => one["Parent Relationship"] !== "SubPlan" && one["Parent Relationship"] !== "InitPlan")
    .flatMap(flatOutside),
];
const scans = (plan: Node[]) =>
  plan
    .filter((node) => node["Node Type"] === "Seq Scan" && filled.includes(node["Relation Name"] ?? ""))
    .map((node) => `Seq Scan on ${node["Relation Name"]}`);
/** Rows that come sorted by a column without repeats need no more sorting by id; PostgreSQL does not know that. */
const isUnique = (node: Node) => node["Presorted Key"]?.some((key) => uniques.has(key.replace(/^t(?:_\d+)?\./, "")));
const sorts = (plan: Node[]) =>
  flatOutside(plan[0]!)
    .filter((node) => node["Node Type"].endsWith("Sort") && !isUnique(node))
    .map((node) => node["Node Type"]);

describe.each(
  lists
    .filter(({ path }) => !small[path.split("/").at(-1)!.replaceAll("-", "_")])
    .map((route) => [route.path, route] as const),
)("%s", (_, route) => {
  const role = route.scope === "installation" ? "waybill_auth" : "waybill_app";
  const page = async (query: string) => {
    const sent = await sentBy(() => ask(route, query));
    return sent.find(({ text }) => text.includes("cursor_text"))!;
  };

  test.each(["", ...sortsOf(route)])(
    `sorted by "%s" is read from an index, on the first page and on a later one, over ${rows.toLocaleString("en")} rows`,
    async (by) => {
      const query = by ? `sort=${by}` : "limit=50";
      const { nextCursor } = await ask(route, query);
      for (const from of [query, `${query}&cursor=${encodeURIComponent(nextCursor ?? "")}`]) {
        const plan = await planOf(await page(from), role);
        expect([...scans(plan), ...sorts(plan)], JSON.stringify(plan[0], null, 1).slice(0, 6000)).toEqual([]);
      }
    },
  );

  test("its columns take no values: one that does is planned at each call", async () => {
    const { text } = await page("limit=50");
    expect(text.slice(0, text.indexOf(" as cursor_text")).match(/\$\d+/g) ?? []).toEqual([]);
  });

  test("a search reads an index, and no table", async () => {
    const sent = (await sentBy(() => ask(route, "q=needle in a stack"))).filter(({ text }) => / as t\b/.test(text));
    for (const one of sent) expect(scans(await planOf(one, role)), one.text).toEqual([]);
    const table = /\bfrom "(\w+)" as t\b/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    if (route.scope === "installation") return; // by what it holds of its own
    await database.query("begin; set local role waybill_owner");
    const { rows: plans } = await database.query<{ "QUERY PLAN": { Plan: Node }[] }>(
      `explain (format json) select id from ${pg.escapeIdentifier(table)} where company_id = '${testApp.companies.a}'
        and search_text like '%needle%' limit 10000`,
    );
    await database.query("rollback");
    const plan = flat(plans[0]!["QUERY PLAN"][0]!.Plan);
    expect(scans(plan)).toEqual([]);
    expect(plan.map((node) => node["Index Name"])).toContain(`${table}_search`);
  });
});

describe("a filter that few rows match", () => {
  const few = 3;
  const orders = lists.find(({ path }) => path === "/api/warehouse/purchase-orders")!;
  let vendorId = "";
  beforeAll(async () => {
    const inCompany = "company_id = $1 and id in (select id from purchase_orders where company_id = $1 order by id";
    await database.query("set session_replication_role = replica"); // as if they had come one by one
    const { rows: vendors } = await database.query<{ id: string }>(
      "select id from vendors where company_id = $1 limit 2",
      [testApp.companies.a],
    );
    vendorId = vendors[1]!.id;
    await database.query(
      `update purchase_orders set status = 'closed', vendor_id = $1, on_hold = false, hold_reason = null, requested_date = '2020-01-01'`,
      [vendors[0]!.id],
    );
    await database.query(
      `update purchase_orders set status = 'pending_approval', vendor_id = $2, on_hold = true, hold_reason = 'it waits', requested_date = '2020-06-01' where ${inCompany} limit ${few})`,
      [testApp.companies.a, vendorId],
    );
    await database.query("set session_replication_role = origin; analyze purchase_orders");
  });

  const read = (node: Node): number =>
    node["Node Type"].includes("Scan")
      ? ((node["Actual Rows"] ?? 0) +
          (node["Rows Removed by Filter"] ?? 0) +
          (node["Rows Removed by Index Recheck"] ?? 0)) *
        (node["Actual Loops"] ?? 1)
      : 0;

  test.each([
    ["a state", () => "status=pending_approval"],
    ["two states", () => "status=pending_approval,draft"],
    ["a vendor", () => `vendorId=${vendorId}`],
    ["days", () => "requestedDate=2020-05-01..2020-07-01"],
  ])("%s is found by reading few", async (_, query) => {
    const sent = (await sentBy(() => ask(orders, query()))).find(({ text }) => text.includes("cursor_text"))!;
    await database.query(`begin; set local role waybill_app; set local waybill.company_id = '${testApp.companies.a}'`);
    const { rows: plans } = isPlannedByValue(sent.text)
      ? await database.query<Explained>(`explain (analyze, format json) ${sent.text}`, [...sent.values])
      : await keptPlan(sent.text, sent.values, "analyze, format json");
    await database.query("rollback");
    await database.query("deallocate all");
    const plan = flat(plans[0]!["QUERY PLAN"][0]!.Plan);
    expect(
      plan.map(read).reduce((sum, rowsRead) => sum + rowsRead, 0),
      JSON.stringify(plan[0], null, 1).slice(0, 4000),
    ).toBeLessThan(rows / 20);
  });
});
