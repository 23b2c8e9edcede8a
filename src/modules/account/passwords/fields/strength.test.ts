import { expect, test } from "vitest";
import { strengthOf } from "./strength.web.ts";

test.each([
  ["heron", "short"],
  ["grey heron", "short_alone"],
  ["aaaaaaaaaaaaaaaaaaaaaaaa", "weak"],
  ["ababababababababab", "weak"],
  ["grey heron waits", "good"],
  ["the grey heron waits at dock nine", "strong"],
  ["🐟🐠🐡🦈🐬🐳🐋", "short"],
])("%s is %s", (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
