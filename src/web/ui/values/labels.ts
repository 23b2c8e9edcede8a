import { i18n, type MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";

/** Text for a person: a descriptor from `msg`, or a name out of the data model, which is read as words and translated. */
export type Label = MessageDescriptor | string;

/** A name of the data model as words: `openOrders` → "Open orders", `in_progress` → "In progress", `vendorId` → "Vendor". */
export function humanise(name: string): string {
  if (/^[A-Z]{2,4}$/.test(name)) return name; // DAP, EUR: a code is its own word
  if (/^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(name)) return name.toUpperCase(); // ftl: nobody says it as a word
  const words = name
    .replace(/^(is|has)(?=[A-Z])/, "")
    .replace(/(?<=.)(Id|At)$/, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return capital(words);
}

/** The first letter as a capital, for a word that begins a line. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

/** Gives the function that says a label in the user's language: `const words = useWords(); words(column.label)`. */
export function useWords(): (label: Label) => string {
  const { i18n } = useLingui();
  return (label) => (typeof label === "string" ? i18n._(humanise(label)) : i18n._(label));
}

/** A label within a sentence: "On hold" → "on hold"; German keeps its capitals. */
export const inSentence = (label: string): string => (i18n.locale === "de" ? label : label.toLocaleLowerCase());

/** How the records of an entity are called: `{ one: msg`vendor`, many: msg`vendors`, about: msg`A vendor is who you buy from.` }`. */
export interface Naming {
  readonly one: MessageDescriptor;
  readonly many: MessageDescriptor;
  /** What such a record is, in one sentence: shown where there is none yet. */
  readonly about?: MessageDescriptor;
}
