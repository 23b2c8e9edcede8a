import { crc32, inflateRawSync } from "node:zlib";

/** The files of a small archive by their names, each checked against its checksum. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const found = new Map<string, Buffer>();
  for (let at = file.readUInt32LE(end + 16), n = file.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [names, extra, comment] = [
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    const name = file.toString("utf8", at + 46, at + 46 + names);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)));
    if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    found.set(name, content);
    at += 46 + names + extra + comment;
  }
  return found;
}
