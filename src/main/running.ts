import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The Waybill that works on a data folder. */
export interface Running {
  readonly pid: number;
  readonly url: string;
}

interface Entry extends Running {
  /** Tells this process from a later one with the same number. */
  readonly began: string;
}

/**
 * Makes this process the one that works on the data folder, or tells which one does already. The file of a process that
 * was killed does not count.
 */
export function takeFolder(
  dataDir: string,
  url: string,
): { taken: true; release: () => void } | { taken: false; by: Running } {
  const file = join(dataDir, "running.json");
  const own = `${file}.${process.pid}`;
  const mine = JSON.stringify({ pid: process.pid, url, began: beginningOf(process.pid) } satisfies Entry);
  writeFileSync(own, mine, { mode: 0o600 });
  try {
    for (let text = ""; text !== mine; text = read(file) ?? "") {
      const other = text ? (JSON.parse(text) as Entry) : null; // written by this function alone
      if (other && beginningOf(other.pid) === other.began)
        return { taken: false, by: { pid: other.pid, url: other.url } };
      if (text) setAside(file, text);
      if (placed(own, file)) letOthersFinish();
    }
  } finally {
    rmSync(own, { force: true });
  }
  return { taken: true, release: () => rmSync(file, { force: true }) };
}

/** A link is made whole or not at all, and never over another file. */
function placed(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false; // every error of node:fs has a code
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null; // released in this moment
  }
}

/** Removes the file of a process that is gone, unless another start has put its own there in this moment. */
function setAside(file: string, old: string): void {
  const aside = `${file}.old-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // another start was faster
  }
  if (read(aside) !== old) placed(aside, file);
  rmSync(aside, { force: true });
}

/** A start that set our file aside by mistake has put it, or a third one's, back after this. */
function letOthersFinish(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

/** When the process with this number began, on this run of the machine; empty if there is none. */
function beginningOf(pid: number): string {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const isDead = fields[0] === "Z" || fields[0] === "X";
    return isDead ? "" : `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
  } catch {
    return "";
  }
}
