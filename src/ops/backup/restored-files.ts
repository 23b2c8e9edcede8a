import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupManifest } from "./backup.ts";
import { RestoreError } from "./restore-error.ts";

/**
 * The files of a backup on their way into the data folder: written aside, moved in once everything is there, and taken
 * out again where the restore fails after all.
 */
export class RestoredFiles {
  readonly #dataDir: string;
  readonly #arrived = new Set<string>();
  readonly #moved: { target: string; before: string | null }[] = [];
  #aside: string | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Takes one file of the archive; refuses what the manifest does not name so. */
  async take(manifest: BackupManifest, name: string, entry: Readable): Promise<void> {
    const clean = normalize(name);
    if (clean.startsWith("..") || clean.startsWith("/"))
      throw new RestoreError(`The backup holds a file outside of its folder: ${name}.`);
    if (!manifest.files.includes(name) || this.#arrived.has(name))
      throw new RestoreError(`The backup holds a file that its manifest does not name, or holds it twice: ${name}.`);
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 });
    this.#aside ??= await mkdtemp(join(this.#dataDir, "restoring-"));
    const target = join(this.#aside, "new", clean);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(entry, hashed, createWriteStream(target, { mode: 0o600 }));
    await chmod(target, 0o600);
    const expected = new Map(Object.entries(manifest.fileSums ?? {})).get(name);
    if (manifest.fileSums && hash.digest("hex") !== expected)
      throw new RestoreError(`The file ${name} in this backup is damaged. Use another backup.`);
    this.#arrived.add(name);
  }

  refuseMissing(manifest: BackupManifest): void {
    const missing = manifest.files.find((name) => !this.#arrived.has(name));
    if (missing !== undefined)
      throw new RestoreError(`This backup is not complete: the file ${missing} is not in it. Use another backup.`);
  }

  /** Moves everything to its place; what stood there is kept aside until `done`. */
  async moveIn(): Promise<void> {
    for (const name of this.#arrived) {
      const aside = this.#aside ?? "";
      const target = join(this.#dataDir, normalize(name));
      const before = existsSync(target) ? join(aside, "before", normalize(name)) : null;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      if (before) {
        await mkdir(dirname(before), { recursive: true });
        await rename(target, before);
      }
      this.#moved.push({ target, before });
      await rename(join(aside, "new", normalize(name)), target);
    }
  }

  /** As it was before. */
  async undo(): Promise<void> {
    for (const { target, before } of this.#moved.toReversed()) {
      await rm(target, { force: true });
      if (before) await rename(before, target);
    }
    await this.done();
  }

  async done(): Promise<void> {
    if (this.#aside) await rm(this.#aside, { recursive: true, force: true });
  }
}
