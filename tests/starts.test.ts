import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { addressOf, ended, isReady, startsOn, type Started } from "#main/testing/product/starts.ts";

const product = startsOn();
afterAll(() => product.end());

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

describe("a start", () => {
  let running: Started;

  test("a second one on the same data says where the first runs, and ends", async () => {
    running = product.start();
    await addressOf(running);
    const second = product.start();
    expect(await ended(second)).toBe(1);
    expect(second.said()).toContain(
      `Waybill is running already on ${join(product.folder, "data")}: open ${await addressOf(running)}`,
    );
  });

  test("after SIGTERM Waybill and its PostgreSQL are gone, and nothing was wrong", async () => {
    const database = product.postgres();
    running.child.kill("SIGTERM");
    expect(await ended(running)).toBe(0);
    // An ended process keeps its number until the system has taken note of it.
    await expect.poll(() => isThere(database), { timeout: 5_000 }).toBe(false);
  });

  test("works after kill -9 of Waybill", async () => {
    running = product.start();
    await addressOf(running);
    running.child.kill("SIGKILL");
    await ended(running);
    running = product.start();
    expect(await isReady(await addressOf(running))).toBe(true);
  });

  test("works after kill -9 of both", async () => {
    process.kill(product.postgres(), "SIGKILL");
    running.child.kill("SIGKILL");
    await ended(running);
    running = product.start();
    expect(await isReady(await addressOf(running))).toBe(true);
    running.child.kill("SIGTERM");
    expect(await ended(running)).toBe(0);
  });
});

test("a bad value stops the start with a sentence that names it", async () => {
  const one = product.start({ PORT: "http" });
  expect(await ended(one)).toBe(1);
  expect(one.said()).toContain("Waybill cannot start. PORT must be a number");
});

test("a taken port stops the start, and its database with it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const one = product.start({ PORT: String(port) });
  expect(await ended(one)).toBe(1);
  other.close();
  expect(one.said()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
  expect(product.postgres).toThrow("ENOENT");
});
