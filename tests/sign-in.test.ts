import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "#main/testing/test-app.ts";
import { clientFrom } from "#main/testing/from-address.ts";
import { startMailSink, type MailSink } from "#main/testing/mail/mail-sink.ts";
import {
  adminEmail,
  adminPassword,
  dataFolder,
  setUpAdmin,
  startProduct,
  stopProduct,
  superUrlOf,
  type Product,
} from "#main/testing/product/product.ts";

// The real product as its own process; who guesses and who owns the account come from different addresses of this machine.
const folder = dataFolder("waybill-sign-in-");
let sink: MailSink;
let product: Product;
let database: pg.Client;
/** The owner's own browser, which the account knows. */
let laptop: Client;

beforeAll(async () => {
  sink = await startMailSink();
  product = await startProduct(folder.path, { SMTP_URL: sink.url });
  laptop = await setUpAdmin(product);
  database = new pg.Client({ connectionString: superUrlOf(folder.path) });
  await database.connect();
}, 180_000);
beforeEach(() => database.query("delete from sign_in_attempts"));
afterAll(async () => {
  await database.end();
  await stopProduct(product);
  await sink.close();
  folder.remove();
});

const from = (host: string): Client => clientFrom(host, product.address);
/** Somebody who has the page open. */
async function visitor(host: string): Promise<Client> {
  const client = from(host);
  await client.get("/api/settings");
  return client;
}
const give = (client: Client, password: string) => client.post("/api/auth/logins", { email: adminEmail, password });

/** A day passes for what is counted: waits are over, what is forgotten with time is forgotten. So patient is who guesses here. */
const aDayPasses = () =>
  database.query(
    "update sign_in_attempts set last_at = last_at - interval '1 day', blocked_until = blocked_until - interval '1 day'",
  );
async function guessPatiently(client: Client, times: number): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < times; n += 1) {
    answers.push((await give(client, `guess number ${n} of many`)).status);
    await aDayPasses();
  }
  return answers;
}
const judged = (answers: readonly number[]): number => answers.filter((status) => status === 422).length;

describe("guessing a password", () => {
  test("guess 9,000 from one address is the right one and is refused, however long was waited between; the owner signs in from another address at once", async () => {
    const attacker = await visitor("127.0.0.66");
    expect(judged(await guessPatiently(attacker, 40))).toBe(20);
    for (let n = 40; n < 8_992; n += 16)
      // without waits: the address is closed
      await Promise.all(Array.from({ length: 16 }, (_, at) => give(attacker, `guess number ${n + at} of many`)));
    for (let n = 8_992; n < 9_000; n += 1) expect((await give(attacker, adminPassword)).status, `guess ${n}`).toBe(429);
    expect((await give(await visitor("127.0.0.7"), adminPassword)).status).toBe(200);
    expect((await give(attacker, adminPassword)).status).toBe(429);
  });

  test("of guesses that are sent at once no more are answered than one after another, and the right one among them is not told", async () => {
    const attacker = await visitor("127.0.0.66");
    expect(judged(await guessPatiently(attacker, 15))).toBe(15); // the next failure closes the address for a quarter of an hour
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => give(attacker, n === 40 ? adminPassword : `guess number ${n} of many`)),
    );
    expect(judged(answers.map(({ status }) => status))).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });

  test("from many addresses ends after a hundred: a known browser still gets in, another one by a mailed link", async () => {
    const answers: number[] = [];
    for (let host = 100; host < 112; host += 1)
      answers.push(...(await guessPatiently(await visitor(`127.0.1.${host}`), 12)));
    expect(judged(answers)).toBe(100);
    const phone = await visitor("127.0.0.8");
    expect(await give(phone, adminPassword)).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.any(String) },
      body: { message: expect.stringContaining("by mail") },
    });
    await laptop.remove("/api/auth/logins");
    expect((await laptop.signIn(adminEmail, adminPassword)).status).toBe(200);
    expect((await give(phone, adminPassword)).status).toBe(429);

    await phone.post("/api/auth/reset-password", { email: adminEmail });
    const token = /change-password#t=([\w.-]{45})/.exec(
      (await sink.next(adminEmail, "Choose a new password for Waybill")).text,
    )?.[1];
    expect((await phone.post("/api/auth/change-password", { token, password: adminPassword })).status).toBe(200);
    // whoever goes on guessing does not keep the phone out
    for (let host = 100; host < 112; host += 1) await guessPatiently(await visitor(`127.0.2.${host}`), 12);
    await phone.get("/api/settings");
    expect((await give(phone, adminPassword)).status).toBe(200);
  });

  test("an address that does not exist is throttled in the same way and words", async () => {
    const attacker = await visitor("127.0.0.66");
    const stranger = (email: string) => attacker.post("/api/auth/logins", { email, password: "guess of no account" });
    const both = { known: [] as unknown[], unknown: [] as unknown[] };
    for (let n = 0; n < 22; n += 1) {
      for (const [kind, email] of [
        ["known", adminEmail],
        ["unknown", "nobody@example.com"],
      ] as const) {
        const { status, body } = await stranger(email);
        both[kind].push({ status, code: body.code, message: body.message });
      }
      await aDayPasses();
    }
    expect(both.known).toEqual(both.unknown);
    expect(both.known.at(-1)).toMatchObject({ status: 429 });
  });

  test("an office whose address somebody used up goes on signing in with its own browsers", async () => {
    const office = "127.0.0.9";
    const known = await visitor(office);
    expect((await give(known, adminPassword)).status).toBe(200);
    const attacker = await visitor(office);
    for (let n = 0; n < 60; n += 1)
      await attacker.post("/api/auth/logins", { email: `somebody-${n}@example.com`, password: "one for all of them" });
    expect((await give(await visitor(office), adminPassword)).status).toBe(429);
    await known.get("/api/settings");
    expect((await give(known, adminPassword)).status).toBe(200);
  });
});

test("who forgot which password it was has twenty tries, and a success forgets them", async () => {
  const owner = await visitor("127.0.0.10");
  expect(judged(await guessPatiently(owner, 12))).toBe(12);
  expect((await give(owner, adminPassword)).status).toBe(200);
  const { rows } = await database.query(
    "select sum(failures)::int as failures from sign_in_attempts where bucket like 'password %'",
  );
  expect(rows).toEqual([{ failures: 0 }]);
});
