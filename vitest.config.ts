import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const externalDatabaseAdminUrl = process.env["WAYBILL_TEST_DATABASE_ADMIN_URL"] ?? "";
/** What asks the database does so through this PgBouncer; what stops and starts servers does not. */
const pooler = process.env["WAYBILL_TEST_POOLER"] ?? "";
/** A folder that keeps what the tests of the modules send to PostgreSQL, so that another can be asked whether it understands it. */
const statements = process.env["WAYBILL_TEST_STATEMENTS"] ?? "";
const server = ["src/{main,modules,ops,server}/**/*.test.ts", "tests/**/*.test.ts"];

/**
 * What takes long: tests that mostly wait for whole products to start, to be killed and to come back, large and hostile
 * files, and the same story at sixty moments. `.ci/run` runs them; `npm test` keeps one start and one kill (tests/start.test.ts) and every ninth moment.
 */
const processes = [
  "src/main/demo/demo.moments.test.ts",
  "src/main/two-nodes.test.ts",
  "src/modules/settings/imports/event-loop.test.ts",
  "src/modules/settings/imports/hostile-files.test.ts",
  "src/server/jobs/jobs.test.ts",
  "tests/backup.demo.test.ts",
  "tests/crash.test.ts",
  "tests/new.entity.test.ts",
  "tests/reset-password.test.ts",
  "tests/starts.test.ts",
];

/**
 * What is worth running on another PostgreSQL than ours and through a pooler: what goes over every module, the kit, and the walk
 * through the chain of orders. Of the modules' own tests only the statements are asked there (src/main/statements.test.ts).
 */
const database = globSync(["src/{main,ops,server}/**/*.test.ts", "src/modules/warehouse/random-walk.test.ts"]).filter(
  (file) =>
    /\b(?:startTestApp|createTestDatabase|createEmptyDatabase|conform|\w+App)\(/.test(readFileSync(file, "utf8")),
);

const serverTests = {
  exclude: processes,
  globalSetup: ["src/main/testing/database/global-setup.ts"],
  // Threads that share their modules: three times as fast. Modules therefore hold no state.
  pool: "threads" as const,
  isolate: false,
  testTimeout: 120_000, // it ends what hangs; a busy machine may take five times as long as a quiet one
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    provide: { externalDatabaseAdminUrl, pooler: "", statements },
    expect: { poll: { timeout: 20_000 } }, // how long what comes later may take on a busy machine
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/shared/**/*.test.ts", "src/web/**/*.test.ts"],
          pool: "threads",
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...serverTests,
          name: "server",
          include: server,
          setupFiles: statements ? ["src/main/testing/database/keep-statements.ts"] : [],
        },
      },
      ...(externalDatabaseAdminUrl
        ? [
            {
              extends: true as const,
              test: { ...serverTests, name: "database", include: database, provide: { pooler } },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: "processes",
          include: processes,
          globalSetup: ["src/main/testing/database/global-setup.ts"],
          pool: "threads",
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["src/main/testing/setup.ts"],
          // Two files at a time, as many as a small machine has cores; the files of a worker share one browser.
          pool: "forks",
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
