import { readFileSync } from "node:fs";
import { setupI18n, type I18n } from "@lingui/core";
import { parsePoFile } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { humanise } from "#shared/format/names.ts";
import { countText, unitText } from "#shared/format/unit-names.ts";
import type { CountedValue, Sentence, SentenceValue } from "#shared/contract/problem.ts";
import { languages, spoken, type Language } from "./languages.ts";
import { decimalText } from "./local-text.ts";

/** The English sentence, with what tells it from the same one that means something else. */
const keyOf = (text: string, context?: string | null): string => (context ? `${context}\u0004${text}` : text);

/** English sentence → the same in that language, out of its catalogue. */
function messagesOf(language: Language): Record<string, string> {
  if (language === "en") return {};
  const catalogue = new URL(`../../shared/language/${language}.po`, import.meta.url);
  const { items } = parsePoFile(readFileSync(catalogue, "utf8"));
  return Object.fromEntries(
    items.flatMap(({ msgid, msgctxt, msgstr: [text = ""] }) => (text === "" ? [] : [[keyOf(msgid, msgctxt), text]])),
  );
}

/** Read when the process starts: reading a catalogue takes longer than others should wait during a request. */
const catalogues = languages.map((language) => ({ language, messages: messagesOf(language) }));

const english = speakerOf("en", {});
const speakers = new Map<string, I18n>(
  catalogues.map(({ language, messages }) => [language, speakerOf(language, messages)]),
);

function speakerOf(language: Language, messages: Record<string, string>): I18n {
  const speaks = setupI18n({ locale: language, messages: { [language]: messages } });
  speaks.setMessagesCompiler(compileMessage);
  return speaks;
}

/** Who speaks a language; English, when it is none of ours. */
const speaker = (language: string): I18n => speakers.get(language) ?? english;

/** Renders a sentence with its values in a language. */
export function render(sentence: Sentence | string, language: string): string {
  if (typeof sentence === "string") return sentence;
  const { message, context } = sentence;
  const i18n = speaker(language);
  const values = Object.entries(sentence.values ?? {}).map(
    ([name, value]) => [name, name === "status" ? stateOf(value, language) : said(value, language)] as const,
  );
  return i18n._(keyOf(message, context), Object.fromEntries(values), { message });
}

/** The value that a sentence calls its `status`: a state, "on_hold" or "on hold", which no other value is taken for. */
function stateOf(value: SentenceValue, language: string): string | number {
  if (typeof value !== "string" || value === "") return said(value, language);
  const message = value.replaceAll("_", " ");
  return speaker(language)._(keyOf(message, "state"), undefined, { message });
}

function said(value: SentenceValue, language: string): string | number {
  if (typeof value !== "object") return value;
  if ("message" in value) return render(value, language);
  return "uom" in value ? counted(value, language) : value.map((name) => nameOf(name, language)).join(", ");
}

function counted({ qty, uom, qtyPerUom, baseUom }: CountedValue, language: string): string {
  const quantity = (amount: string) => decimalText(amount, spoken(language), [0, 6]);
  const speech = { language, own: [], quantity };
  const unit = { uom, qtyPerUom: qtyPerUom ?? "1" };
  return qty === undefined
    ? unitText(unit, speech, baseUom ?? undefined)
    : countText(qty, unit, speech, baseUom ?? undefined);
}

/** A name of the data model, as a list calls a field or a choice: `in_progress` → "In progress", "Läuft". */
export const nameOf = (name: string, language: string): string =>
  render({ message: humanise(name), context: "name" }, language);

let namesSaid: ReadonlyMap<string, readonly { readonly name: string }[]> | undefined;

/** Words that are written out in the data model, such as the label of an import's field. */
export const labelOf = (label: string, language: string): string =>
  render({ message: label, context: "name" }, language);

/** The English names that a text stands for, in whichever language it is: "Übergeordnet" is "Parent". */
export function namesSaidAs(text: string): readonly string[] {
  const context = keyOf("", "name");
  namesSaid ??= Map.groupBy(
    catalogues
      .flatMap(({ messages }) => Object.entries(messages))
      .filter(([key]) => key.startsWith(context))
      .map(([key, said]) => ({ name: key.slice(context.length), said: said.toLowerCase() })),
    ({ said }) => said,
  );
  return (namesSaid.get(text.trim().toLowerCase()) ?? []).map(({ name }) => name);
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
