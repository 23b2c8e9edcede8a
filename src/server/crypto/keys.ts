import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The installation's own secrets, made at the first start and kept in the data folder (0600). */
export interface Keys {
  readonly signing: Buffer;
}

/** Reads the keys of this data folder, making them where there are none. */
export async function readKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, "keys");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "signing.key");
  // `wx` lets only the first of several nodes write; all read the same afterwards.
  await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return { signing: Buffer.from((await readFile(file, "utf8")).trim(), "base64url") };
}

/** A secret of 32 random bytes, base64url (43 characters). */
export const randomSecret = (): string => randomBytes(32).toString("base64url");

/**
 * The cell of a service that this installation is: its companies live here, those of other cells elsewhere. There is one
 * until a service has several; a cell's name is of small letters and digits.
 */
const ownCell = "0";

/** A secret that travels, in a mailed link: with the cell in front that it leads to, `0.` and 43 characters. */
export const travellingSecret = (): string => `${ownCell}.${randomSecret()}`;

/**
 * The fingerprint by which a travelling secret is kept and found, the cell not in it: a secret of before cells is found as
 * it is, and one of an unknown cell is found nowhere, as one that never was.
 */
export function fingerprintOf(secret: string): Buffer {
  const [, cell, rest] = /^([a-z0-9]{1,16})\.(.+)$/s.exec(secret) ?? [];
  return sha256(cell === ownCell && rest !== undefined ? rest : secret);
}

/** A new id as the database makes them, version 7, for a record whose id is needed before it is written. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const sha256 = (text: string | Buffer): Buffer => hash("sha256", text, "buffer");

const keyObjects = new WeakMap<Buffer, KeyObject>(); // made once: making one takes four times as long as signing

function keyObjectOf(secret: Buffer): KeyObject {
  const made = keyObjects.get(secret) ?? createSecretKey(secret);
  keyObjects.set(secret, made);
  return made;
}

/** HMAC-SHA-256, base64url; `use` keeps the signatures of different uses apart. */
export function sign(keys: Keys, use: string, text: string): string {
  return createHmac("sha256", keyObjectOf(keys.signing)).update(`${use}\0${text}`).digest("base64url");
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
