import type { Sentence } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { wrongSign, type Importer, type StagedRow } from "#server/records/importer.ts";

/** Amounts with the sign of a currency that is not the one which their rows, that say none, are in. */
export async function foreignSigns(
  ctx: Ctx,
  importer: Importer,
  rows: readonly StagedRow[],
): Promise<ReadonlyMap<number, Readonly<Record<string, Sentence>>>> {
  const signed = rows.filter(({ value }) => value["signed"] !== undefined);
  const own = signed.length > 0 ? await importer.ownCurrencies?.(ctx, signed) : undefined;
  return new Map(
    signed.flatMap(({ rowNo, value }) => {
      const cells = Object.entries(value["signed"] as Readonly<Record<string, string>>); // of readRow
      const wrong = cells.flatMap(([field, cell]): [string, Sentence][] => {
        const sentence = wrongSign(cell, own?.get(rowNo));
        return sentence ? [[field, sentence]] : [];
      });
      return wrong.length > 0 ? [[rowNo, Object.fromEntries(wrong)] as const] : [];
    }),
  );
}
