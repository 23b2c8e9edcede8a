import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Client } from "#main/testing/test-app.ts";
import { clientFrom } from "#main/testing/from-address.ts";
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

// The real product with a proxy at 127.0.0.5 in front of it; whoever else sends X-Forwarded-For makes it up.
const folder = dataFolder("waybill-proxies-");
const proxy = "127.0.0.5";
let product: Product;
let admin: Client;
beforeAll(async () => {
  product = await startProduct(folder.path, { TRUSTED_PROXIES: `${proxy}, 10.0.0.0/8`, RATE_LIMIT: "60" });
  admin = await setUpAdmin(product);
}, 180_000);
afterAll(async () => {
  await stopProduct(product);
  folder.remove();
});

/** Sends sign-ins for addresses without account, each time with another X-Forwarded-For, and tells how many were looked at. */
async function lookedAt(from: string, times: number, forwarded: (n: number) => string): Promise<number> {
  const client = clientFrom(from, product.address);
  await client.get("/api/settings");
  let looked = 0;
  for (let n = 0; n < times; n += 1) {
    const { status } = await client.post(
      "/api/auth/logins",
      { email: "nobody@example.com", password: "a guess of many" },
      { "x-forwarded-for": forwarded(n) },
    );
    if (status === 422) looked += 1;
  }
  return looked;
}

describe("X-Forwarded-For", () => {
  test("that a visitor makes up does not get them more guesses", async () => {
    expect(await lookedAt("127.0.0.20", 12, (n) => `192.0.2.${n}`)).toBeLessThan(8);
  });

  test("from a trusted proxy says who called, and what they put before it does not count", async () => {
    expect(await lookedAt(proxy, 12, (n) => `192.0.2.${n}, 198.51.100.9`)).toBeLessThan(8);
    expect(await lookedAt(proxy, 5, () => "198.51.100.10")).toBe(5);
    expect(await lookedAt(proxy, 5, () => "198.51.100.11, 10.1.2.3")).toBe(5);
  });

  test("is what a session is shown to come from, behind a trusted proxy only", async () => {
    for (const [from, expected] of [
      [proxy, "203.0.113.7"],
      ["127.0.0.21", "127.0.0.21"],
    ] as const) {
      const client = clientFrom(from, product.address);
      await client.get("/api/settings");
      expect(
        (
          await client.post(
            "/api/auth/logins",
            { email: adminEmail, password: adminPassword },
            { "x-forwarded-for": "203.0.113.7" },
          )
        ).status,
      ).toBe(200);
      const [here] = (await client.get("/api/auth/sessions")).body.items;
      expect(here).toMatchObject({ isCurrent: true, address: expected });
    }
    const kept = await asSuper<{ address: string }>(
      { superUrl: superUrlOf(folder.path) },
      "select distinct address from events where step = 'signedIn'",
    );
    expect(kept.map(({ address }) => address).toSorted()).toEqual(["127.0.0.1", "127.0.0.21", "203.0.113.7"]);
  });
});

test("a session that calls more often than RATE_LIMIT is told to wait, for how long and in a sentence; another one is not", async () => {
  const other = clientFrom("127.0.0.22", product.address);
  await other.signIn(adminEmail, adminPassword);
  const answers = await Promise.all(Array.from({ length: 80 }, () => admin.get("/api/currencies")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  // The calls of the tests before count, as far as they were made within the minute.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(refused[0]).toMatchObject({
    headers: { "retry-after": "1" },
    body: { code: "too_many", message: "Too many calls within a minute. Wait 1 second and try again." },
  });
  expect((await other.get("/api/currencies")).status).toBe(200);
});
