// `npm test`; `npm test -- vendors` runs the test files whose path has that word. What only `.ci/run` runs: vitest.config.ts.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, checkStatically, install, root, step } from "./launcher.mjs";
import { tellTimes } from "./slowest.mjs";

const began = Date.now();
const words = process.argv.slice(2);
install();
if (words.length > 0) {
  if (words.some((word) => /e2e|tests/.test(word))) build();
  await step("tests", "vitest", ["run", ...words]);
} else {
  await checkStatically();
  build(); // the test of the start runs the whole product
  const reports = join(root, ".cache", "reports");
  const told = (name) => [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(reports, `${name}.json`)}`,
  ];
  rmSync(reports, { recursive: true, force: true });
  await step("unit and server tests", "vitest", ["run", "--project", "unit", "--project", "server", ...told("server")]);
  await step("browser tests", "vitest", ["run", "--project", "browser", ...told("browser")]);
  await step("specification", "node", ["scripts/spec.ts"]);
  tellTimes("npm test", began);
}
