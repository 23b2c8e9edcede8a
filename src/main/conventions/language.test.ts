import { readFileSync } from "node:fs";
import { parsePoFile } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "#main/testing/project-copy.ts";
import { projectFile, sources } from "#main/testing/sources.ts";
import { browserMessages, isShared } from "../../../scripts/words/browser-catalogue.ts";
import { wordsIn } from "../../../scripts/words/sentences.ts";

const file = "src/shared/language/de.po";
const written = readFileSync(projectFile(file), "utf8");

interface Entry {
  /** The English, with its context in front where it has one: `name: Close`. */
  readonly key: string;
  readonly english: string;
  readonly context: string | null;
  readonly german: string;
  readonly references: readonly string[];
}

const entriesOf = (catalogue: string): Entry[] =>
  parsePoFile(catalogue).items.map(({ msgid, msgctxt, msgstr, references }) => ({
    key: msgctxt ? `${msgctxt}: ${msgid}` : msgid,
    english: msgid,
    context: msgctxt ?? null,
    german: msgstr[0] ?? "",
    references,
  }));

/** `{name}`, `<0>` and the like, which a translation has to have as well; the words of a plural are its own. */
function marks(text: string): string[] {
  const bare = text.includes(", plural,") ? text.replaceAll(/\b(?:one|other|=\d+) \{/g, "(") : text;
  return [...new Set([...bare.matchAll(/\{\w+(?=[,}])|<\/?\d+\/?>/g)].map(([mark]) => mark))].toSorted();
}

describe("German", () => {
  let copy: ProjectCopy;
  let fresh = "";

  // What `npm run words` writes, in a copy.
  beforeAll(async () => {
    copy = copyProject({ adminUrl: "" });
    const { status, output } = await copy.run("lingui", "extract", "--clean", "--workers", "1");
    if (status !== 0) throw new Error(output);
    fresh = copy.text(file);
  });

  afterAll(() => copy.remove());

  test("stands for each word that screens, server, mails and papers say, and for each name of the data model", () => {
    const entries = entriesOf(fresh);
    expect(entries.length).toBeGreaterThan(3000);
    const missing = entries.filter(({ german }) => german === "").map(({ key }) => key);
    expect(missing, `no German yet: run npm run words, and write it in ${file}`).toEqual([]);
  });

  test("has no word that nobody says", () => {
    const said = new Set(entriesOf(fresh).map(({ key }) => key));
    expect(
      entriesOf(written)
        .filter(({ key }) => !said.has(key))
        .map(({ key }) => key),
    ).toEqual([]);
  });

  test("goes to the browser for what the browser says: `npm run words` wrote down who says what", () => {
    expect(Object.keys(browserMessages(written)).toSorted()).toEqual(Object.keys(browserMessages(fresh)).toSorted());
  });

  test("has the same places for values, and is a message that can be compiled", () => {
    for (const { english, german } of entriesOf(written)) {
      expect(marks(german), english).toEqual(marks(english));
      expect(() => compileMessage(german), german).not.toThrow();
    }
  });

  test("needs no plural where the browser shows a sentence of a contract: it reads that without a parser", () => {
    const shared = entriesOf(fresh).filter(({ references }) => references.some(isShared));
    expect(shared.length).toBeGreaterThan(50);
    expect(shared.filter(({ english }) => /\{\w+,/.test(english)).map(({ english }) => english)).toEqual([]);
  });

  test("is asked for each word of a mail and of a paper: none stands there in English alone", () => {
    const files = sources("src/modules/**/*.ts").filter(
      ({ path, text }) =>
        !path.endsWith(".test.ts") &&
        /#server\/(?:mail\/mail-layout|files\/pdf|mail\/local-text)\.ts|\bmail\(/.test(text),
    );
    expect(files.length).toBeGreaterThan(8);
    const known = new Set(
      entriesOf(fresh).flatMap(({ english, context, references }) =>
        references.flatMap((path) => [`${path} ${english}`, `${path} ${context}`]),
      ),
    );
    const isWords = (text: string) =>
      /^[A-Z][a-z]+\b|[a-z]{2,}[,.:]? (?!as )[a-z]{2,}/.test(text.replaceAll("${…}", "")) &&
      !/^Waybill$|[/#]| as [\w]+$/.test(text);
    expect(
      files.flatMap(({ path, texts }) =>
        texts
          .filter(({ tag, text }) => tag === "" && isWords(text) && !known.has(`${path} ${text}`))
          .map(({ text, line }) => `${path}:${line} ${text}`),
      ),
    ).toEqual([]);
  });
});

/** Texts that read like sentences and stay English: who reads them, or why. */
const english: Readonly<Record<string, string>> = {
  "src/server/http/web-files.ts": "no route, no session and no user whose language is known",
  "src/server/openapi/openapi.ts": "the API document",
  "src/server/openapi/parts.ts": "the API document",
  "src/shared/format/gs1.ts": "names parts of the code; not translated yet",
};

test("a sentence for people is said with message(), by a problem or by a check, where `npm run words` finds it", () => {
  const unmarked = sources("src/{server,shared,modules}/**/*.ts")
    .filter(({ path }) => !/\.test\.ts$|\/testing|\.web\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      wordsIn(path, text).unmarked.map(({ text: words, line }) => ({ path, words, at: `${path}:${line} ${words}` })),
    );
  expect(unmarked.filter(({ path }) => !english[path]).map(({ at }) => at)).toEqual([]);
  expect(Object.keys(english).filter((path) => unmarked.every((one) => one.path !== path))).toEqual([]);
});
