import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { labelOf, nameOf, render } from "../mail/language.ts";
import { innerType, optionsOf } from "./field-types.ts";

/** How a file of a list says its values. */
export interface Wording {
  heading(key: string): string;
  value(key: string, value: unknown): unknown;
  /** What stands between two cells: a semicolon where a comma stands in numbers. */
  readonly delimiter: "," | ";";
}

/** As programs and our own import read it. */
export const inCodes: Wording = {
  heading: englishHeading,
  value: (_key, value) => value,
  delimiter: ",",
};

/** As the screen says it, in a language: names of choices and fields, moments by a clock, numbers with that language's point. */
export function inWords(record: z.ZodObject, language: string, zone: string): Wording {
  const named = (word: string) => nameOf(word, language);
  const says = new Map<string, (value: unknown) => unknown>();
  for (const [key, type] of Object.entries(record.shape)) {
    const plain = innerType(type as z.ZodType); // a record's shape holds Zod types
    const format = plain.meta()?.["format"];
    if (plain instanceof z.ZodEnum) says.set(key, (value) => named(String(value)));
    else if (plain instanceof z.ZodArray && optionsOf(plain).length > 0)
      says.set(key, (value) => (value as string[]).map(named)); // the reply's own type
    else if (plain instanceof z.ZodBoolean)
      says.set(key, (value) => render(value === true ? message("Yes") : message("No"), language));
    else if (format === "date-time")
      says.set(key, (value) => {
        const { date, time } = wallTime(String(value), zone);
        return `${date} ${time}`;
      });
    else if (format === "decimal" && language.startsWith("de"))
      says.set(key, (value) => String(value).replace(".", ","));
  }
  return {
    heading: named,
    value: (key, value) => (value === null || value === undefined ? value : (says.get(key)?.(value) ?? value)),
    delimiter: language.startsWith("de") ? ";" : ",",
  };
}

/** How a file whose columns are written by hand says its headings and cells. */
export interface FileWords {
  /** In which the words are; English where the file is for another program. */
  readonly language: string;
  readonly isForPeople: boolean;
  heading(label: string): string;
  /** `in_transit` as people call it. */
  choice(code: string): string;
  decimal(value: string): string;
  readonly delimiter: "," | ";";
}

/** The same choice for such files: `values=words` is for people, in their language. */
export function fileWords(values: "codes" | "words" | undefined, asked: string): FileWords {
  const isForPeople = values === "words";
  const language = isForPeople ? asked : "en";
  const isGerman = language.startsWith("de");
  return {
    language,
    isForPeople,
    heading: (label) => labelOf(label, language),
    choice: (code) => (isForPeople ? nameOf(code, language) : code),
    decimal: (value) => (isGerman ? value.replace(".", ",") : value),
    delimiter: isGerman ? ";" : ",",
  };
}

/** `orderEmail` → `Order email`. */
function englishHeading(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
