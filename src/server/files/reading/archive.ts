import { crc32 } from "node:zlib";
import {
  fromBufferPromise,
  getFileNameLowLevel,
  parseExtraFields,
  validateFileName,
  type Entry,
  type LocalFileHeader,
  type ZipFile,
} from "yauzl";
import { message } from "#shared/contract/problem.ts";
import { isUtf8 } from "./encoding.ts";
import { damaged, Refusal, tooLarge } from "./refusal.ts";

const mostEntries = 5_000;
const mostUnpacked = 250 * 1024 * 1024;
const mostRatio = 150;
const describedLater = 0x08;
/** Checksum and two sizes behind the data of an entry, in 32 or 64 bits, with or without a signature. */
const descriptorBytes = new Set([12, 16, 20, 24]);

/**
 * A zip archive of a user. What its headers say about sizes is believed nowhere: bytes are counted while they are
 * unpacked, for the whole archive together, and reading stops at the limit.
 */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, left: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#left = left;
  }

  /** Reads the directory and holds it against the headers in front of the entries. Throws a Refusal. */
  static async open(file: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(file, { lazyEntries: true, decodeStrings: false });
      if (zip.entryCount > mostEntries) throw tooLarge();
      const directory = Number(zip.readEntryCursor);
      const entries = await listEntries(zip);
      await mustAgree(zip, [...entries.values()], directory);
      return new Archive(zip, entries, Math.min(mostUnpacked, mostRatio * Math.max(file.length, 64 * 1024)));
    } catch (error) {
      throw error instanceof Refusal ? error : damaged(error); // yauzl tells what is wrong in English prose
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** The name of an entry in each way in which it may be meant, the likeliest first. */
  readings(name: string): readonly string[] {
    const entry = this.#entries.get(name);
    return entry ? readingsOf(name, entry) : [];
  }

  /** The contents of an entry, piece by piece; undefined when there is none of that name. */
  read(name: string): AsyncIterable<Buffer> | undefined {
    const entry = this.#entries.get(name);
    return entry && this.#unpack(entry);
  }

  /** Unpacks everything and keeps nothing, so that what is stored is what it says. */
  async check(): Promise<void> {
    for (const entry of this.#entries.values()) for await (const _ of this.#unpack(entry));
  }

  async *#unpack(entry: Entry): AsyncGenerator<Buffer> {
    let checksum = 0;
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
        const bytes = piece as Buffer; // yauzl's streams are of bytes
        this.#left -= bytes.length;
        if (this.#left < 0) throw tooLarge();
        checksum = crc32(bytes, checksum);
        yield bytes;
      }
    } catch (error) {
      throw error instanceof Refusal ? error : damaged(error);
    }
    if (checksum !== entry.crc32) throw damaged();
  }
}

/** Whether an entry is no file but points at one, as archives of Unix can say. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** The name of an entry in each way in which the program that wrote it may have meant its bytes, the likeliest first. */
function readingsOf(name: string, { generalPurposeBitFlag, fileNameRaw }: Entry): readonly string[] {
  const saysUtf8 = (generalPurposeBitFlag & 0x800) !== 0;
  const isPlain = fileNameRaw.every((byte) => byte < 0x80);
  if (saysUtf8 || isPlain) return [name.normalize("NFC")];
  const as = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(fileNameRaw);
  const readings = [...(isUtf8(fileNameRaw) ? [as("utf-8")] : []), name, as("windows-1252"), as("windows-1250")];
  return [...new Set(readings.map((reading) => reading.replaceAll("\\", "/").normalize("NFC")))];
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted())
      throw new Refusal(message("This file is encrypted. Remove its password and upload it once more."));
    if (isLink(entry))
      throw new Refusal(message("This file contains a link to another place. Put the file itself in it."));
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    if (validateFileName(name) !== null || name.includes("\0"))
      throw new Refusal(message("This file contains a path that leads out of it."));
    if (entries.has(name)) throw damaged();
    entries.set(name, entry);
  }
  return entries;
}

/**
 * Programs that stream an archive go by the headers in front of the entries, others by the directory. Both see the same
 * only if each entry says the same in both places and begins where the one before it ends.
 */
async function mustAgree(zip: ZipFile, entries: readonly Entry[], directory: number): Promise<void> {
  let end = 0;
  let hasDescriptor = false;
  const follows = (at: number) => at === end || (hasDescriptor && descriptorBytes.has(at - end));
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    const [unpacked, packed] = sizesOf(local);
    const saysSizesLater = (local.generalPurposeBitFlag & describedLater) !== 0;
    const isSame = (said: number, size: number) => said === size || (saysSizesLater && said === 0);
    if (
      !follows(entry.relativeOffsetOfLocalHeader) ||
      !local.fileName.equals(entry.fileNameRaw) ||
      local.compressionMethod !== entry.compressionMethod ||
      !isSame(unpacked, entry.uncompressedSize) ||
      !isSame(packed, entry.compressedSize)
    )
      throw damaged();
    end = local.fileDataStart + entry.compressedSize;
    hasDescriptor = saysSizesLater;
  }
  if (!follows(directory)) throw damaged();
}

/** Unpacked and packed size as the header in front of the data says them, in its 64-bit form too. */
function sizesOf(local: LocalFileHeader): readonly [number, number] {
  const wide = parseExtraFields(local.extraField).find(({ id }) => id === 1)?.data;
  const is64 = local.uncompressedSize === 0xffff_ffff && local.compressedSize === 0xffff_ffff;
  if (!is64 || !wide || wide.length < 16) return [local.uncompressedSize, local.compressedSize];
  return [Number(wide.readBigUInt64LE(0)), Number(wide.readBigUInt64LE(8))];
}
