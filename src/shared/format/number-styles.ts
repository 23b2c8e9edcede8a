/** How a number is written: with a point or a comma before its decimals. */
export type NumberStyle = "dot" | "comma";
/** How a date with slashes is written: 03/04/2026 is 3 April or 4 March. */
export type DateStyle = "dayFirst" | "monthFirst";

/**
 * What all values of a column say about their style together. `plain`: none needs one; `open`: each that does could be
 * either; `mixed`: some can only be the one and some only the other.
 */
export type Judged<S extends string> = "plain" | S | "open" | "mixed";

/** What one text is in each style in which it can be read at all. */
export type Readings<S extends string> = Readonly<Partial<Record<S, string>>>;

const currencySigns = /[€$£]/g;
// Groups have three digits each and the same sign between them; one sign alone could be either.
const writtenWithDot = /^-?(?:\d+|[1-9]\d{0,2}([,\s'’])\d{3}(?:\1\d{3})*)(?:\.\d+)?$/;
const writtenWithComma = /^-?(?:\d+|[1-9]\d{0,2}([.\s'’])\d{3}(?:\1\d{3})*)(?:,\d+)?$/;

/** `1.200` → `{ dot: "1.200", comma: "1200" }`; `12,50` → `{ comma: "12.50" }`. */
export function numberReadings(text: string): Readings<NumberStyle> {
  const bare = text.replace(currencySigns, "").trim();
  return {
    ...(writtenWithDot.test(bare) ? { dot: bare.replace(/[,\s'’]/g, "") } : {}),
    ...(writtenWithComma.test(bare) ? { comma: bare.replace(/[.\s'’]/g, "").replace(",", ".") } : {}),
  };
}

/** `03/04/2026` → both; `31/01/2026` → `{ dayFirst: "2026-01-31" }`. Dates with points begin with the day everywhere. */
export function dateReadings(text: string): Readings<DateStyle> {
  const parts = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (!parts) return {};
  const [, first = "", sign, second = "", year = ""] = parts;
  const dayFirst = realDate(year, second, first);
  const monthFirst = sign === "." ? null : realDate(year, first, second);
  return { ...(dayFirst ? { dayFirst } : {}), ...(monthFirst ? { monthFirst } : {}) };
}

/** The day as it is kept, or null where the calendar has none. */
export function realDate(year: string, month: string, day: string): string | null {
  const value = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : null;
}

/** Gathers what the values of a column say about their style, and some of them as samples. */
export class StyleJudge<S extends string> {
  readonly #only = new Map<S, { text: string; as: Readings<S> }>();
  readonly #open: { text: string; as: Readings<S> }[] = [];
  readonly #read: (text: string) => Readings<S>;
  readonly #styles: readonly [S, S];

  constructor(read: (text: string) => Readings<S>, styles: readonly [S, S]) {
    this.#read = read;
    this.#styles = styles;
  }

  add(text: string): void {
    const as = this.#read(text);
    const [one, other] = this.#styles;
    if (as[one] === as[other]) return; // neither, or the same in both
    const [only] = this.#styles.filter((style) => as[style] !== undefined);
    if (as[one] !== undefined && as[other] !== undefined) {
      if (this.#open.length < 3) this.#open.push({ text, as });
    } else if (only !== undefined && !this.#only.has(only)) this.#only.set(only, { text, as });
  }

  /** A value that is stored as a number has no style that could be mistaken. */
  addStored(style: S, text: string): void {
    if (!this.#only.has(style)) this.#only.set(style, { text, as: { [style]: text } as Readings<S> }); // one of S
  }

  get style(): Judged<S> {
    const [only, other] = this.#only.keys();
    if (only !== undefined) return other === undefined ? only : "mixed";
    return this.#open.length > 0 ? "open" : "plain";
  }

  get samples(): { text: string; as: Readings<S> }[] {
    return [...this.#only.values(), ...this.#open].slice(0, 3);
  }
}

export const numberJudge = (): StyleJudge<NumberStyle> => new StyleJudge(numberReadings, ["dot", "comma"]);
export const dateJudge = (): StyleJudge<DateStyle> => new StyleJudge(dateReadings, ["dayFirst", "monthFirst"]);
