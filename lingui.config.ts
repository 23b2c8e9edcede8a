import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [{ path: "<rootDir>/src/web/language/{locale}", include: ["<rootDir>/src"], exclude: ["**/node_modules/**", "**/*.test.*", "**/*.server.ts"] }],
});
