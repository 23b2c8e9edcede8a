import { i18n, type MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { humanise } from "#shared/format/names.ts";

/** Text for a person: a descriptor from `msg`, or a name out of the data model, which is read as words and translated. */
export type Label = MessageDescriptor | string;

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
