import { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";

/** What letters count in the check digit; digits count what they are. */
const letters = { 1: "AJ", 2: "BKS", 3: "CLT", 4: "DMU", 5: "ENV", 6: "FW", 7: "GPX", 8: "HY", 9: "RZ" };
const values = new Map(
  Object.entries(letters).flatMap(([value, signs]) => [...signs].map((sign) => [sign, Number(value)])),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The ninth character that a VIN has where its maker counts one (49 CFR 565). */
export function checkDigitOf(vin: string): string {
  const sum = [...vin].reduce((total, sign, at) => total + (values.get(sign) ?? Number(sign)) * (weights[at] ?? 0), 0);
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

/** Whether its maker has to count a check digit: it does in North America, whose numbers begin with 1 to 5. */
const needsCheckDigit = (vin: string): boolean => /^[1-5]/.test(vin);

export const hasCheckDigit = (vin: string): boolean => vin[8] === checkDigitOf(vin);

/** The number of a chassis, 17 characters of ISO 3779, as people copy it: with gaps and in small letters too. */
export const vin = z
  .string()
  .trim()
  .toUpperCase()
  .max(40)
  .refine((text) => /^$|^[A-HJ-NPR-Z0-9]{17}$/.test(compact(text)), "Give 17 letters and digits, without I, O and Q.")
  .refine((text) => !needsCheckDigit(compact(text)) || !isWhole(text) || hasCheckDigit(compact(text)), {
    error: "The ninth character does not fit the others: one of them is wrong.",
  })
  .nullable()
  .default(null)
  .transform((text) => (text === null ? null : compact(text) || null));

const compact = (text: string) => text.replace(/[\s-]/g, "");
const isWhole = (text: string) => compact(text).length === 17;

/** What should be looked at once more, though it may be right; null where nothing is odd. */
export function vinDoubt(number: string | null): Sentence | null {
  if (number === null || needsCheckDigit(number) || hasCheckDigit(number)) return null;
  return message("The ninth character is no check digit. Makers outside North America need none.");
}
