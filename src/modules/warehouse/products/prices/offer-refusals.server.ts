import { message, type Sentence } from "#shared/contract/problem.ts";
import type { StagedRow } from "#server/records/importer.ts";

/** What a row says of a vendor's offer and nothing could be made of: it would be gone without a word. */
export function offerRefusals(
  { value }: StagedRow,
  known: {
    readonly problem: Sentence | undefined;
    readonly unlisted: Sentence | undefined;
    readonly currencies: ReadonlySet<string>;
  },
): Record<string, Sentence> {
  const says = (field: string) => (value[field] ?? null) !== null;
  const errors: Record<string, Sentence> = {};
  if (!says("vendorCode") && says("unitPrice"))
    errors["vendorCode"] = message("Say whose price this is, or take the price out of the mapping.");
  if (!says("vendorCode") && says("vendorSku"))
    errors["vendorSku"] = message("Say whose number this is, or take it out of the mapping.");
  if (!says("vendorCode") && !says("unitPrice") && says("currency"))
    errors["currency"] = message("Give the price as well, or take the currency out of the mapping.");
  if (!says("unitPrice") && says("priceUnit"))
    errors["priceUnit"] = message("Give the price as well, or take the price unit out of the mapping.");
  const unit = known.problem ?? known.unlisted;
  if (unit) errors["priceUnit"] = unit;
  if (says("currency") && !known.currencies.has(String(value["currency"])))
    errors["currency"] = message("There is no currency {code}.", { code: String(value["currency"]) });
  return errors;
}
