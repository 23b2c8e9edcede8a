import { parsePoFile } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Plugin } from "vite";
import { isScreen, nameContext } from "./extractors.ts";

/** Contracts, flows and what they need: the code of both sides. */
export const isShared = (file: string): boolean =>
  !isScreen(file) && !/\.(?:server|jobs)\.ts$|^src\/(?:server|main)\//.test(file);

/**
 * A catalogue as the browser needs it: the sentences of the screens by the ids that Lingui's macros give them; names, and
 * the sentences of contracts, by their English text. What only the server says, its mails and papers, stays there.
 */
export function browserMessages(catalogue: string): Record<string, ReturnType<typeof compileMessage> | string> {
  const messages = new Map<string, string>();
  const add = (key: string, text: string) => {
    const known = messages.get(key) ?? text;
    if (known !== text)
      throw new Error(
        `"${key}" is a name and a sentence, "${known}" and "${text}": the browser cannot tell them apart`,
      );
    messages.set(key, text);
  };
  for (const { msgid, msgctxt, msgstr, references } of parsePoFile(catalogue).items) {
    const text = msgstr[0] ?? "";
    if (text === "") continue; // said in English
    if (msgctxt === nameContext) add(msgid, text);
    if (references.some(isScreen)) add(generateMessageId(msgid, msgctxt ?? ""), text);
    if (references.some(isShared)) add(msgid, text);
  }
  return Object.fromEntries([...messages].map(([key, text]) => [key, /[{']/.test(text) ? compileMessage(text) : text]));
}

/** Makes a module of a catalogue, which is loaded where its language is spoken. */
export function catalogueForBrowser(): Plugin {
  return {
    name: "waybill:catalogue",
    transform: {
      filter: { id: /\.po$/ },
      handler: (catalogue) => ({
        code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(browserMessages(catalogue)))});`,
        map: null,
        moduleType: "js",
      }),
    },
  };
}
