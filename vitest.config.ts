import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    provide: { externalDatabaseAdminUrl: process.env["WAYBILL_TEST_DATABASE_ADMIN_URL"] ?? "" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/shared/**/*.test.ts", "src/web/**/*.test.ts"],
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
          exclude: ["src/shared/**", "src/web/**"],
          globalSetup: ["src/server/testing/global-setup.ts"],
          // Threads that share their modules: three times as fast. Modules therefore hold no state.
          pool: "threads",
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["src/server/testing/global-setup.ts"],
          pool: "forks",
          fileParallelism: false,
          retry: 1, // a browser on a busy machine is late now and then; what is broken fails twice
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
