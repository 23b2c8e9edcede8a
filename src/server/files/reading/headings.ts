/** A heading as it is compared: small letters and figures alone. */
export const plainWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * The place of the row with the headings among the first rows: the one that has most of the known words; where none has
 * any, the first one that is not a title above a table. -1 where the file begins with its data.
 */
export function findHeadRow(rows: readonly (readonly string[])[], words: ReadonlySet<string>): number {
  const known = rows.map((row) => row.filter((cell) => words.has(plainWord(cell))).length);
  const most = Math.max(0, ...known);
  // One known word alone is a heading only where nothing speaks against it: it may be a value.
  const best = most > 0 ? known.indexOf(most) : -1;
  if (best >= 0 && (most > 1 || best === 0)) return best;
  const width = Math.max(0, ...rows.map(filled));
  const first = rows.findIndex((row) => filled(row) > 1 || width < 3);
  const head = rows[first] ?? [];
  return words.size > 0 && rows.length > 1 && head.some(isData) ? -1 : Math.max(0, first);
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== "").length;

/** What stands in no heading: a number, a date, an address of mail. */
const isData = (cell: string): boolean =>
  /^-?[\d\s.,]*\d[\d\s.,]*(?:[€$£%])?$/.test(cell) ||
  /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(cell) ||
  /^\S+@\S+$/.test(cell);
