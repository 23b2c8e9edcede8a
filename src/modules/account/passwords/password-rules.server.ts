import { invalid, message } from "#shared/contract/problem.ts";
import { commonWords } from "./common-words.server.ts";
import { leakedPasswords } from "./leaked-passwords.server.ts";

const leastAlone = 15;
const leastWithSecondFactor = 8;
/** So many different signs have to be left once everything that is guessed first is taken out. */
const leastOfOnesOwn = 5;
const looksLike: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const longestFirst = [...new Set(commonWords)].sort((a, b) => b.length - a.length);

export interface PasswordOwner {
  /** What everybody knows of the person: names, address, company. */
  readonly words: readonly string[];
  readonly hasSecondFactor: boolean;
}

/** Whether a password has the length that is asked for: 15 signs alone, 8 beside a second factor (NIST 800-63B-4, 3.1.1.2). */
export function isLongEnough(password: string, hasSecondFactor: boolean): boolean {
  return [...password.normalize("NFKC")].length >= (hasSecondFactor ? leastWithSecondFactor : leastAlone);
}

/** Refuses (422) a password that is too short, or made of what is guessed first. There are no rules of composition. */
export async function validatePassword(password: string, { words, hasSecondFactor }: PasswordOwner): Promise<void> {
  if (!isLongEnough(password, hasSecondFactor))
    throw refused(
      message("Use at least {least} characters. A sentence that you remember is good.", {
        least: hasSecondFactor ? leastWithSecondFactor : leastAlone,
      }),
    );
  if (isGuessedFirst(password, words, await leakedPasswords()))
    throw refused(message("This is too easy to guess. Use a sentence of your own."));
}

const refused = (sentence: ReturnType<typeof message>) => invalid({ password: sentence }, sentence, "weak_password");

function isGuessedFirst(password: string, words: readonly string[], leaked: ReadonlySet<string>): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const known = [...new Set(["waybill", ...words.flatMap(partsOf)])].sort((a, b) => b.length - a.length);
  const forms = [text, text.replace(/[!-/:-@[-`{-~]+$/, "")].flatMap((one) => [
    one,
    [...one].map((sign) => looksLike[sign] ?? sign).join(""),
  ]);
  return forms.some(
    (one) => ofOnesOwn(one, [...piecesOf(one).filter((piece) => leaked.has(piece)), ...known]) < leastOfOnesOwn,
  );
}

/**
 * What may stand in a list of leaked passwords: the whole, one half of a doubled one, what signs were put around. Words
 * within a sentence may.
 */
const piecesOf = (text: string): string[] =>
  [text, text.slice(0, text.length / 2), text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")].filter(
    (piece) => piece.length > 3,
  );

/** How many different letters and digits are left without the known words, repeated signs, years and what stands between. */
function ofOnesOwn(text: string, known: readonly string[]): number {
  const rest = [...known, ...longestFirst].reduce((left, word) => left.replaceAll(word, " "), text);
  return new Set(rest.replace(/(.)\1{2,}|(?:19|20)\d\d|[\p{P}\p{Z}]|[<>|=+$^~`]/gu, "")).size;
}

/** "Ada.Okoye@alpha.example" → ada, okoye, alpha, example; nothing shorter than three. */
const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part.length > 2);
