import type { Keys } from "#server/crypto/keys.ts";
import { seal, unseal } from "#server/crypto/sealing.ts";

interface HasKeys {
  readonly app: { readonly keys: Keys };
}

const use = "driver-paper";

/** The number of a paper as it is kept: sealed for its driver, and the last signs by which people tell one from another. */
export function sealedNumber({ app }: HasKeys, driverId: string, number: string) {
  return {
    sealedNumber: seal(app.keys, use, driverId, Buffer.from(number)),
    numberEnd: number.slice(-Math.min(4, Math.floor(number.length / 2))),
  };
}

/** The number as it was entered. */
export function openedNumber({ app }: HasKeys, driverId: string, sealed: Buffer): string {
  return unseal(app.keys, use, driverId, sealed).toString();
}

/** Whether this is the number that is sealed; no, too, where the key of that one is lost. */
export function isSealed(
  ctx: HasKeys,
  { driverId, sealedNumber: sealed }: { readonly driverId: string; readonly sealedNumber: Buffer },
  number: string,
): boolean {
  try {
    return openedNumber(ctx, driverId, sealed) === number;
  } catch {
    return false;
  }
}
