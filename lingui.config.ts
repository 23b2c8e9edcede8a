import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { extractors } from "./scripts/words/extractors.ts";

/** English stands in the code; every other language has one catalogue, for screens, server, mails and papers alike. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["de"],
  catalogs: [
    {
      path: "<rootDir>/src/shared/language/{locale}",
      include: ["<rootDir>/src"],
      // Who starts and keeps an installation reads English, and the demo is data.
      exclude: [
        "**/node_modules/**",
        "**/*.test.*",
        "**/testing/**",
        "**/src/{ops,main/demo}/**",
        "**/src/main/config.ts",
      ],
    },
  ],
  extractors,
  // Line numbers would change the catalogue with every move of code.
  format: formatter({ lineNumbers: false }),
});
