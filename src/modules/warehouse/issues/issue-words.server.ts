import { message, type Sentence } from "#shared/contract/problem.ts";
import { render } from "#server/mail/language.ts";

/** What the system reported, as it is kept: a sentence with its values, and what somebody added in their own words. */
export type Told = Sentence & { readonly note: string | null };

/** The same in a language. */
export const saidOf = ({ note, ...sentence }: Told, language: string): string =>
  [render(sentence, language), note].filter(Boolean).join(" ");

/** Goods, with the order line that they are of, where one is known: `SKU-1 (PO-7, line 2)`. */
export const goodsOfLine = (
  goods: string,
  line: { readonly number: string; readonly lineNo: number } | null,
): string | Sentence => (line ? message("{goods} ({number}, line {lineNo})", { goods, ...line }) : goods);
