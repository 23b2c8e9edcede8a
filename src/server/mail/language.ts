import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import german from "#shared/contract/sentences.de.json" with { type: "json" };
import type { Sentence } from "#shared/contract/problem.ts";

/** The languages that the server can speak; a sentence without a translation is said in English. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** English sentence → the same in that language. */
const messages: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german };
const speakers = new Map<string, ReturnType<typeof setupI18n>>();

function speaker(language: string) {
  let known = speakers.get(language);
  if (!known) {
    known = setupI18n({ locale: language, messages: { [language]: messages[language] ?? {} } });
    known.setMessagesCompiler(compileMessage);
    speakers.set(language, known);
  }
  return known;
}

/** A state as sentences have it: "on hold", "partly received". */
const isState = (value: string | number): value is string =>
  typeof value === "string" && /^[a-z]+( [a-z]+)*$/.test(value);

/** Renders a sentence with its values in a language. */
export function render(sentence: Sentence | string, language: string): string {
  if (typeof sentence === "string") return sentence;
  const own = messages[language] ?? {};
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [
    name,
    isState(value) ? (own[value] ?? value) : value,
  ]);
  return speaker(language)._(sentence.message, Object.fromEntries(values) as Record<string, unknown>, {
    message: sentence.message,
  }); // entries of the values
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
