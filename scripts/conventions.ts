/**
 * Breaks each law once on purpose, in a copy of the sources that is thrown away, and sees whether its test notices.
 * `npm run laws`, or `npm run laws -- plan unique` for the laws whose name has one of these words; ends with 1 when a break passed.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { others, planted } from "#main/testing/planted.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import type { Break } from "./conventions.break.ts";
import { breaks } from "./conventions.breaks.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const programs = join(project, "node_modules", ".bin");
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = (law: string) => words.length === 0 || words.some((word) => law.toLowerCase().includes(word));

const folder = mkdtempSync(join(tmpdir(), "waybill-laws-"));
if (process.getuid?.() === 0) chmodSync(folder, 0o711); // PostgreSQL runs as another user then
const copy = join(folder, "copy");
copySources();
const postgres = await startEmbedded({ folder: join(folder, "postgres"), durable: false });
const begun = Date.now();
const passed: string[] = [];
let count = 0;
try {
  tellImports();
  for (const one of breaks.filter(({ law }) => isWanted(law))) tell(one.law, one.change, verdictOf(one));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\n${count} breaks in ${Math.round((Date.now() - begun) / 1000)} s; ` +
    `${passed.length === 0 ? "each was noticed." : `not noticed:\n${passed.join("\n")}`}`,
);
process.exit(passed.length === 0 ? 0 : 1);

/** What git knows of or would take, as it stands in the working tree. */
function copySources(): void {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const files = stdout.split("\0").filter((file) => file !== "" && existsSync(join(project, file)));
  if (files.length === 0) throw new Error("git lists no files here");
  for (const file of files) cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
}

/** An empty verdict: the law noticed. Else why it did not count. */
function tell(law: string, change: string, verdict: string): void {
  count += 1;
  console.log(`${verdict === "" ? "✓" : "✗"} ${law}\n    ${change}${verdict === "" ? "" : `\n    ${verdict}`}`);
  if (verdict !== "") passed.push(`${law}: ${verdict.split("\n")[0]}`);
}

/** Makes the change, asks the law, and takes the change back. */
function verdictOf({ file, edit, ask, says }: Break): string {
  const path = join(copy, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  const after = edit(before ?? "");
  if (after === (before ?? "")) return `the break fits no more: nothing of it is in ${file}`;
  write(file, after);
  try {
    const { good, output } = run(ask);
    if (good)
      return ask[0] === "vitest" && !/Tests .*\d passed/.test(output)
        ? "no test has this name any more"
        : "the law let it pass";
    return says.test(output) ? "" : `it failed with another reason than ${String(says)}:\n${output.slice(-1500)}`;
  } finally {
    if (before === null) rmSync(path);
    else writeFileSync(path, before);
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function run([program, ...args]: readonly [string, ...string[]]): { good: boolean; output: string } {
  const env = {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}`,
    WAYBILL_TEST_DATABASE_ADMIN_URL: postgres.superUrl,
    NO_COLOR: "1",
  };
  const { status, stdout, stderr } = spawnSync(join(programs, program), args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 1e9,
    env,
  });
  return { good: status === 0, output: `${stdout}${stderr}` };
}

/** Every forbidden import at once: lint looks at one file at a time. */
function tellImports(): void {
  const wanted = planted.filter(([name]) => isWanted(`import table: ${name}`));
  if (wanted.length === 0) return;
  const files = [...wanted.map(([, file, text]) => [file, text] as const), ...others];
  for (const [file, text] of files) write(file, text);
  const { output } = run(["oxlint", "--format", "json"]);
  const { diagnostics } = JSON.parse(output.slice(output.indexOf("{"))) as {
    diagnostics: { filename: string; code: string }[];
  }; // oxlint's own format
  for (const [name, file, text, rule] of wanted) {
    const found = diagnostics.some(({ filename, code }) => filename === file && code.includes(`(${rule})`));
    tell(
      `import table: ${name}`,
      `${file}: ${text.trim() || "301 empty lines"}`,
      found ? "" : `lint said nothing of ${rule}`,
    );
  }
  for (const [file] of files) rmSync(join(copy, file));
}
