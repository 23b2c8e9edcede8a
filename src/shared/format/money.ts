/**
 * Exact decimal arithmetic on strings, for money and quantities; the same on both sides. Nothing is lost until `round`
 * is called.
 */

interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

/** `multiply("3", "0.0035")` → `"0.0105"`. */
export function multiply(a: string, b: string): string {
  const x = parse(a);
  const y = parse(b);
  return print({ digits: x.digits * y.digits, scale: x.scale + y.scale });
}

/** The sum of all; `"0"` of none. */
export function add(...amounts: readonly string[]): string {
  return print(amounts.map(parse).reduce(plus, { digits: 0n, scale: 0 }));
}

export function subtract(a: string, b: string): string {
  return add(a, negate(b));
}

export function negate(a: string): string {
  const { digits, scale } = parse(a);
  return print({ digits: -digits, scale });
}

/** `percent("59.90", "21")` → `"12.579"`: so many per cent of an amount, exactly. */
export function percent(a: string, pct: string): string {
  const { digits, scale } = parse(multiply(a, pct));
  return print({ digits, scale: scale + 2 });
}

/** At most `places` decimals, half away from zero, as `round`: `divide("10", "12", 6)` → `"0.833333"`. */
export function divide(a: string, b: string, places: number): string {
  const x = parse(a);
  const y = parse(b);
  if (y.digits === 0n) throw new Error("division by zero");
  const top = x.digits * 10n ** BigInt(y.scale + places);
  const bottom = y.digits * 10n ** BigInt(x.scale);
  const isNegative = top < 0n !== bottom < 0n;
  const [size, by] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const digits = (size + by / 2n) / by;
  return print({ digits: isNegative ? -digits : digits, scale: places });
}

/** Negative, zero or positive, as for `sort`. */
export function compare(a: string, b: string): number {
  const { digits } = parse(subtract(a, b));
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** At most `places` decimals, half away from zero: `round("0.125", 2)` → `"0.13"`, `round("-0.125", 2)` → `"-0.13"`. */
export function round(a: string, places: number): string {
  const { digits, scale } = parse(a);
  if (scale <= places) return print({ digits, scale });
  const unit = 10n ** BigInt(scale - places);
  const size = digits < 0n ? -digits : digits;
  const rounded = (size + unit / 2n) / unit;
  return print({ digits: digits < 0n ? -rounded : rounded, scale: places });
}

function parse(text: string): Exact {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`not a decimal: ${JSON.stringify(text)}`);
  const [, sign, whole = "", fraction = ""] = match;
  const digits = BigInt(whole + fraction);
  return { digits: sign === "-" ? -digits : digits, scale: fraction.length };
}

function plus(x: Exact, y: Exact): Exact {
  const scale = Math.max(x.scale, y.scale);
  return { digits: raise(x, scale) + raise(y, scale), scale };
}

const raise = ({ digits, scale }: Exact, to: number): bigint => digits * 10n ** BigInt(to - scale);

/** Without the zeros that only fill the scale, as the server writes decimals. */
function print({ digits, scale }: Exact): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
