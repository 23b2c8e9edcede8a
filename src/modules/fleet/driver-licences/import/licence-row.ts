import { z } from "zod";
import { dateReadings, realDate } from "#shared/format/number-styles.ts";
import { driverLicenceInput } from "../driver-licences.contract.ts";
import { licenceClass } from "../licence-classes.ts";

/** What stands behind a class is its own last day; without one it ends with the card. */
const written = /^(\S+)(?:\s+(?:until |bis )?(\S+))?$/i;

/** "CE", "CE 2031-05-01" or "CE 01.05.2031" as a class and its day; null for anything else. */
export function readClass(text: string): { class: z.output<typeof licenceClass>; expiresOn: string | null } | null {
  const [, name = "", day] = written.exec(text.trim()) ?? [];
  const known = licenceClass.safeParse(name.toUpperCase());
  if (!known.success) return null;
  if (day === undefined) return { class: known.data, expiresOn: null };
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day) ?? [];
  const { dayFirst, monthFirst } = dateReadings(day);
  const read = year && month && date ? realDate(year, month, date) : monthFirst ? null : (dayFirst ?? null);
  return read === null ? null : { class: known.data, expiresOn: read };
}

/** One row of a file of licences. */
export const licenceRow = z.object({
  driver: z.string().trim().min(1).max(170),
  number: z.string().trim().min(1).max(40),
  issuingCountry: driverLicenceInput.shape.issuingCountry,
  issuingAuthority: driverLicenceInput.shape.issuingAuthority,
  issuedOn: driverLicenceInput.shape.issuedOn,
  expiresOn: driverLicenceInput.shape.expiresOn,
  classes: z
    .array(z.string())
    .min(1, "Enter the classes that stand on it.")
    .max(20)
    .refine((all) => all.every((one) => readClass(one) !== null), "Write classes like B, CE or CE 2031-05-01.")
    .refine(
      (all) =>
        new Set(all.map((one) => readClass(one)?.class)).size === all.length || all.some((one) => !readClass(one)),
      "Name each class once.",
    ),
});
export type LicenceRow = z.output<typeof licenceRow>;

/** The classes of a row, each with its last day. */
export const classesOf = ({ classes, expiresOn }: LicenceRow) =>
  classes.flatMap((one) => {
    const read = readClass(one);
    return read
      ? [{ class: read.class, validFrom: null, expiresOn: read.expiresOn ?? expiresOn, restrictions: null }]
      : [];
  });
