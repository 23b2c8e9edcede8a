// `npm test` is everything; `npm test -- vendors` runs the test files whose path has that word.
import { build, checkStatically, install, step } from "./launcher.mjs";

const words = process.argv.slice(2);
install();
if (words.length > 0) {
  if (words.some((word) => /e2e|tests/.test(word))) build();
  await step("tests", "vitest", ["run", ...words]);
} else {
  await checkStatically();
  build(); // the tests of the start and of crashes run the whole product
  await step("unit and server tests", "vitest", ["run", "--project", "unit", "--project", "server"]);
  await step("browser tests", "vitest", ["run", "--project", "browser", "--passWithNoTests"]);
}
