import { message } from "#shared/contract/problem.ts";
import type { Importer, ImportField } from "#server/records/importer.ts";
import { locationField, refusedLocations } from "../../../settings/locations/locations.import.server.ts";
import { openingRow, type OpeningRow } from "./opening-row.ts";
import { judgeRow, loadPlaces, type KnownRows } from "./opening-rows.server.ts";
import { completeFile, noteBad, noteGoods, type NamedStock } from "./whole-file.server.ts";
import { finishOpening, writeOpening, type WrittenStock } from "./write-opening.server.ts";

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

interface OpeningMemory {
  readonly named: NamedStock;
  readonly written: WrittenStock;
}

/** What says which product in which bin a row is about. */
const placeFields = ["sku", "location", "bin"] as const satisfies readonly (keyof OpeningRow)[];

/** What a bad row is about, as far as that is clear. */
function aboutOf(rowNo: number, { rows }: KnownRows, refused: ReadonlyMap<number, unknown>) {
  const { product = null, bin = null } = rows.get(rowNo) ?? {};
  return { productId: product?.id ?? null, storageLocationId: refused.has(rowNo) ? null : (bin?.id ?? null) };
}

/**
 * What lay in the bins when a company began with Waybill. A row says all that lay there of a product, lot and day; the
 * difference to what was said before is written, so a file that comes twice doubles nothing. A file says all that lay of a
 * product in a bin: what an earlier one said of it and this one does not name is replaced.
 */
export const openingStockImporter: Importer<OpeningMemory> = {
  entity: "opening-stock",
  recordEntity: "product",
  title: "Opening stock",
  can: "CAN_ENTER_OPENING_STOCK",
  key: ["sku", "location", "bin", "lot", "expiryDate"],
  fields,
  row: openingRow,
  memory: () => ({ named: { goods: new Map(), places: new Map(), kept: new Set() }, written: new Map() }),
  async check(ctx, rows, { named }) {
    const known = await loadPlaces(ctx, rows);
    const places = await refusedLocations(ctx, rows);
    return new Map(
      rows.flatMap(({ rowNo, value }) => {
        const judged = judgeRow({ rowNo, value }, known);
        const own = { ...("errors" in judged ? judged.errors : {}), ...places.get(rowNo) };
        const same = "errors" in judged || places.has(rowNo) ? null : noteGoods(named, judged);
        const errors = { ...own, ...(same ? { sku: same } : {}) };
        if (Object.keys(errors).length === 0) return [];
        noteBad(named, aboutOf(rowNo, known, places));
        return [[rowNo, errors] as const];
      }),
    );
  },
  async noteRefused(ctx, rows, { named }) {
    const readable = rows.filter(({ value }) => placeFields.every((field) => field in value));
    if (readable.length < rows.length) noteBad(named, { productId: null, storageLocationId: null });
    const known = await loadPlaces(ctx, readable);
    const places = await refusedLocations(ctx, readable);
    for (const { rowNo } of readable) noteBad(named, aboutOf(rowNo, known, places));
  },
  complete: (ctx, { named }) => completeFile(ctx, named),
  async assumed(ctx, rows) {
    const known = await loadPlaces(ctx, rows);
    const serial = rows.filter(({ rowNo }) => known.rows.get(rowNo)?.product?.trackingMode === "serial");
    const expired = rows.filter(({ rowNo, value }) => {
      const { expiryDate, quantity } = value as OpeningRow; // of readRow
      const today = known.rows.get(rowNo)?.location?.today;
      return today !== undefined && expiryDate !== null && expiryDate < today && quantity !== "0";
    });
    return new Map<string, number>([
      ...(serial.length > 0 ? [["serial", serial.length] as const] : []),
      ...(expired.length > 0 ? [["expired", expired.length] as const] : []),
    ]);
  },
  tell(counts) {
    const serial = counts.get("serial") ?? 0;
    const expired = counts.get("expired") ?? 0;
    const replaced = counts.get("replaced") ?? 0;
    const stays = counts.get("stays") ?? 0;
    const elsewhere = [...counts.keys()].flatMap((key) =>
      key.startsWith("elsewhere:") ? [key.slice("elsewhere:".length)] : [],
    );
    return [
      ...(serial > 0
        ? [
            message(
              "{count, plural, one {# row is} other {# rows are}} of goods that are tracked by serial number. They come in without their numbers.",
              { count: serial },
            ),
          ]
        : []),
      ...(expired > 0
        ? [
            message(
              "{count, plural, one {# row is} other {# rows are}} of goods that have expired. They come in as what lies there; put them aside or scrap them.",
              { count: expired },
            ),
          ]
        : []),
      ...(replaced > 0
        ? [
            message(
              "{count, plural, one {# row replaces} other {# rows replace}} what an earlier file said of other lots or days of a product in the same bin. What changes shows how much.",
              { count: replaced },
            ),
          ]
        : []),
      ...(stays > 0
        ? [
            message(
              "What an earlier file said of {count, plural, one {# product in a bin} other {# products in bins}} stays: a bad row may be about it. Correct the bad rows first.",
              { count: stays },
            ),
          ]
        : []),
      ...(elsewhere.length > 0
        ? [
            message(
              "An earlier file put goods into other bins of the site: {goods}. They stay beside what this file says. Where a bin was wrong, give a row with 0 for it.",
              { goods: elsewhere.length > 12 ? `${elsewhere.slice(0, 12).join(", ")} …` : elsewhere.join(", ") },
            ),
          ]
        : []),
    ];
  },
  async saved(ctx, rows) {
    const known = await loadPlaces(ctx, rows);
    return new Map(
      rows.flatMap((staged) => {
        const judged = judgeRow(staged, known);
        if ("errors" in judged) return [];
        const { before, quantity, replaces, changes } = judged;
        if (before === null && quantity !== "0" && replaces.length === 0) return [];
        // Nothing where nothing was said before: there is nothing to write.
        const id = before?.id ?? `nothing in row ${staged.rowNo}`;
        return [[staged.rowNo, { id, values: {}, changes }] as const];
      }),
    );
  },
  apply: (ctx, rows, _by, { written }) => writeOpening(ctx, rows, written),
  finish: (ctx, { written }) => finishOpening(ctx, written),
};
