import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** One file in the archive, as it was before it was packed. */
export interface Written {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The first day that the format knows, in the zone of whoever packs: the same contents make the same archive. */
const day = new Date(1980, 0, 1);
const how = { mtime: day, mode: 0o100600, forceDosTimestamp: true };

/** Writes a zip archive to a file, entry by entry; no entry is ever held in memory, and archives beyond 4 GB are in the 64-bit form. */
export class ZipWriter {
  readonly #path: string;
  readonly #zip = new ZipFile();
  readonly #entries: Written[] = [];
  readonly #abandoned = new AbortController();
  readonly #written: Promise<void>;

  private constructor(path: string) {
    this.#path = path;
    const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
    this.#written = pipeline(this.#zip.outputStream, file, { signal: this.#abandoned.signal });
    this.#written.catch(() => undefined); // asked by whoever adds or closes
    this.#zip.on("error", (error) => this.#abandoned.abort(error));
  }

  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(path);
  }

  get entries(): readonly Written[] {
    return this.#entries;
  }

  async add(name: string, content: AsyncIterable<Buffer | string> | Iterable<Buffer | string>): Promise<void> {
    const hash = createHash("sha256");
    let bytes = 0;
    async function* measured() {
      for await (const part of content) {
        const piece = Buffer.from(part);
        bytes += piece.length;
        hash.update(piece);
        yield piece;
      }
    }
    const source = Readable.from(measured(), { objectMode: false });
    this.#zip.addReadStream(source, name, how);
    await Promise.race([finished(source), this.#written]); // a disk that is full ends the writing, and nobody reads on
    this.#entries.push({ name, bytes, sha256: hash.digest("hex") });
  }

  /** Writes the directory and flushes; returns the size of the whole. */
  async close(): Promise<number> {
    this.#zip.end();
    await this.#written;
    return (await stat(this.#path)).size;
  }

  /** Leaves the file as it is, half written; for those who give up. */
  async abandon(): Promise<void> {
    this.#abandoned.abort();
    await this.#written.catch(() => undefined); // it was given up
  }
}
