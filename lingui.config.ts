import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [
    {
      path: "<rootDir>/src/web/language/{locale}",
      include: ["<rootDir>/src"],
      exclude: ["**/node_modules/**", "**/*.test.*", "**/*.server.ts"],
    },
  ],
  // Line numbers would change the catalogues with every move of code.
  format: formatter({ lineNumbers: false }),
});
