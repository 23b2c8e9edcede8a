import { z } from "zod";

/** Field types that many records share: what a form and an import accept, exactly. */

/** A decimal as text, at most `scale` places: `decimal(6)` for quantities and unit prices, `decimal(4)` for amounts. */
export function decimal(scale: number, limits: { min?: number; above?: number; max?: number } = {}) {
  const { min, above, max = 999_999_999_999 } = limits;
  const written = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${scale}})?$`);
  return z
    .string()
    .trim()
    .max(32)
    .refine((text) => written.test(text), {
      error: "Give a number with at most {scale} decimals, like 12.5.",
      params: { scale },
    })
    .refine((text) => min === undefined || Number(text) >= min, {
      error: "It has to be {limit} or more.",
      params: { limit: min },
    })
    .refine((text) => above === undefined || Number(text) > above, {
      error: "It has to be more than {limit}.",
      params: { limit: above },
    })
    .refine((text) => Number(text) <= max, { error: "It has to be {limit} or less.", params: { limit: max } })
    .meta({ format: "decimal", scale, pattern: written.source });
}

/** A quantity above zero, in the unit beside it. */
export const quantity = decimal(6, { above: 0 });
/** A price per unit, six decimals: 0.0035 each is real. */
export const unitPrice = decimal(6, { min: 0 });
export const amount = decimal(4, { min: 0 });
export const percent = decimal(4, { min: 0, max: 100 });

/** The same letters in the same signs, whichever keyboard or program wrote them. */
const composed = (text: string): string => text.normalize("NFC");
/** Signs that nobody sees: soft hyphens, signs of no width, marks of the direction. */
export const unseenSigns = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** What people type to tell one thing from another: what looks the same is the same, whatever signs nobody sees stand in it. */
export const plainCode = (text: string): string => composed(text).replace(unseenSigns, "").replace(/\s+/g, " ").trim();

/** A line of text; empty means not given. */
export const line = (max = 120) =>
  z.string().overwrite(composed).trim().max(max).nullable().default(null).transform(emptyToNull);
/** A number or a code that has to be given; without regard to case where it is looked up. */
export const typedCode = (max: number) => z.string().overwrite(plainCode).min(1).max(max);
/** The same where it may be left out. */
export const codeLine = (max: number) =>
  z.string().overwrite(plainCode).max(max).nullable().default(null).transform(emptyToNull);
/** An address of the web, with or without its scheme; one that would run a program or open a file is refused. */
export const website = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text === "" || isWebAddress(text), "Give a web address that begins with https:// or http://.")
  .nullable()
  .default(null)
  .transform(emptyToNull);
function isWebAddress(text: string): boolean {
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}
/** A phone number as people write it, 7 to 15 digits; a date or a plain word is none. An erasure looks for it in all texts. */
export const phone = z
  .string()
  .trim()
  .max(40)
  .refine((text) => text === "" || isPhone(text), "Give a phone number like +31 20 555 0123.")
  .nullable()
  .default(null)
  .transform(emptyToNull);
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  const isDate = /^(19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}(\D|$)|^\d{1,2}[-./ ]\d{1,2}[-./ ](19|20)\d\d$/.test(text);
  return /^\+?[0-9 ()./-]+$/.test(text) && digits >= 7 && digits <= 15 && !isDate;
}
/** Several lines of text; empty means not given. */
export const notes = z
  .string()
  .overwrite(composed)
  .trim()
  .max(4000)
  .nullable()
  .default(null)
  .transform(emptyToNull)
  .meta({ multiline: true });
export const name = z.string().overwrite(composed).trim().min(1).max(120);
/** A short code that people say and type: unique in its list, without regard to case. */
export const code = typedCode(40).regex(/^[^\s].*$/u);
/** An address for mails, without the blanks that come along when one is pasted; compared without regard to case. */
export const email = z.string().trim().toLowerCase().check(z.email()).max(254);
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Give a currency code like EUR.")
  .meta({ list: "currencies" });
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Give a country code like NL.")
  .nullable()
  .default(null);
export const timezone = z
  .string()
  .refine(isTimezone, "Choose a time zone like Europe/Amsterdam.")
  .meta({ list: "timezones" });
export const flag = z.boolean().default(false);
export const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max);
/** An instant that a person or a program gives: ISO 8601 with Z or an offset; kept in UTC. */
export const pointInTime = z.iso
  .datetime({ offset: true, error: "Give a date and time like 2026-01-31T14:30:00Z." })
  .refine((text) => /^2[01]\d\d-/.test(text), "Give a date between 2000 and 2199.")
  .transform((text) => new Date(text).toISOString());
/** A reason that somebody will read later. */
export const reason = z.string().trim().min(3).max(500);

/** Any of some words, each once; none is an answer too. */
export const anyWords = <E extends Record<string, string>>(word: z.ZodEnum<E>) =>
  z
    .array(word)
    .max(word.options.length)
    .refine((words) => new Set(words).size === words.length, "Name each once.")
    .default([]);

/** A postal address, flat in its record. */
export const addressFields = {
  addressLine1: line(),
  addressLine2: line(),
  city: line(),
  region: line(),
  postalCode: line(20),
  countryCode: country,
};

function emptyToNull(text: string | null): string | null {
  return text === "" ? null : text;
}

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text }).format();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The version of the record that the caller has read; what a later one says is not what they decided about. */
export const version = z.number().int().min(1).max(2_000_000_000);
