import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file in the archive, as it was before it was packed. */
export interface Written {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Entry extends Written {
  readonly crc: number;
  readonly packed: number;
  readonly offset: number;
}

const most32 = 0xffff_fffe;
const utf8 = 0x0800;
const deflated = 8;
/** 1 January 1980, the first day that the format knows: the same contents make the same archive. */
const day = 0x0021;
/** A place in each local header in which two 64-bit sizes fit, unused (with a number that means nothing) where they are not needed. */
const wide = 20;

/** Writes a zip archive to a file, entry by entry; no entry is ever held in memory, and archives beyond 4 GB are in the 64-bit form. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #entries: Entry[] = [];
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, "wx", 0o600));
  }

  get entries(): readonly Written[] {
    return this.#entries.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  }

  async add(name: string, content: AsyncIterable<Buffer | string> | Iterable<Buffer | string>): Promise<void> {
    const offset = this.#at;
    const headBytes = 30 + Buffer.byteLength(name) + wide;
    this.#at += headBytes;
    const hash = createHash("sha256");
    let [crc, bytes] = [0, 0];
    async function* measured() {
      for await (const part of content) {
        const chunk = Buffer.from(part);
        crc = crc32(chunk, crc);
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    }
    await pipeline(measured, createDeflateRaw({ level: 6 }), (packed: AsyncIterable<Buffer>) => this.#append(packed));
    const entry = { name, bytes, sha256: hash.digest("hex"), crc, packed: this.#at - offset - headBytes, offset };
    await this.#file.write(localHead(entry), 0, headBytes, offset);
    this.#entries.push(entry);
  }

  /** Writes the directory and flushes; returns the size of the whole. */
  async close(): Promise<number> {
    const start = this.#at;
    for (const entry of this.#entries) await this.#append([directoryEntry(entry)]);
    await this.#append([end(this.#entries.length, start, this.#at - start)]);
    await this.#file.sync();
    await this.#file.close();
    return this.#at;
  }

  /** Leaves the file as it is, half written; for those who give up. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #append(parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    for await (const part of parts) {
      await this.#file.write(part, 0, part.length, this.#at);
      this.#at += part.length;
    }
  }
}

/** Version, flags, method, time, date, checksum and sizes, as both headers have them. */
function common({ name, crc, packed, bytes }: Entry, isWide: boolean, extra: number): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(isWide ? 45 : 20, 0);
  head.writeUInt16LE(utf8, 2);
  head.writeUInt16LE(deflated, 4);
  head.writeUInt16LE(day, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(isWide ? 0xffff_ffff : packed, 14);
  head.writeUInt32LE(isWide ? 0xffff_ffff : bytes, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  head.writeUInt16LE(extra, 24);
  return head;
}

function wideField(id: number, values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(id, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, at) => field.writeBigUInt64LE(BigInt(value), 4 + at * 8));
  return field;
}

function localHead(entry: Entry): Buffer {
  const isWide = Math.max(entry.bytes, entry.packed) > most32;
  return Buffer.concat([
    Buffer.from("PK\u0003\u0004"),
    common(entry, isWide, wide),
    Buffer.from(entry.name),
    isWide ? wideField(1, [entry.bytes, entry.packed]) : wideField(0x9902, [0, 0]),
  ]);
}

function directoryEntry(entry: Entry): Buffer {
  const isWide = Math.max(entry.bytes, entry.packed, entry.offset) > most32;
  const field = isWide ? wideField(1, [entry.bytes, entry.packed, entry.offset]) : Buffer.alloc(0);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(isWide ? 0xffff_ffff : entry.offset, 10);
  return Buffer.concat([
    Buffer.from("PK\u0001\u0002\u002d\u0003", "latin1"),
    common(entry, isWide, field.length),
    place,
    Buffer.from(entry.name),
    field,
  ]);
}

function end(count: number, start: number, size: number): Buffer {
  const isWide = count > 0xfffe || Math.max(start, size) > most32;
  const last = Buffer.alloc(22);
  last.write("PK\u0005\u0006", "latin1");
  last.writeUInt16LE(isWide ? 0xffff : count, 8);
  last.writeUInt16LE(isWide ? 0xffff : count, 10);
  last.writeUInt32LE(isWide ? 0xffff_ffff : size, 12);
  last.writeUInt32LE(isWide ? 0xffff_ffff : start, 16);
  return isWide ? Buffer.concat([wideEnd(count, start, size), last]) : last;
}

/** The directory's end in 64 bits, and where it is. */
function wideEnd(count: number, start: number, size: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.write("PK\u0006\u0006", "latin1");
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, start],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), at);
  record.write("PK\u0006\u0007", 56, "latin1");
  record.writeBigUInt64LE(BigInt(start + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
