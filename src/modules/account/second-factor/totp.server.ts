import { createHmac, randomBytes } from "node:crypto";
import { sameText } from "#server/crypto/keys.ts";

const stepSeconds = 30;
const digits = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A fresh secret of 160 bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20);

/** The time step of RFC 6238 that this moment falls into. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / stepSeconds);

/** The code of one time step: HMAC-SHA-1 and dynamic truncation (RFC 4226, section 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, "0");
}

/** The step that a code belongs to: the one now, or its neighbour where two clocks differ; null for any other code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const here = stepAt(now);
  const fitting = [here - 1, here, here + 1].filter((step) => sameText(codeAt(secret, step), code));
  return fitting[0] ?? null;
}

/** RFC 4648, without padding: how authenticator apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The address that a QR code carries to an authenticator app. */
export function otpAuthUri(secret: Buffer, account: string): string {
  return `otpauth://totp/Waybill:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Waybill&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
