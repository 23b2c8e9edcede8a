import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { verifyAndNote } from "#server/audit/sealer.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

/** Seals what has happened; first waits until no transaction of another database of the server is older than it. */
async function sealed(): Promise<number | null> {
  const isSettled = async () =>
    (
      await asSuper<{ settled: boolean }>(
        testApp,
        "select coalesce(max(tx) < pg_snapshot_xmin(pg_current_snapshot()), true) as settled from events",
      )
    )[0]?.settled;
  await expect.poll(isSettled).toBe(true);
  return sealEvents(testApp.database.owner);
}
const verified = async () =>
  Object.fromEntries((await verifySeals(testApp.database.owner)).map(({ code, broken, seq }) => [code, broken ?? seq]));
const seals = (company: string) =>
  asSuper<{ seq: string; event_id: string }>(
    testApp,
    "select seq, event_id from event_seals where company_id = $1 order by seq",
    [company],
  );

/** Does something to the events as their superuser can, looks, and puts it right again. */
async function tampered(change: string, values: unknown[] = []): Promise<unknown> {
  await asSuper(testApp, "create table kept as select * from events");
  await asSuper(testApp, "create table kept_seals as select * from event_seals");
  await asSuper(testApp, "alter table events disable trigger append_only");
  try {
    await asSuper(testApp, change, values);
    await sealed();
    return (await verified())["ALPHA"];
  } finally {
    await asSuper(
      testApp,
      `delete from event_seals; delete from events; insert into events select *
        from kept; insert into event_seals select *
        from kept_seals; drop table kept, kept_seals; alter table events enable trigger append_only`,
    );
  }
}

test("what happens is sealed in the order of its commit, each company in a chain of its own, and nothing twice", async () => {
  const buyers = [await testApp.as("BUYER"), await testApp.as("BUYER", "b")];
  for (let n = 0; n < 12; n += 1)
    await buyers[n % 2]!.post("/api/warehouse/vendors", { code: `S-${n}`, name: `Sealed ${n}`, currency: "EUR" });
  expect(await sealed()).toBeGreaterThanOrEqual(14);
  expect(await sealed()).toBe(0);
  const [all] = await asSuper<{ n: number }>(testApp, "select count(*)::int as n from events where company_id = $1", [
    testApp.companies.a,
  ]);
  const links = await seals(testApp.companies.a);
  expect(links.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: all!.n }, (_, at) => at + 1));
  const inOrder = await asSuper<{ id: string }>(
    testApp,
    "select id from events where company_id = $1 order by tx, id",
    [testApp.companies.a],
  );
  expect(links.map(({ event_id: id }) => id)).toEqual(inOrder.map(({ id }) => id));
  expect(await verified()).toEqual({ ALPHA: links.length, BETA: (await seals(testApp.companies.b)).length });
});

test("two that seal at once make one chain", async () => {
  const buyer = await testApp.as("BUYER");
  for (let n = 0; n < 5; n += 1)
    await buyer.post("/api/warehouse/vendors", { code: `T-${n}`, name: `Together ${n}`, currency: "EUR" });
  await Promise.all([sealed(), sealed(), sealed()]);
  await sealed();
  expect((await verified())["ALPHA"]).toBe((await seals(testApp.companies.a)).length);
});

test("a long trail, as an installation has that is sealed for the first time, is sealed to its end", async () => {
  await asSuper(
    testApp,
    `insert into events (company_id, at, actor_kind, entity, entity_id, step)
      select $1, now() - n * interval '1 hour', 'system', 'issue', uuidv7(), 'yearly' from generate_series(1, 4500) n`,
    [testApp.companies.b],
  );
  await asSuper(testApp, "delete from job_cursors");
  expect(await sealed()).toBe(4500);
  expect((await verified())["BETA"]).toBe((await seals(testApp.companies.b)).length);
});

