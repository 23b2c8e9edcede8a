/** One file of a zip archive, as its directory lists it. */
interface Entry {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  readonly isEncrypted: boolean;
}

const mostEntries = 5_000;
const mostUnpacked = 250 * 1024 * 1024;
const mostRatio = 150;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** What is wrong with an archive, in words, and the names in it; nothing is unpacked for it. Refuses what would swell on unpacking. */
export function inspectZip(file: Buffer): { problem: string | null; names: readonly string[] } {
  const entries = readDirectory(file);
  if (!entries) return { problem: "This file is damaged. Save it again and upload it once more.", names: [] };
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  const names = entries.map(({ name }) => name);
  if (entries.length > mostEntries || unpacked > mostUnpacked || unpacked > mostRatio * Math.max(packed, 64 * 1024))
    return { problem: "This file would become far too large when it is opened.", names };
  if (entries.some(({ isEncrypted }) => isEncrypted))
    return { problem: "This file is encrypted. Remove its password and upload it once more.", names };
  if (names.some((name) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:|\0/.test(name)))
    return { problem: "This file contains a path that leads out of it.", names };
  return { problem: null, names };
}

/** The central directory; null where it is not whole, or needs the 64-bit form, which no document of our size does. */
function readDirectory(file: Buffer): Entry[] | null {
  const end = findEnd(file);
  if (end < 0) return null;
  const count = file.readUInt16LE(end + 10);
  const start = file.readUInt32LE(end + 16);
  if (count === 0xffff || start === 0xffffffff || start + file.readUInt32LE(end + 12) > end) return null;
  const entries: Entry[] = [];
  let at = start;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== entrySignature) return null;
    const nameLength = file.readUInt16LE(at + 28);
    entries.push({
      name: file.toString("utf8", at + 46, at + 46 + nameLength),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries.reduce((sum, entry) => sum + entry.packed, 0) <= file.length ? entries : null;
}

/** The record at the end, before a comment of at most 64 KB. */
function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at -= 1) {
    if (file.readUInt32LE(at) === endSignature && at + 22 + file.readUInt16LE(at + 20) === file.length) return at;
  }
  return -1;
}
