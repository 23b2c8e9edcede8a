import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * An authenticator app for tests, written from RFC 6238 and not from our own code: the code of now, or of a moment away
 * from it. It waits for the next half minute where this one is nearly over.
 */
export async function appCode(secret: string, secondsAway = 0): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 4000) await new Promise((later) => setTimeout(later, left));
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor((Date.now() / 1000 + secondsAway) / 30), 4);
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}
