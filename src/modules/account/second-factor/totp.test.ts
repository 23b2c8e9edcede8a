import { expect, test } from "vitest";
import { base32, codeAt, stepAt, stepOfCode } from "./totp.server.ts";

const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
])("at %i seconds the code is that of RFC 6238, appendix B", (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test("a code counts in its own half minute and in the ones beside it, and no longer", () => {
  const now = new Date(1_111_111_109_000);
  const here = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, codeAt(secret, here + away), now));
  expect(found).toEqual([null, here - 1, here, here + 1, null]);
});

test("a secret is written as authenticator apps take it (RFC 4648)", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
});
