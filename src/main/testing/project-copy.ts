import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../..", import.meta.url));
const programs = join(project, "node_modules", ".bin");
/** What is made of the sources, and what they are made with. */
const left = new Set("node_modules .git .cache data dist coverage screenshots test-results".split(" "));

/** The sources in a folder of their own, where a test may write. */
export interface ProjectCopy {
  readonly folder: string;
  /** Runs a program of the project there. */
  run(program: string, ...args: string[]): Promise<{ status: number; output: string }>;
  text(path: string): string;
  remove(): void;
}

/** Copies the sources: `const copy = copyProject({ adminUrl })`; tests that run in it use the PostgreSQL at `adminUrl`. */
export function copyProject({ adminUrl }: { adminUrl: string }): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), "waybill-copy-"));
  for (const name of readdirSync(project).filter((one) => !left.has(one)))
    cpSync(join(project, name), join(folder, name), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  const env = {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}`,
    WAYBILL_TEST_DATABASE_ADMIN_URL: adminUrl,
    NO_COLOR: "1",
  };
  return {
    folder,
    run: (program, ...args) =>
      new Promise((done) =>
        execFile(join(programs, program), args, { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
          done({ status: error ? 1 : 0, output: stdout + stderr }),
        ),
      ),
    text: (path) => readFileSync(join(folder, path), "utf8"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What CONTRIBUTING.md gives to `npm run new`. */
export function guideCommand(): string[] {
  const [, given = ""] = /^npm run new -- (.+)$/m.exec(readFileSync(join(project, "CONTRIBUTING.md"), "utf8")) ?? [];
  return [...given.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
