import { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { fieldsOfIssues } from "#shared/contract/sentences.ts";
import { dataSchema, type ReferenceValue } from "./reference-lists.contract.ts";

export type ValueData = NonNullable<ReferenceValue["data"]>;

/** UNECE Recommendation 21 with an X before it, as Recommendation 20 takes packages up. */
const isPackage = (code: string) => /^X[A-Z0-9]{2}$/.test(code);

/** What a value says beside its label, whole and as its list has it; throws 422 with the fields that are wrong. */
export function dataOf(list: string, code: string, given: ValueData = {}): ValueData {
  const schema = dataSchema(list);
  if (!schema && Object.keys(given).length > 0)
    throw invalid({ data: message("Values of this list say nothing beside their names.") });
  if (!schema) return {};
  const read = z.strictObject(schema.shape).safeParse(given);
  if (!read.success) throw wrong(fieldsOfIssues(read.error.issues));
  const data = read.data as ValueData; // values of the list's schema are texts, numbers and null
  return list === "quantity_types" ? unitOf(code, data) : data;
}

function unitOf(code: string, data: ValueData): ValueData {
  const dimension = data["dimension"] ?? (isPackage(code) ? "package" : "count");
  if ((dimension === "package") !== isPackage(code))
    throw wrong({
      dimension: message("Packages, and nothing else, have a code of three with an X before it, like XBX."),
    });
  if (dimension === "package" && data["toBaseFactor"] !== null)
    throw wrong({ toBaseFactor: message("How much a package holds is said by each product.") });
  return { ...data, dimension };
}

/** Under both names that a form may know it by: below `data`, and beside the label. */
const wrong = (fields: Readonly<Record<string, Parameters<typeof invalid>[0][string]>>) =>
  invalid(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, sentence]) => [
        [`data.${name}`, sentence],
        [name, sentence],
      ]),
    ),
  );
