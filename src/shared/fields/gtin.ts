import { z } from "zod";
import { message } from "#shared/contract/problem.ts";

/** The mod-10 check digit of GS1 keys (GTIN, SSCC): weights 3, 1, 3, 1 … from the right over the digits before it. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === digits.slice(-1);
}

/** What is wrong with a GTIN of 8, 12, 13 or 14 digits, in words; null when nothing is. */
export function gtinProblem(digits: string): string | null {
  if (!/^(\d{8}|\d{12,14})$/.test(digits))
    return message("A GTIN has 8, 12, 13 or 14 digits. Did a spreadsheet drop a leading zero?").message;
  if (/^0+$/.test(digits)) return message("A GTIN of zeros only is no GTIN.").message;
  return hasCheckDigit(digits)
    ? null
    : message("The last digit of this GTIN does not fit the others. Look for a typing error.").message;
}

/** As it is stored: padded with zeros to 14 digits, so that one trade item has one number. Spaces and hyphens between digits go. */
export function normaliseGtin(text: string): string {
  return bareDigits(text).padStart(14, "0");
}

/** A GTIN as a form or an import gives it; checked, and padded to 14 digits. Empty means not given. */
export const gtin = z
  .string()
  .trim()
  .max(24)
  .nullable()
  .default(null)
  .transform((text, ctx) => {
    if (text === null || text === "") return null;
    const problem = gtinProblem(bareDigits(text));
    if (problem === null) return normaliseGtin(text);
    ctx.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

const bareDigits = (text: string): string => text.replace(/(?<=\d)[\s-](?=\d)/g, "");
