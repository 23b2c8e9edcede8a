import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Applied, PlannedRow } from "#server/records/importer.ts";
import { lockMany } from "#server/records/records.ts";
import { moveStock } from "../stock.server.ts";
import { judgeRow, loadPlaces } from "./opening-rows.server.ts";

/** Writes the differences to what was said before, as moves; six statements and an event for each row. */
export async function writeOpening(ctx: Ctx, rows: readonly PlannedRow[]): Promise<readonly Applied[]> {
  if (rows.length === 0) return [];
  const named = await loadPlaces(ctx, rows);
  // Whoever moves goods has their products locked: nothing comes to these bins from here on.
  await lockMany(
    ctx.db,
    "products",
    [...named.rows.values()].flatMap(({ product }) => product?.id ?? []),
  );
  const known = await loadPlaces(ctx, rows);
  const goods = rows.map((row) => {
    const judged = judgeRow(row, known);
    if ("errors" in judged)
      throw conflict(
        "import_out_of_date",
        message("Row {row} cannot be imported any more: what it names was changed. Check the file again.", {
          row: row.rowNo,
        }),
      );
    return judged;
  });
  await moveStock(
    ctx,
    goods.flatMap(({ productId, storageLocationId, lotNumber, expiryDate, difference }) =>
      difference === "0"
        ? []
        : [
            {
              productId,
              storageLocationId,
              lotNumber,
              expiryDate,
              quantity: difference,
              receiptLineId: null,
              reason: "opening" as const,
            },
          ],
    ),
  );
  return goods.map(({ rowNo, productId, before, place, changes }) => ({
    id: productId,
    rowNo,
    created: before === null,
    note: place,
    changes: changes["quantity"] ? { openingStock: changes["quantity"] } : {},
  }));
}
