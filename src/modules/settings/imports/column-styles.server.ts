import type { BodyOf } from "#shared/contract/contract.ts";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { dateJudge, numberJudge, type DateStyle, type NumberStyle } from "#shared/format/number-styles.ts";
import type { ImportStyle } from "#server/records/import-values.ts";
import type { Importer } from "#server/records/importer.ts";
import type { ImportReading, imports } from "./imports.contract.ts";

/** How the file of an import was read; an import that is older than this knowledge has an empty one. */
export const readingOf = (record: { readonly reading: unknown }): ImportReading => ({
  encoding: null,
  sheet: null,
  sheets: [],
  headRow: 1,
  top: [],
  styles: {},
  ...(record.reading as Partial<ImportReading>), // written by `stage`
});

type Told = Pick<BodyOf<typeof imports.check>, "decimalComma" | "dayFirst" | "numberStyles" | "dateStyles" | "mapping">;

/**
 * How the values of each mapped field are written: as somebody has said for its column, else as the whole column shows,
 * else as somebody has said for all. Throws for a column that could be either and of which nobody says it.
 */
export function stylesOf(
  { fields }: Importer,
  told: Told,
  judged: ImportReading["styles"],
): (field: string) => ImportStyle {
  const styles = new Map<string, ImportStyle>();
  const questions: Record<string, Sentence> = {};
  for (const { name, label, kind } of fields) {
    const source = told.mapping[name];
    if (!source) continue;
    const { column, value = "" } = source;
    const known = column === undefined ? judgedValue(value) : judged[column];
    const numbers =
      (column === undefined ? undefined : told.numberStyles[column]) ?? shown(known?.numbers?.style) ?? ofAll(told);
    const dates =
      (column === undefined ? undefined : told.dateStyles[column]) ?? shown(known?.dates?.style) ?? daysOfAll(told);
    styles.set(name, { numbers: numbers as NumberStyle | null, dates: dates as DateStyle | null }); // two of each, and the check of the body holds
    const isNumber = kind === "decimal" || kind === "integer";
    const unclear =
      isNumber && numbers === null ? known?.numbers : kind === "date" && dates === null ? known?.dates : undefined;
    const sample = unclear?.samples.find(({ as }) => Object.keys(as).length > 1) ?? unclear?.samples[0];
    if (sample)
      questions[`mapping.${name}`] = message('{field}: say how values like "{text}" are written in this file.', {
        field: label,
        text: sample.text,
      });
  }
  if (Object.keys(questions).length > 0) throw invalid(questions);
  return (field) => styles.get(field) ?? { numbers: null, dates: null };
}

/** A style that the values leave no doubt about. */
const shown = (style: string | undefined): string | null =>
  style === undefined || style === "open" || style === "mixed" ? null : style;

const ofAll = ({ decimalComma }: Told): NumberStyle | null =>
  decimalComma === undefined ? null : decimalComma ? "comma" : "dot";
const daysOfAll = ({ dayFirst }: Told): DateStyle | null =>
  dayFirst === undefined ? null : dayFirst ? "dayFirst" : "monthFirst";

/** One value for all rows says itself how it is written, or leaves it open. */
function judgedValue(value: string): ImportReading["styles"][string] {
  const [numbers, dates] = [numberJudge(), dateJudge()];
  numbers.add(value);
  dates.add(value);
  return {
    ...(numbers.style === "plain" ? {} : { numbers: { style: numbers.style, samples: numbers.samples } }),
    ...(dates.style === "plain" ? {} : { dates: { style: dates.style, samples: dates.samples } }),
  };
}
