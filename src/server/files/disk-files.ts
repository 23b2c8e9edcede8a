import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { unavailable } from "#shared/contract/problem.ts";

/** A file that has come in whole, and is nobody's yet: `keep` it or `discard` it. */
export interface Received {
  readonly path: string;
  readonly sha256: Buffer;
  readonly bytes: number;
}

const fullAbove = 0.95;
/** A file that came in so lately may belong to an upload whose row is not committed yet. */
const settledAfterMs = 10 * 60_000;

/**
 * Contents of files on disk, addressed by their SHA-256 below their company: the same bytes are kept once. A file
 * is written aside, flushed, and renamed into its place, so that a name never stands for half a file.
 */
export class DiskFiles {
  readonly #folder: string;
  readonly #aside: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "documents"); // called so in every data folder and backup that there is
    this.#aside = join(dataDir, "incoming"); // beside it, so that a backup sees whole files only
  }

  /** Writes a stream aside and flushes it. Throws 503 when the disk is nearly full. */
  async receive(stream: Readable): Promise<Received> {
    await mkdir(this.#aside, { recursive: true, mode: 0o700 });
    await this.#refuseWhenFull();
    const path = join(this.#aside, randomUUID());
    const hash = createHash("sha256");
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(stream, counted, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, sha256: hash.digest(), bytes };
  }

  /** Gives a received file its place. */
  async keep(companyId: string, received: Received): Promise<void> {
    const place = this.#placeOf(companyId, received.sha256);
    const folder = dirname(place);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(received.path, place);
    for (const one of [folder, dirname(folder)]) await flushFolder(one);
  }

  /** Lends a folder for the files of one that came in, which is gone afterwards with what is left in it. Throws 503 as `receive`. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#aside, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await this.#refuseWhenFull();
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async discard(received: Received): Promise<void> {
    await rm(received.path, { force: true });
  }

  /** Opens the contents for reading; null when they are not there. */
  async read(companyId: string, sha256: Buffer): Promise<ReadStream | null> {
    const place = this.#placeOf(companyId, sha256);
    const isThere = await stat(place).then(() => true, isMissing);
    return isThere ? createReadStream(place) : null;
  }

  /**
   * Removes contents that no record of a file refers to any more. The file is taken aside before the question is asked: an
   * upload of the same bytes meanwhile puts its own copy in place, or is seen by `isUsed`.
   */
  async sweep(companyId: string, sha256: Buffer, isUsed: () => Promise<boolean>): Promise<void> {
    const place = this.#placeOf(companyId, sha256);
    const aside = join(this.#aside, randomUUID());
    await mkdir(this.#aside, { recursive: true, mode: 0o700 });
    if (!(await rename(place, aside).then(() => true, isMissing))) return;
    const { mtimeMs } = await stat(aside);
    const stays = Date.now() - mtimeMs < settledAfterMs || (await isUsed());
    await (stays ? rename(aside, place) : rm(aside));
  }

  /** Throws away what uploads left behind that were cut off: older than a day. */
  async tidy(): Promise<void> {
    const names = await readdir(this.#aside).catch((error: unknown) => isMissing(error) || []);
    for (const name of names) {
      const path = join(this.#aside, name);
      const found = await stat(path).catch(() => null); // another node was faster
      if (found && Date.now() - found.mtimeMs > 86_400_000) await rm(path, { recursive: true, force: true });
    }
  }

  async #refuseWhenFull(): Promise<void> {
    if (await isNearlyFull(this.#aside))
      throw unavailable("The disk is nearly full, so no file can be taken now. Tell your administrator.");
  }

  #placeOf(companyId: string, sha256: Buffer): string {
    const name = sha256.toString("hex");
    return join(this.#folder, companyId, name.slice(0, 2), name);
  }
}

/** Whether less than a twentieth of the disk of this folder is left. */
export async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, blocks } = await statfs(folder);
  return blocks > 0 && bavail / blocks < 1 - fullAbove;
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False for "no such file"; anything else is thrown on. */
function isMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return false; // Node's errors carry a code
  throw error;
}
