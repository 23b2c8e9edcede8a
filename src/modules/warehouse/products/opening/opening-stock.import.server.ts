import { message, type Sentence } from "#shared/contract/problem.ts";
import type { Importer, ImportField } from "#server/records/importer.ts";
import { locationField, refusedLocations } from "../../../settings/locations/locations.import.server.ts";
import { openingRow } from "./opening-row.ts";
import { judgeRow, loadPlaces, type JudgedRow } from "./opening-rows.server.ts";
import { writeOpening } from "./write-opening.server.ts";

const fields: readonly ImportField[] = [
  {
    name: "sku",
    label: "SKU",
    kind: "text",
    required: true,
    aliases: ["productcode", "product", "article", "itemno", "material", "artikelnummer", "artikel"],
    hint: "A product that exists already",
  },
  locationField,
  {
    name: "bin",
    label: "Bin",
    kind: "text",
    required: true,
    aliases: ["bincode", "storagelocation", "binlocation", "shelf", "lagerplatz", "platz", "stellplatz"],
    hint: "A bin of that location that exists already, by its code",
  },
  {
    name: "lot",
    label: "Lot",
    kind: "text",
    aliases: ["lotnumber", "lotno", "batch", "batchnumber", "charge", "chargennummer"],
    hint: "Of products that are tracked by lot",
  },
  {
    name: "expiryDate",
    label: "Expiry date",
    kind: "date",
    aliases: ["expiry", "expires", "bestbefore", "expirydate", "mhd", "verfall", "verfallsdatum"],
    hint: "Of products that expire",
  },
  {
    name: "quantity",
    label: "Quantity",
    kind: "decimal",
    required: true,
    aliases: ["qty", "onhand", "stock", "count", "menge", "bestand", "anzahl"],
    hint: "All that lay there; what a file said before is corrected to it",
  },
  {
    name: "unit",
    label: "Unit",
    kind: "text",
    aliases: ["uom", "einheit", "mengeneinheit"],
    hint: "The product's own unit where it is not given",
  },
];

/**
 * What lay in the bins when a company began with Waybill. A row says all that lay there of a product, lot and day; the
 * difference to what was said before is written, so a file that comes twice doubles nothing.
 */
export const openingStockImporter: Importer = {
  entity: "opening-stock",
  recordEntity: "product",
  title: "Opening stock",
  can: "CAN_ENTER_OPENING_STOCK",
  key: ["sku", "location", "bin", "lot", "expiryDate"],
  fields,
  row: openingRow,
  async check(ctx, rows) {
    const known = await loadPlaces(ctx, rows);
    const places = await refusedLocations(ctx, rows);
    const judged = rows.map(({ rowNo, value }) => ({ rowNo, judged: judgeRow({ rowNo, value }, known) }));
    const doubled = samePlaces(judged);
    return new Map(
      judged.flatMap(({ rowNo, judged: one }) => {
        const errors = { ...("errors" in one ? one.errors : {}), ...places.get(rowNo), ...doubled.get(rowNo) };
        return Object.keys(errors).length > 0 ? [[rowNo, errors] as const] : [];
      }),
    );
  },
  async assumed(ctx, rows) {
    const known = await loadPlaces(ctx, rows);
    const serial = rows.filter(({ rowNo }) => known.rows.get(rowNo)?.product?.trackingMode === "serial");
    return new Map<string, number>(serial.length > 0 ? [["serial", serial.length]] : []);
  },
  tell(counts) {
    const serial = counts.get("serial") ?? 0;
    return serial === 0
      ? []
      : [
          message(
            "{count, plural, one {# row is} other {# rows are}} of goods that are tracked by serial number. They come in without their numbers.",
            { count: serial },
          ),
        ];
  },
  async saved(ctx, rows) {
    const known = await loadPlaces(ctx, rows);
    return new Map(
      rows.flatMap((staged) => {
        const judged = judgeRow(staged, known);
        if ("errors" in judged || (judged.before === null && judged.quantity !== "0")) return [];
        // Nothing where nothing was said before: there is nothing to write.
        const id = judged.before?.id ?? `nothing in row ${staged.rowNo}`;
        return [[staged.rowNo, { id, values: {}, changes: judged.changes }] as const];
      }),
    );
  },
  apply: writeOpening,
};

/** Rows that say the same goods in other words. */
function samePlaces(
  rows: readonly { readonly rowNo: number; readonly judged: JudgedRow }[],
): ReadonlyMap<number, Record<string, Sentence>> {
  const firsts = new Map<string, number>();
  const refused = new Map<number, Record<string, Sentence>>();
  for (const { rowNo, judged } of rows) {
    if ("errors" in judged) continue;
    const { productId, storageLocationId, lotNumber, expiryDate } = judged;
    const key = [productId, storageLocationId, expiryDate, lotNumber].join(" ");
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, rowNo);
    else refused.set(rowNo, { sku: message("Row {row} has the same.", { row: first }) });
  }
  return refused;
}
