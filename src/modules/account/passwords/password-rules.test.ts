import { expect, test } from "vitest";
import { validatePassword } from "./password-rules.server.ts";

const owner = { words: ["Ada", "Okoye", "ada.okoye@alpha.example", "Alpha Logistics"], hasSecondFactor: false };
const refusal = async (password: string, over: Partial<typeof owner> = {}): Promise<string> => {
  try {
    await validatePassword(password, { ...owner, ...over });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("a password has at least 15 characters, or 8 beside a second factor; what they are does not matter", async () => {
  expect(await refusal("greyheronwaits")).toMatch(/at least/);
  expect(await refusal("greyheronwaitss")).toBe("");
  expect(await refusal("hrnwtqz", { hasSecondFactor: true })).toMatch(/at least/);
  expect(await refusal("hrnwtqzx", { hasSecondFactor: true })).toBe("");
  expect(await refusal("der Reiher wartet am Tor neun, immer schon und auch morgen wieder")).toBe("");
  expect(await refusal("サギは九番の門で待っていますよ、いつも")).toBe("");
});

test("characters are counted as people count them, not as bytes or halves", async () => {
  expect(await refusal("🐟🐠🐡🦈🐬🐳🐋")).toMatch(/at least/);
  expect(await refusal("🐟🐠🐡🦈🐬🐳🐋🦐🦑🐙🦞🦀🐚🪸🦭")).toBe("");
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
])("%s is guessed first, and refused", async (password) => {
  expect(await refusal(password)).toMatch(/too easy/);
});

test("a common word within a sentence of one's own does no harm", async () => {
  expect(await refusal("my dragon eats pickled herring")).toBe("");
});

test.each([
  "samantha",
  "1qaz2wsx",
  "Brooklyn",
  "SlipKnot",
  "$amantha!",
  "maverick2019",
  "...marlboro99",
  "victoriavictoria",
  "12qwaszx",
  "blink182",
])("%s leaked often, and is refused beside a second factor too", async (password) => {
  expect(await refusal(password, { hasSecondFactor: true })).toMatch(/too easy/);
});

test.each(["1qaz2wsx3edc4rfv", "q1w2e3r4t5y6u7i8", "polniypizdec0211"])(
  "%s leaked often, and is refused for all its length",
  async (password) => {
    expect(await refusal(password)).toMatch(/too easy/);
  },
);

test("words that leaked may stand in a sentence", async () => {
  expect(await refusal("mountain elephant garfield platinum")).toBe("");
  expect(await refusal("samantha fährt um neun nach Kiel")).toBe("");
});
