import { describe, expect, test } from "vitest";
import { browserMessages } from "../../../scripts/words/browser-catalogue.ts";
import { wordsIn } from "../../../scripts/words/sentences.ts";

const saidIn = (code: string) => wordsIn("src/modules/a/a.server.ts", code).sentences.map(({ text }) => text);
const problems = 'import { conflict, invalid, message, tooMany } from "#shared/contract/problem.ts";\n';

describe("the collector of words", () => {
  test.each([
    ["message()", 'message("Dock {dock} is taken.", { dock })', ["Dock {dock} is taken."]],
    ["a choice of two", 'message(isLate ? "Too late." : "Too early.")', ["Too late.", "Too early."]],
    ["a problem's text", 'conflict("over", "It is over.")', ["It is over."]],
    ["a problem's text behind a number", 'tooMany(60, "Wait a little.")', ["Wait a little."]],
    ["a problem's fields", 'invalid({ code: "Give a code.", name }, "Two things.")', ["Give a code.", "Two things."]],
  ])("finds %s", (_, code, found) => {
    expect(saidIn(problems + code)).toEqual(found);
  });

  test.each([
    ["z.string().min(1, 'Give a name.')", ["Give a name."]],
    ["z.string().regex(/^[A-Z]+$/, `Use capitals.`)", ["Use capitals."]],
    ["z.string().refine(isDay, { path: ['day'], error: 'Give a day.' })", ["Give a day."]],
  ])("finds the sentence of a check: %s", (code, found) => {
    expect(saidIn(`import { z } from "zod";\n${code}`)).toEqual(found);
  });

  test("takes no function for message() that only has its name", () => {
    expect(saidIn('const message = (text: string) => text;\nmessage("Something else.");')).toEqual([]);
  });

  test("refuses a text that does not stand in the call, because nobody could find it", () => {
    expect(() => saidIn(`${problems}message(text)`)).toThrow(/a\.server\.ts:2: the text of message\(\)/);
  });

  test("keeps apart what is the same in English", () => {
    const { sentences } = wordsIn("a.server.ts", `${problems}message("Answer", {}, "button"); message("Answer");`);
    expect(sentences.map(({ text, context }) => [text, context])).toEqual([
      ["Answer", "button"],
      ["Answer", undefined],
    ]);
  });
});

const entry = (file: string, english: string, german: string, context = "") =>
  `#: ${file}\n${context && `msgctxt "${context}"\n`}msgid "${english}"\nmsgstr "${german}"\n`;

describe("the browser gets", () => {
  const messages = browserMessages(
    [
      'msgid ""\nmsgstr ""\n',
      entry("src/modules/a/a.web.tsx", "Close", "Schließen"),
      entry("src/main/modules.ts", "Close", "Abschließen", "name"),
      entry("src/modules/a/a.contract.ts", "At most {limit}.", "Höchstens {limit}."),
      entry("src/modules/a/mails/a.server.ts", "Dear {name}", "Guten Tag {name}"),
      entry("src/main/modules.ts", "on hold", "Gesperrt", "state"),
    ].join("\n"),
  );

  test("names and the sentences of contracts by their English, those of screens by Lingui's ids", () => {
    expect(messages).toEqual({
      Close: "Abschließen",
      "At most {limit}.": ["Höchstens ", ["limit"], "."],
      [Object.keys(messages).find((key) => messages[key] === "Schließen") ?? ""]: "Schließen",
    });
    expect(Object.keys(messages).filter((key) => /^[\w+/-]{6}$/.test(key))).toHaveLength(1);
  });

  test("no name that is a sentence of a contract too and another word in German", () => {
    const both =
      entry("src/modules/a/a.contract.ts", "Close", "Schließen") + "\n" + entry("a.ts", "Close", "Zu", "name");
    expect(() => browserMessages(both)).toThrow(/"Close" is a name and a sentence/);
  });
});
