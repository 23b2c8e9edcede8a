const signs = new Map<string, string>();

/** The sign between whole and part in a language: "." or ",". */
function decimalSign(locale: string): string {
  const known =
    signs.get(locale) ??
    new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ??
    ".";
  signs.set(locale, known);
  return known;
}

/** A decimal as the person reads and types it: no zeros of the database, their own decimal sign. */
export function decimalShown(value: string, locale: string): string {
  const short = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  return short.replace(".", decimalSign(locale));
}

/**
 * What somebody typed or pasted, as a decimal string: "1.240,5" and "1,240.5" are both 1240.5. One sign alone groups
 * thousands only where the language groups so and the digits stand in threes. Anything else stays as typed, and is refused.
 */
export function decimalTyped(text: string, locale: string): string {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, "");
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (last < 0) return plain;
  const sign = plain.charAt(last);
  const other = sign === "." ? "," : ".";
  const isGroupingOnly =
    !plain.includes(other) && sign !== decimalSign(locale) && /^-?\d{1,3}([.,]\d{3})+$/.test(plain);
  const isRepeated = plain.indexOf(sign) !== last;
  if (isGroupingOnly || (isRepeated && !plain.includes(other))) return plain.replaceAll(sign, "");
  if (isRepeated) return plain;
  return plain.replaceAll(other, "").replace(sign, ".");
}
