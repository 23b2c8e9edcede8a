import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { notFound } from "#shared/contract/problem.ts";
import { startTestApp } from "#main/testing/test-app.ts";
import { inTransaction, openDatabase } from "#server/db/database.ts";
import { answerError } from "./errors.ts";
import { addHealth } from "./health.ts";
import { OneLine, serializers } from "./log.ts";

/** Nothing listens on port 1 of this machine. */
const nowhere = () => new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });

test("readiness without a database says that it is away, and names the disk where that is full", async () => {
  const auth = nowhere();
  for (const [isFull, status] of [
    [false, "database is away"],
    [true, "the disk is full"],
  ] as const) {
    const app = Fastify();
    addHealth(app, { auth }, ".", async () => isFull);
    const answer = await app.inject("/readyz");
    expect(answer).toMatchObject({ statusCode: 503, headers: { "retry-after": "2" } });
    expect(answer.json()).toEqual({ status });
    expect((await app.inject("/livez")).statusCode).toBe(200);
    await app.close();
  }
  await auth.end();
});

test("a database that takes connections and says nothing is called away before the pool's own three seconds are over", async () => {
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo; // of a server that listens
  const database = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` });
  const app = Fastify();
  addHealth(app, database, ".", async () => false);
  const work = inTransaction(database.work, { role: "waybill_app", companyId: null }, (db) =>
    sql`select 1`.execute(db),
  );
  const answers = Promise.all([app.inject("/readyz"), work.catch((error: unknown) => error)]);
  expect(await Promise.race([answers, pause(2_900, "three seconds")])).toMatchObject([
    { statusCode: 503 },
    { status: 503 },
  ]);
  await app.close();
  await database.close();
  silent.close();
});

test("the log has one line for a request, with its path and without what was searched for", async () => {
  const lines: string[] = [];
  const app = Fastify({
    logController: new OneLine(),
    logger: { level: "info", base: null, serializers, stream: { write: (line: string) => void lines.push(line) } },
  });
  app.get("/api/people", async () => ({}));
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply)); // as the product has one
  await app.inject("/api/people?q=Grace+Hopper");
  await app.inject("/api/none?q=Grace+Hopper");
  await app.close();
  const told = lines.filter((line) => line.includes('"req"'));
  expect(told).toHaveLength(2);
  expect(JSON.parse(told[0] ?? "")).toMatchObject({
    req: { method: "GET", url: "/api/people" },
    res: { statusCode: 200 },
  });
  expect(lines.join()).not.toContain("Grace");
});

test("a fault of the database is logged with its place in the schema and in the code, and without the values of rows", async () => {
  const lines: string[] = [];
  const app = Fastify({
    logger: { level: "info", base: null, serializers, stream: { write: (line: string) => void lines.push(line) } },
  });
  const testApp = await startTestApp();
  const pool = new pg.Pool({ connectionString: testApp.superUrl });
  app.setErrorHandler(answerError);
  app.get("/api/raised", () =>
    pool.query(`do $$ begin raise exception 'of "Grace Hopper"' using errcode = 'P0001', detail = 'Grace', table = 'people',
      constraint = 'people_rule'; end $$`),
  );
  app.get("/api/cast", () =>
    pool.query("select * from (values ('Grace')) p (name) where ('[' || name)::jsonb is null"),
  );
  for (const path of ["/api/raised", "/api/cast"]) expect((await app.inject(path)).statusCode).toBe(500);
  await pool.end();
  for (const one of [app, testApp]) await one.close();
  const errors = lines.filter((line) => line.includes("unexpected error")).map((line) => JSON.parse(line).err);
  expect(errors).toMatchObject([
    {
      code: "P0001",
      table: "people",
      constraint: "people_rule",
      message: "of …",
      stack: expect.stringContaining("at "),
    },
    { code: "22P02", message: expect.stringContaining("invalid input syntax") },
  ]);
  expect(lines.join()).not.toContain("Grace");
});
