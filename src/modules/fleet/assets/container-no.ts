import { z } from "zod";

/** What letters count: 10 for A and on, without the multiples of 11. */
const letterValues = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter, at) => [letter, 10 + at + Math.floor((at + 9) / 10)]),
);

/** The eleventh sign of a container's number (ISO 6346): its first ten, each twice as heavy as the one before, modulo 11; 10 is written 0. */
export function containerCheckDigit(number: string): string {
  const sum = [...number]
    .slice(0, 10)
    .reduce((total, sign, at) => total + (letterValues.get(sign) ?? Number(sign)) * 2 ** at, 0);
  return String((sum % 11) % 10);
}

const compact = (text: string) => text.replace(/[\s/-]/g, "");
const isWhole = (text: string) => /^[A-Z]{4}\d{7}$/.test(compact(text));

/**
 * The number of a container of ISO 6346 or a swap body of EN 13044, which share their form: whose it is, what it is, which
 * one. As people copy it from the door: with gaps, and the check digit behind a stroke.
 */
export const containerNo = z
  .string()
  .trim()
  .toUpperCase()
  .max(20)
  .refine((text) => text === "" || isWhole(text), "Give four letters and seven digits, like CSQU 305438 3.")
  .refine((text) => !isWhole(text) || compact(text).endsWith(containerCheckDigit(compact(text))), {
    error: "The last digit does not fit the others: one of them is wrong.",
  })
  .nullable()
  .default(null)
  .transform((text) => (text === null ? null : compact(text) || null));

/** As it stands on the door: CSQU 305438 3. */
export const containerWords = (number: string): string =>
  `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`;
