import { expect, test } from "vitest";
import { judgePassword } from "./password-rules.server.ts";

const owner = { words: ["Ada", "Okoye", "ada.okoye@alpha.example", "Alpha Logistics"], hasSecondFactor: false };
const refusal = (password: string, over: Partial<typeof owner> = {}): string => {
  try {
    judgePassword(password, { ...owner, ...over });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("a password has at least 15 characters, or 8 beside a second factor; what they are does not matter", () => {
  expect(refusal("greyheronwaits")).toMatch(/at least/);
  expect(refusal("greyheronwaitss")).toBe("");
  expect(refusal("hrnwtqz", { hasSecondFactor: true })).toMatch(/at least/);
  expect(refusal("hrnwtqzx", { hasSecondFactor: true })).toBe("");
  expect(refusal("der Reiher wartet am Tor neun, immer schon und auch morgen wieder")).toBe("");
  expect(refusal("サギは九番の門で待っていますよ、いつも")).toBe("");
});

test("characters are counted as people count them, not as bytes or halves", () => {
  expect(refusal("🐟🐠🐡🦈🐬🐳🐋")).toMatch(/at least/);
  expect(refusal("🐟🐠🐡🦈🐬🐳🐋🦐🦑🐙🦞🦀🐚🪸🦭")).toBe("");
});

test.each([
  "passwordpassword",
  "P@ssw0rdP@ssw0rd!",
  "Waybill-Waybill-2026",
  "qwertyuiopasdfghjkl",
  "123456789012345678",
  "aaaaaaaaaaaaaaaaaaaa",
  "iloveyou monkey dragon",
  "correct horse battery staple",
  "AdaOkoye-AlphaLogistics1",
  "ada.okoye@alpha.example",
  "Welcome2026!Welcome2026!",
])("%s is guessed first, and refused", (password) => {
  expect(refusal(password)).toMatch(/too easy/);
});

test("a common word within a sentence of one's own does no harm", () => {
  expect(refusal("my dragon eats pickled herring")).toBe("");
});
