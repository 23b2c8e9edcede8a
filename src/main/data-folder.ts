import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the data folder, so that only this user may read what is in it. Throws one sentence that says what is wrong with
 * DATA_DIR. Level by level: Node's own `recursive` never ends below /proc.
 */
export function makeDataFolder(dataDir: string): void {
  const missing: string[] = [];
  for (let folder = dataDir; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder);
  try {
    // PostgreSQL runs as another user when we are root, and has to pass through.
    for (const folder of missing) mkdirSync(folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // every error of node:fs has a code
    if (code === "EEXIST") return makeDataFolder(dataDir); // another start was faster
    throw unusable(dataDir, code === "ENOTDIR" ? "which lies below a file" : "which cannot be made there");
  }
  if (!statSync(dataDir).isDirectory()) throw unusable(dataDir, "which is a file");
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw unusable(dataDir, "in which this user may not write");
  }
}

const unusable = (dataDir: string, why: string): Error =>
  new Error(`DATA_DIR is ${dataDir}, ${why}. Set it to a folder of your own.`);
