import { expect, test } from "vitest";
import { seal, unseal } from "./sealing.ts";

const keys = { signing: Buffer.alloc(32, 7) };
const secret = Buffer.from("a secret of a person");

test("what is sealed opens for its own use and owner only, and not when one bit of it was changed", () => {
  const sealed = seal(keys, "second-factor", "ada", secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal(keys, "second-factor", "ada", sealed)).toEqual(secret);
  expect(() => unseal(keys, "second-factor", "bob", sealed)).toThrow();
  expect(() => unseal(keys, "something-else", "ada", sealed)).toThrow();
  expect(() => unseal({ signing: Buffer.alloc(32, 8) }, "second-factor", "ada", sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(keys, "second-factor", "ada", changed), `byte ${at}`).toThrow();
  }
});

test("the same secret is never sealed the same way twice", () => {
  expect(seal(keys, "u", "o", secret).equals(seal(keys, "u", "o", secret))).toBe(false);
});
