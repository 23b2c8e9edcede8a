import { crc32, deflateRawSync } from "node:zlib";

/** What the headers of an entry say where that is not the truth. */
export interface Lies {
  /** In the header in front of the data. */
  readonly local?: Partial<Said>;
  /** In the directory. */
  readonly directory?: Partial<Said>;
  /** Bytes between this entry and the next. */
  readonly behind?: Buffer;
  /** Where the directory says that the entry begins. */
  readonly offset?: number;
}

interface Said {
  readonly name: string;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly extra: Buffer;
}

/** A zip archive of these files, for tests that upload office documents; with lies it is one that no honest program writes. */
export function makeZip(
  files: Readonly<Record<string, string | Buffer>>,
  lies: Readonly<Record<string, Lies>> = {},
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const { local, directory: listed, behind = Buffer.alloc(0), offset: place = offset } = lies[name] ?? {};
    const plain = Buffer.from(content);
    const data = deflateRawSync(plain);
    const truth: Said = {
      name,
      flags: 0,
      crc: crc32(plain),
      packed: data.length,
      unpacked: plain.length,
      extra: Buffer.alloc(0),
    };
    const body = Buffer.concat([Buffer.from("PK\u0003\u0004"), header({ ...truth, ...local }), data, behind]);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), header({ ...truth, ...listed }, place)]));
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([
    ...bodies,
    ...directory,
    directoryEnd(directory.length, offset, Buffer.concat(directory).length),
  ]);
}

/** Version, flags, method, time, date, checksum, sizes, lengths; in the directory also where the entry is. */
function header({ name, flags, crc, packed, unpacked, extra }: Said, offset?: number): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(packed, 14);
  head.writeUInt32LE(unpacked, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  head.writeUInt16LE(extra.length, 24);
  const place = Buffer.alloc(offset === undefined ? 0 : 14);
  if (offset !== undefined) place.writeUInt32LE(offset, 10);
  return Buffer.concat([head, place, Buffer.from(name), extra]);
}

/** The record at the end of an archive. */
export function directoryEnd(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
