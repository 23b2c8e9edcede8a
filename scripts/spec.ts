/**
 * `npm run spec`: each row of docs/specification.md as met, failing or missing, from the reports of the last `npm test`.
 * A row is met by a passing test that names its id in square brackets. Ends with 1 when a row fails, or with `--all` when one is missing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const { values } = parseArgs({ options: { all: { type: "boolean", default: false }, only: { type: "string" } } });
const reports = fileURLToPath(new URL("../.cache/reports/", import.meta.url));
const told = new Map<string, { passed: number; failed: number }>();
for (const file of existsSync(reports) ? readdirSync(reports) : []) {
  const { testResults } = JSON.parse(readFileSync(`${reports}${file}`, "utf8")) as Report; // written by vitest
  for (const { fullName, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    for (const [, id = ""] of fullName.matchAll(/\[([A-Z]+(?:-[A-Z0-9]+|:[^\]]+))\]/g)) {
      const count = told.get(id) ?? { passed: 0, failed: 0 };
      if (status === "passed") count.passed += 1;
      if (status === "failed") count.failed += 1;
      told.set(id, count);
    }
  }
}

const totals = { met: 0, failing: 0, missing: 0 };
for (const { group, ids } of rowsOf(readFileSync(new URL("../docs/specification.md", import.meta.url), "utf8"))) {
  if (values.only && !ids.some((id) => id.startsWith(values.only ?? ""))) continue;
  const by = Object.groupBy(ids, stateOf);
  for (const state of ["met", "failing", "missing"] as const) totals[state] += by[state]?.length ?? 0;
  console.log(`${group}: ${by.met?.length ?? 0} of ${ids.length} met`);
  for (const state of ["failing", "missing"] as const)
    if (by[state]) console.log(`  ${state}: ${by[state].join(" · ")}`);
}
console.log(`\nSpecification: ${totals.met} rows met, ${totals.failing} failing, ${totals.missing} missing.`);
if (told.size === 0) console.log("There is no report yet: npm test writes it.");
process.exitCode = totals.failing > 0 || (values.all && totals.missing > 0) ? 1 : 0;

function stateOf(id: string): "met" | "failing" | "missing" {
  const count = told.get(id);
  if (!count || count.passed + count.failed === 0) return "missing";
  return count.failed > 0 ? "failing" : "met";
}

/** Tables give their first column; a line of `a` · `b` gives ids that begin with the word its section names. */
function rowsOf(text: string): { group: string; ids: string[] }[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const prefix = /The id is `(\w+:)`/.exec(section)?.[1];
      const listed = prefix
        ? [...(section.split("\n").find((line) => line.startsWith("`")) ?? "").matchAll(/`([^`]+)`/g)].map(
            ([, name]) => `${prefix}${name}`,
          )
        : [];
      return {
        group: section.split("\n")[0] ?? "",
        ids: [...listed, ...[...section.matchAll(/^\| ([A-Z]+-[A-Z0-9]+) \|/gm)].map(([, id]) => id ?? "")],
      };
    });
}
