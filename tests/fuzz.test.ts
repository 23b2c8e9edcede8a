import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { countLines } from "#main/testing/fuzz/answers.ts";
import { fuzzApp } from "#main/testing/fuzz/app.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000_000);
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("no request makes the server fail or tell of its insides (3,000 of them; npm run fuzz sends 5,000)", async () => {
  const { counts, findings } = await fuzzApp(testApp, { requests: 3000, seed });
  const reached = [...counts.values()].filter((one) => one.reached > 0).length;
  console.log(`fuzz: seed ${seed}, ${counts.size} routes, ${reached} reached past validation`);
  expect(findings, `FUZZ_SEED=${seed}\n${countLines(counts).join("\n")}`).toEqual([]);
  expect(reached).toBeGreaterThan(counts.size * 0.8);
}, 600_000);
