const signs = new Map<string, readonly string[]>();
/** What people write beside an amount in a currency: its code, and its signs, of which "$" is that of several. */
function signsOf(currency: string): readonly string[] {
  let own = signs.get(currency);
  if (!own) {
    const written = (currencyDisplay: "symbol" | "narrowSymbol") =>
      new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === "currency" ? [value] : []));
    own = [currency, ...written("symbol"), ...written("narrowSymbol")];
    signs.set(currency, own);
  }
  return own;
}

let known: ReadonlySet<string> | undefined;
/** Whether a text is what stands for some currency. */
export function isCurrencySign(text: string): boolean {
  known ??= new Set(Intl.supportedValuesOf("currency").flatMap(signsOf));
  return known.has(text);
}

/** What is longer is no amount. */
const longestAmount = 60;
const aroundNumber = /^([^\d\s.,'’+-]*)\s*([+-]?[\d.,'’\s]*\d)\s*([^\d\s.,'’+-]*)$/;

/** An amount apart from the sign or the code of its currency, which stands before or behind it. */
export function amountAndSign(text: string): { readonly amount: string; readonly sign: string | undefined } {
  const trimmed = text.trim();
  if (trimmed.length > longestAmount) return { amount: trimmed, sign: undefined };
  const [, before = "", amount = "", behind = ""] = aroundNumber.exec(trimmed) ?? [];
  const sign = before || behind;
  if (sign === "" || (before !== "" && behind !== "") || !isCurrencySign(sign))
    return { amount: trimmed, sign: /[€$£]/.exec(trimmed)?.[0] };
  return { amount, sign };
}

/** Whether that sign is one of this currency; a code that is none has no signs. */
export const isSignOf = (sign: string, currency: string): boolean =>
  /^[A-Z]{3}$/i.test(currency) && signsOf(currency.toUpperCase()).includes(sign);

/** The sign of a currency in which a number format of a spreadsheet shows amounts; one that only says a language has none. */
export function signOfFormat(template: string): string | undefined {
  const [positive = ""] = template.split(";");
  const said = /\[\$([^\]-]+)[^\]]*\]/.exec(positive)?.[1]?.trim();
  if (said) return said;
  const quoted = [...positive.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text.trim());
  const bare = positive.replace(/"[^"]*"|\[[^\]]*\]/g, "").match(/[€$£¥]/g) ?? [];
  return [...quoted, ...bare].find(isCurrencySign);
}
