const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Intl objects are dear to make and cheap to keep: one for each locale and set of options. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
  numbers.set(key, made);
  return made;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, made);
  return made;
}

/** Intl takes a decimal string exactly, beyond what a float can hold; TypeScript knows that only of literals. */
function exact(format: Intl.NumberFormat, value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? format.format(value as `${number}`) : value; // the pattern is that literal's
}

/** An amount in its currency, to the currency's own digits: "€59,213.20". */
export function moneyText(amount: string, currency: string, locale: string): string {
  return exact(numberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }), amount);
}

/** An amount without its currency, for a column whose head names it: "59,213.20". */
export function amountText(amount: string, currency: string, locale: string): string {
  const digits = numberFormat(locale, { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return exact(numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }), amount);
}

/** A price of one unit, which may be finer than the currency: "0.0035". */
export function priceText(price: string, currency: string, locale: string): string {
  return exact(
    numberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol", maximumFractionDigits: 6 }),
    price,
  );
}

/** A quantity without the zeros that only the database needs: "1,240.5". */
export function quantityText(quantity: string | number, locale: string): string {
  return exact(numberFormat(locale, { maximumFractionDigits: 6 }), String(quantity));
}

/**
 * A business date, "2026-11-24" → "24 Nov" in the year of `today`, the day at the site that the date belongs to;
 * "24 Nov 2025" in another, or where `today` is null.
 */
export function dateText(date: string, locale: string, today: string | null): string {
  const shown = today === null || date.slice(0, 4) !== today.slice(0, 4);
  return dateFormat(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
    ...(shown ? { year: "numeric" } : {}),
  }).format(new Date(`${date.slice(0, 10)}T12:00:00Z`));
}

/** The wall clock's time of an instant at a site: "11:52". */
export function timeText(instant: string, zone: string, locale: string): string {
  return dateFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone }).format(
    new Date(instant),
  );
}

/** The calendar day of an instant at a site, as a business date. */
export function dayAt(instant: string, zone: string): string {
  return dateFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone: zone }).format(
    new Date(instant),
  );
}

/** Day and time of an instant at a site, with the year as of a date: "19 Nov 14:31". */
export function instantText(instant: string, zone: string, locale: string, today: string | null): string {
  return `${dateText(dayAt(instant, zone), locale, today)} ${timeText(instant, zone, locale)}`;
}

/** How many days lie between today and a date: "in 4 days", "yesterday". */
export function daysFromNowText(date: string, today: string, locale: string): string {
  const days = Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
}

/** How long something took, as one would say it: minutes below two hours, hours with minutes below ten, hours below two days, else days. */
export function spanOf(minutes: number): readonly [unit: "min" | "hmin" | "h" | "d", count: number, minutes?: number] {
  if (minutes < 120) return ["min", Math.floor(minutes)];
  if (minutes < 600 && minutes % 60 >= 1) return ["hmin", Math.floor(minutes / 60), Math.floor(minutes % 60)];
  if (minutes < 2880) return ["h", Math.floor(minutes / 60)];
  return ["d", Math.floor(minutes / 1440)];
}

/** A moment as a site's wall clock shows it: "2026-11-20T09:30", with seconds only where there are some. */
export function wallTime(instant: string, zone: string): string {
  const parts = dateFormat("en-CA", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
  const seconds = part("second") === "00" ? "" : `:${part("second")}`;
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}${seconds}`;
}

/** The moment at which a site's wall clock shows this: the first of two in autumn; in the hour that spring skips, one hour on. */
export function momentOf(wall: string, zone: string): string {
  const asUtc = /^\d{4}-\d\d-\d\dT/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return wall; // no time at all: the schema refuses it
  const behind = (moment: number) => moment - Date.parse(`${wallTime(new Date(moment).toISOString(), zone)}Z`);
  const [early, late] = [asUtc + behind(asUtc - 86_400_000), asUtc + behind(asUtc + 86_400_000)];
  const isRight = (moment: number) => moment === asUtc + behind(moment);
  const moment = [early, late].sort((a, b) => a - b).find(isRight) ?? early;
  return new Date(moment).toISOString();
}
