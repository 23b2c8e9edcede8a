import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { randomWalk } from "#main/testing/walk/random-walk.ts";

/** A short walk, the same each time; `npm run walk` goes far, with other seeds. */
const steps = Number(process.env["WALK_STEPS"] ?? 150);
const seed = Number(process.env["WALK_SEED"] ?? 31);

describe("a random walk of several people over orders, deliveries, receipts and issues", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());

  test(
    "keeps the sums after every step and the meanings at all times",
    async () => {
      const { faults, figures, story, valid } = await randomWalk(testApp, { steps, seed });
      expect(faults, `${figures}\n${story}`).toEqual([]);
      expect(valid, figures).toBe(steps);
    },
    60_000 + steps * 1000,
  );
});
