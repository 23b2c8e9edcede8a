import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { addressOf, isReady, startsOn, type Started } from "#main/testing/product/starts.ts";

const product = startsOn();
afterAll(() => product.end());

/** One start and one kill; tests/starts.test.ts has the others. */
describe("a start", { timeout: 120_000 }, () => {
  let running: Started;

  test("says where to open it, and gives the link that makes the first administrator", async () => {
    running = product.start();
    const address = await addressOf(running);
    expect(await isReady(address)).toBe(true);
    expect(running.said()).toContain(`${address}/set-up#t=`);
  });

  test("goes on by itself after kill -9 of PostgreSQL", async () => {
    const address = await addressOf(running);
    process.kill(product.postgres(), "SIGKILL");
    let ready = false;
    for (const until = Date.now() + 20_000; !ready && Date.now() < until; await pause(100))
      ready = running.said().includes("starts it again") && (await isReady(address));
    expect(ready).toBe(true);
  });
});
