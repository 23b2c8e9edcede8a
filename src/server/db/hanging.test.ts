import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startTestApp } from "#main/testing/test-app.ts";
import { inTransaction, openDatabase } from "#server/db/database.ts";
import { createTestDatabase } from "#main/testing/database/database.ts";

/** A way to the database on which everything can stop, as it does when the database's processes are stopped. */
async function wayTo(url: string) {
  const target = new URL(url);
  const sockets: Socket[] = [];
  let hangs = false;
  const way = createServer((caller) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [caller, database]) {
      sockets.push(socket);
      socket.on("error", () => undefined).on("close", () => [caller, database].forEach((one) => one.destroy()));
      if (hangs) socket.pause();
    }
    caller.on("data", (part) => database.write(part));
    database.on("data", (part) => caller.write(part));
    if (hangs) for (const socket of [caller, database]) socket.pause();
  });
  await once(way.listen(0, "127.0.0.1"), "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.search = ""; // no way by the socket
  through.port = String((way.address() as AddressInfo).port); // of a server that listens
  return {
    url: through.href,
    hang(now: boolean) {
      hangs = now;
      for (const socket of sockets) now ? socket.pause() : socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      way.close();
    },
  };
}

test("while the database hangs, readiness, reading and writing are answered with 503 within two seconds and a half, the first time as later", async () => {
  const { url, superUrl } = await createTestDatabase();
  const way = await wayTo(url);
  const testApp = await startTestApp({ database: { url: way.url, superUrl } });
  const buyer = await testApp.as("BUYER");
  const calls = () => [
    buyer.get("/readyz"),
    buyer.get("/api/warehouse/vendors"),
    buyer.post("/api/warehouse/vendors", { code: "H-1", name: "Hanging", currency: "EUR" }),
  ];
  expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200, 200]);
  way.hang(true);
  for (const when of ["first", "second", "third"]) {
    const began = performance.now();
    const answers = await Promise.all([...calls(), ...calls()]);
    expect(
      answers.map(({ status }) => status),
      when,
    ).toEqual(Array.from({ length: 6 }, () => 503));
    expect(performance.now() - began, when).toBeLessThan(2_500);
  }
  way.hang(false);
  await expect.poll(async () => (await buyer.get("/api/warehouse/vendors")).status, { timeout: 10_000 }).toBe(200);
  await testApp.close();
  way.close();
});

test("a process that was held up itself does not take that for the database's silence", async () => {
  const { url } = await createTestDatabase();
  const database = openDatabase({ url });
  const holdUp = () => {
    const until = performance.now() + 2_500;
    while (performance.now() < until);
  };
  const ask = (meanwhile: () => void) =>
    inTransaction(database.work, { role: "waybill_app", companyId: null, readOnly: true }, (db) => {
      const asked = sql`select 1 as one`.execute(db);
      setImmediate(meanwhile);
      return asked;
    });
  const first = ask(() => undefined);
  setImmediate(holdUp); // while the connection is made
  expect((await first).rows).toEqual([{ one: 1 }]);
  expect((await ask(holdUp)).rows).toEqual([{ one: 1 }]); // between a statement and its answer
  await database.close();
});
