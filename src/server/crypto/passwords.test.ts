import { expect, test } from "vitest";
import { Passwords } from "./passwords.ts";

test("whoever chooses a password waits apart from those who sign in, and too many of them are refused", async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash("nine lorries under the rain");
  const choices = Array.from({ length: 100 }, () => passwords.hash("nine lorries under the rain"));
  const told = Promise.allSettled(choices); // nobody is left to throw by itself
  expect(await passwords.fits("nine lorries under the rain", stored)).toBe(true);
  expect(await passwords.fits("ten lorries under the rain", stored)).toBe(false);
  const refused = (await told).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(79); // one at work, twenty in the queue
});
