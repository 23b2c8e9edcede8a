let bySign: ReadonlyMap<string, ReadonlySet<string>> | undefined;
/** The currencies that a text stands for: by their code, and by their signs, of which "$" is that of several. */
function currenciesOf(sign: string): ReadonlySet<string> {
  bySign ??= currenciesBySign();
  return bySign.get(sign) ?? new Set();
}

function currenciesBySign(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const currency of Intl.supportedValuesOf("currency")) {
    const written = (["symbol", "narrowSymbol"] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === "currency" ? [value] : [])),
    );
    for (const sign of [currency, ...written]) found.set(sign, (found.get(sign) ?? new Set()).add(currency));
  }
  return found;
}

/** Whether a text is what stands for some currency. */
const isCurrencySign = (text: string): boolean => currenciesOf(text).size > 0;

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
export const isSignOf = (sign: string, currency: string): boolean => currenciesOf(sign).has(currency.toUpperCase());

/** The sign of a currency in which a number format of a spreadsheet shows amounts; one that only says a language has none. */
export function signOfFormat(template: string): string | undefined {
  const [positive = ""] = template.split(";");
  const said = /\[\$([^\]-]+)[^\]]*\]/.exec(positive)?.[1]?.trim();
  if (said) return said;
  const quoted = [...positive.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text.trim());
  const bare = positive.replace(/"[^"]*"|\[[^\]]*\]/g, "").match(/[€$£¥]/g) ?? [];
  return [...quoted, ...bare].find(isCurrencySign);
}
