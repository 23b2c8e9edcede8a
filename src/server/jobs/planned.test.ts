import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#ops/backup/backup.ts";
import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { startOver } from "#main/testing/product/started-over.ts";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());

type Place = { readonly superUrl: string };
interface Task {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly day: string;
}

const inOutbox = (where: Place, tasks: readonly string[]) =>
  asSuper<Task>(
    where,
    "select id, task, payload, run_at::date::text as day from outbox where task = any($1) order by task",
    [tasks],
  );
const withWorker = async (where: Place, task: string) =>
  (
    await asSuper<{ n: number }>(
      where,
      "select count(*)::int as n from graphile_worker.jobs where task_identifier = $1",
      [task],
    )
  )[0]?.n;
const add = async (task: string, payload: object, later: string) => {
  const [row] = await asSuper<Task>(
    testApp,
    `insert into outbox (company_id, task, payload, run_at) values ($1, $2, $3, now() + $4::interval)
      returning id, task, payload, run_at::date::text as day`,
    [testApp.companies.a, task, JSON.stringify(payload), later],
  );
  return row!;
};

test("what is planned for later and what the worker has not done yet are there once after a restore, and run at their time", async () => {
  const userId = testApp.users.VIEWER;
  const planned = await add("note-erasure", { entity: "user", id: userId }, "400 days");
  const held = await add("task-of-another-version", { some: "thing" }, "0 days"); // this version's worker keeps it
  await expect.poll(() => withWorker(testApp, held.task)).toBe(1);
  expect(await inOutbox(testApp, [planned.task, held.task]), "what is due has gone to the worker").toEqual([planned]);

  const file = join(temporaryFolder(), "backup.tar.gz");
  await backUp({ databaseUrl: testApp.url, dataDir: testApp.dataDir, file, version: "test" });
  const target = { ...(await createEmptyDatabase()), dataDir: temporaryFolder() };
  await restore({ databaseUrl: target.url, dataDir: target.dataDir, file });
  expect(await inOutbox(target, [planned.task, held.task])).toEqual([planned, held]);

  const { close } = await startOver({ url: target.url, dataDir: target.dataDir }, { jobs: true });
  await expect.poll(() => withWorker(target, held.task)).toBe(1);
  expect(await inOutbox(target, [planned.task, held.task])).toEqual([planned]);
  await asSuper(target, "update outbox set run_at = now() where id = $1", [planned.id]);
  const noted = () => readFileSync(join(target.dataDir, "erased.jsonl"), { encoding: "utf8", flag: "a+" });
  await expect.poll(noted).toContain(userId);
  await expect.poll(() => withWorker(target, planned.task)).toBe(0);
  expect(await inOutbox(target, [planned.task])).toEqual([]);
  await close();
});
