import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { LinguiConfig } from "@lingui/cli";
import { extractor as screens } from "@lingui/cli/api";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { wordsIn } from "./sentences.ts";

/** The names of the data model have entries of their own: "Close" is a step there, and on a screen it may shut a window. */
export const nameContext = "name";
/** A state in the middle of a sentence: "It is {status} now." */
export const stateContext = "state";

/** What `names.ts` prints. */
export interface Name {
  readonly text: string;
  readonly context: typeof nameContext | typeof stateContext;
  /** What is called so: a field, a step, a role … */
  readonly kinds: readonly string[];
}

type Extractor = NonNullable<LinguiConfig["extractors"]>[number];

/** The composition of the modules: from there on everything that has a name is found. */
const composition = /[\\/]src[\\/]main[\\/]modules\.ts$/;
export const isScreen = (file: string): boolean => /\.web\.tsx?$|\.tsx$|src[\\/]web[\\/]/.test(file);

const names: Extractor = {
  match: (file) => composition.test(file),
  // In a process of its own, because it imports the whole product, which the loader of lingui.config.ts does slowly.
  async extract(_file, _code, found) {
    const program = fileURLToPath(new URL("names.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 1e8 });
    const list = JSON.parse(stdout) as Name[]; // as names.ts prints it
    for (const { text, context, kinds } of list)
      found({ id: generateMessageId(text, context), message: text, context, comment: kinds.join(", ") });
  },
};

const sentences: Extractor = {
  match: (file) => file.endsWith(".ts") && !isScreen(file),
  extract(file, code, found) {
    for (const { text, context, line } of wordsIn(file, code).sentences)
      found({ id: generateMessageId(text, context), message: text, ...(context && { context }), origin: [file, line] });
  },
};

const macros: Extractor = {
  match: (file) => screens.match(file) && isScreen(file),
  extract: (file, code, found, ctx) =>
    /@lingui\/(?:core|react)\/macro|\buseLingui\b/.test(code) ? screens.extract(file, code, found, ctx) : undefined,
};

/** Who finds the words of a file: the first one that takes it. */
export const extractors: Extractor[] = [names, macros, sentences];
