import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Keys } from "./keys.ts";

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals a secret with the installation's key (AES-256-GCM), for one use and one owner: what was sealed for one user
 * does not open for another. `seal(keys, "second-factor", userId, secret)`.
 */
export function seal(keys: Keys, use: string, owner: string, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(keys, use), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made; throws when it was changed, or sealed for something else. */
export function unseal(keys: Keys, use: string, owner: string, sealed: Buffer): Buffer {
  if (sealed[0] !== version) throw new Error("this was sealed in a way that is not known");
  const iv = sealed.subarray(1, 1 + ivBytes);
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(keys, use), iv).setAAD(Buffer.from(owner)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()]);
}

/** A key of its own for each use, so that the signing key itself encrypts nothing. */
function keyFor(keys: Keys, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", keys.signing, Buffer.alloc(0), `waybill seal ${use}`, 32));
}
