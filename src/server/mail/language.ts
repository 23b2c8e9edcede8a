import { readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { parsePoFile } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { humanise } from "#shared/format/names.ts";
import type { Sentence } from "#shared/contract/problem.ts";

/** The languages that the server can speak; a sentence without a translation is said in English. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** The English sentence, with what tells it from the same one that means something else. */
const keyOf = (text: string, context?: string | null): string => (context ? `${context}\u0004${text}` : text);

/** English sentence → the same in that language, out of its catalogue; read when the language is spoken for the first time. */
function messagesOf(language: string): Record<string, string> {
  if (language === "en" || !languages.some((one) => one === language)) return {};
  const catalogue = new URL(`../../shared/language/${language}.po`, import.meta.url);
  const { items } = parsePoFile(readFileSync(catalogue, "utf8"));
  return Object.fromEntries(
    items.flatMap(({ msgid, msgctxt, msgstr: [text = ""] }) => (text === "" ? [] : [[keyOf(msgid, msgctxt), text]])),
  );
}

const speakers = new Map<string, ReturnType<typeof setupI18n>>();

function speaker(language: string) {
  let known = speakers.get(language);
  if (!known) {
    known = setupI18n({ locale: language, messages: { [language]: messagesOf(language) } });
    known.setMessagesCompiler(compileMessage);
    speakers.set(language, known);
  }
  return known;
}

/** A state as sentences have it: "on hold", "partly received". */
const isState = (value: unknown): value is string => typeof value === "string" && /^[a-z]+( [a-z]+)*$/.test(value);

/** Renders a sentence with its values in a language. */
export function render(sentence: Sentence | string, language: string): string {
  if (typeof sentence === "string") return sentence;
  const { message, context } = sentence;
  const i18n = speaker(language);
  const values: [string, unknown][] = Object.entries(sentence.values ?? {}).map(([name, value]) => [
    name,
    isState(value)
      ? i18n._(keyOf(value, "state"), undefined, { message: value })
      : typeof value === "object"
        ? value
            .map(humanise)
            .map((one) => i18n._(keyOf(one, "name"), undefined, { message: one }))
            .join(", ")
        : value,
  ]);
  return i18n._(keyOf(message, context), Object.fromEntries(values), { message });
}

/** The first language of an Accept-Language header that we speak, else English. */
export function preferredLanguage(header: string | undefined): Language {
  for (const part of (header ?? "").slice(0, 200).split(",")) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    const found = languages.find((one) => one === tag);
    if (found) return found;
  }
  return "en";
}