test("an event that a superuser changes, removes or puts in between is named, with its company and the first broken link", async () => {
  const [third, fourth, fifth] = (await seals(testApp.companies.a)).slice(2, 5);
  const [at] = await asSuper<{ at: Date; tx: string }>(testApp, "select at, tx::text from events where id = $1", [
    fourth!.event_id,
  ]);
  for (const change of [
    "actor_name = 'Somebody Else'",
    "actor_id = null",
    "note = 'never said'",
    "changes = '{}'",
    "step = 'archived'",
    "at = at + interval '1 second'",
    "address = '10.0.0.1'",
  ]) {
    const moved = change.startsWith("at");
    expect(await tampered(`update events set ${change} where id = $1`, [fourth!.event_id]), change).toEqual({
      seq: 4,
      how: moved ? "removed" : "changed",
    });
  }
  expect(await tampered("delete from events where id = any($1)", [[fifth!.event_id, third!.event_id]])).toEqual({
    seq: 3,
    how: "removed",
  });
  const put = `insert into events (company_id, at, tx, actor_kind, entity, entity_id, step)
      values ($1, $2::timestamptz, coalesce($3::xid8, pg_current_xact_id()), 'system', 'vendor', $1, 'invented')`;
  expect(await tampered(put, [testApp.companies.a, at!.at, at!.tx])).toMatchObject({ how: "inserted" });
  expect(await tampered(put, [testApp.companies.a, new Date(at!.at.getTime() - 3_600_000), null])).toMatchObject({
    how: "backdated",
  });
  expect(await verified(), "and once all is put right, nothing is").toEqual({
    ALPHA: (await seals(testApp.companies.a)).length,
    BETA: (await seals(testApp.companies.b)).length,
  });
});

test("a seal that is taken out, or made anew for a changed event, breaks the chain", async () => {
  expect(
    await tampered("delete from event_seals where company_id = $1 and seq = 4", [testApp.companies.a]),
  ).toMatchObject({ seq: 4 });
  const anew = `with e as (update events set note = 'never said'
    where id = (select event_id from event_seals where company_id = $1 and seq = 4) returning *)
    update event_seals s
      set personal = sha256(s.salt
      || convert_to(jsonb_build_array(e.actor_name, e.reason, e.note, e.address, e.changes)::text, 'UTF8')) from e
      where s.event_id = e.id`;
  expect(await tampered(anew, [testApp.companies.a])).toEqual({ seq: 4, how: "changed" });
  expect(
    await tampered(
      `with e as (update events set note = 'never said'
        where id = (select event_id from event_seals where company_id = $1 and seq = 4)
        returning *) update event_seals s set salt = null from e where s.event_id = e.id`,
      [testApp.companies.a],
    ),
    "a salt taken away without an erasure",
  ).toEqual({ seq: 4, how: "changed" });
});

test("the audit screen is told up to where it is sealed, when that was verified, and where it is broken", async () => {
  const reader = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_AUDIT"]);
  const look = async () => (await reader.get("/api/settings/audit/seal")).body;
  expect(await look()).toMatchObject({ verifiedAt: null, brokenAt: null });
  await verifyAndNote(testApp.database.owner);
  expect(await look()).toMatchObject({
    sealedUpTo: expect.any(String),
    verifiedAt: expect.any(String),
    brokenAt: null,
  });
  await asSuper(testApp, "create table kept as select * from event_seals where company_id = $1 and seq = 2", [
    testApp.companies.a,
  ]);
  await asSuper(testApp, "delete from event_seals s using kept k where (s.company_id, s.seq) = (k.company_id, k.seq)");
  await verifyAndNote(testApp.database.owner);
  expect(await look()).toMatchObject({ brokenAt: 2 });
  expect((await (await testApp.as("COMPANY_ADMIN", "b")).get("/api/settings/audit/seal")).body).toMatchObject({
    brokenAt: null,
  });
  await asSuper(testApp, "insert into event_seals select * from kept; drop table kept");
  expect((await (await clientWith(testApp, ["CAN_VIEW"])).get("/api/settings/audit/seal")).status).toBe(403);
});

test("the app reads the seals of its company and writes none", async () => {
  const asApp = (text: string) =>
    asSuper<{ n: number }>(testApp, `set role waybill_app; set waybill.company_id = '${testApp.companies.a}'; ${text}`);
  for (const table of ["event_seals", "seal_checks", "erasures", "erased_events"]) {
    for (const text of [
      `delete from ${table}`,
      `update ${table} set company_id = company_id`,
      `insert into ${table} default values`,
    ])
      await expect(asApp(text), text).rejects.toThrow(/permission denied/);
  }
  for (const call of [
    "seal_events(current_company(), '0', '1', null, 1)",
    "erase_person(current_company(), null, '{}')",
  ])
    await expect(asApp(`select ${call}`), call).rejects.toThrow(/permission denied/);
});
