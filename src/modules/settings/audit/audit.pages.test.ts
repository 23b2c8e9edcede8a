import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { sentBy, type Sent } from "#main/testing/database/statements.ts";

// Not conformed: events are written by what happens, never by a person; one can only look.
let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/settings/audit";
async function happened(query = ""): Promise<readonly Body[]> {
  const answer = await admin.get(`${path}?limit=200&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.items;
}

test("a year of many events is paged to its end in two statements a page, and a range opens its own months only", async () => {
  await asSuper(
    testApp,
    `insert into events (company_id, at, actor_kind, actor_id, actor_name, entity, entity_id, step)
    select $1, now() - n * interval '12 minutes', 'user', $2, 'buyer Alpha', 'issue', uuidv7(), 'yearly'
      from generate_series(1, 40000) n`,
    [testApp.companies.a, testApp.users.BUYER],
  );
  await asSuper(testApp, "analyze events");
  let cursor: string | null = "";
  let statements = 0;
  const seen = new Set<string>();
  for (let pages = 0; pages < 12 && cursor !== null; pages += 1) {
    const query: string = `${path}?step=yearly&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    let answer = await admin.get("/api/settings");
    const sent = await sentBy(async () => void (answer = await admin.get(query)));
    statements = Math.max(statements, sent.filter(({ text }) => text.includes("events")).length);
    for (const { id } of answer.body.items) seen.add(id);
    cursor = answer.body.nextCursor;
  }
  expect({ statements, seen: seen.size }).toEqual({ statements: 2, seen: 2400 });
  const sent = await sentBy(async () => void (await happened("at=2026-03-05..2026-03-20")));
  const read = sent.find(({ text }) => text.includes("cursor_text"))!;
  expect(monthsOf(await planOf(read))).toEqual(["events_2026_03"]);
  for (const filter of [
    "",
    "step=yearly",
    "entity=issue",
    `actor=${testApp.users.BUYER}`,
    "address=10.9.8.7",
    `entity=issue&entityId=${testApp.users.BUYER}`,
  ]) {
    const [page] = (await sentBy(async () => void (await happened(filter)))).filter(({ text }) =>
      text.includes("cursor_text"),
    );
    const plan = await planOf(page!);
    expect(
      plan.filter(
        (line) =>
          /Rows Removed by Filter: \d{4}/.test(line) || (/Seq Scan on events_\d/.test(line) && /rows=\d{4}/.test(line)),
      ),
      `${filter}\n${plan.join("\n")}`,
    ).toEqual([]);
  }
});

/** How a statement is carried out, in the app's name. */
async function planOf({ text, values }: Sent): Promise<string[]> {
  const client = new pg.Client({ connectionString: testApp.superUrl });
  await client.connect();
  await client.query(`begin; set local role waybill_app; set local waybill.company_id = '${testApp.companies.a}'`);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (analyze) ${text}`, [...values]);
  await client.end();
  return rows.map(({ "QUERY PLAN": line }) => line).filter((line) => !line.includes("never executed"));
}

/** The partitions that a plan reads from. */
function monthsOf(plan: readonly string[]): string[] {
  const read = plan.flatMap((line) =>
    [...line.matchAll(/ on (events_\w+)/g)].map(([, name = ""]) => name.replace(/_(?:pkey|company_id).*/, "")),
  );
  return [...new Set(read)].toSorted();
}
