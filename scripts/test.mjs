// `npm test` is everything; `npm test -- vendors` runs the test files whose path has that word.
import { build, checkStatically, install, step } from "./launcher.mjs";

const words = process.argv.slice(2);
install();
if (words.length > 0) {
  if (words.some((word) => word.includes("e2e"))) build();
  await step("tests", "vitest", ["run", ...words]);
} else {
  await checkStatically();
  await step("unit and server tests", "vitest", ["run", "--project", "unit", "--project", "server"]);
  build();
  await step("browser tests", "vitest", ["run", "--project", "browser", "--passWithNoTests"]);
}
