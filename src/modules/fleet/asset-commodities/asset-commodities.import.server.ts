import { sql } from "kysely";
import { z } from "zod";
import { message } from "#shared/contract/problem.ts";
import { unitTyped } from "#shared/format/unit-names.ts";
import { givenFields, isUnchanged, planRows } from "#server/records/import-changes.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, SavedRecord, StagedRow } from "#server/records/importer.ts";
import { assetCommodityInput } from "./asset-commodities.contract.ts";
import { commodityProblems, unknownQuantityTypes, type Commodity } from "./commodity-rules.server.ts";

const table: ImportTable = {
  table: "asset_commodities",
  match: sql`(select c.id from asset_commodities c where c.company_id = current_company()
    and c.code_key = ${keyOf(sql`g.v ->> 'code'`)})`,
  fields: plainFields(...Object.keys(assetCommodityInput.shape)),
};

/** Commodities by their code; units by their codes, or by the words that files use for them. */
export const assetCommodityImporter: Importer = {
  entity: "asset-commodity",
  title: "Asset commodities",
  can: "CAN_EDIT_ASSETS",
  key: "code",
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["commoditycode", "commodity", "number", "id", "warennummer", "gutnummer"],
    },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["description", "commodityname", "bezeichnung", "beschreibung"],
    },
    {
      name: "hsCode",
      label: "HS code",
      kind: "text",
      aliases: ["hs", "tariffcode", "commoditycodehs", "zolltarifnummer", "warentarifnummer"],
    },
    { name: "unNumber", label: "UN number", kind: "text", aliases: ["un", "unno", "unnummer"] },
    { name: "hazardClass", label: "Hazard class", kind: "text", aliases: ["adrclass", "class", "gefahrklasse"] },
    { name: "packingGroup", label: "Packing group", kind: "text", aliases: ["pg", "verpackungsgruppe"] },
    { name: "tempMinC", label: "Coldest, °C", kind: "decimal", aliases: ["coldest", "tempmin", "mintemperature"] },
    { name: "tempMaxC", label: "Warmest, °C", kind: "decimal", aliases: ["warmest", "tempmax", "maxtemperature"] },
    {
      name: "quantityType",
      label: "Quantity type",
      kind: "text",
      required: true,
      aliases: ["unit", "uom", "unitofmeasure", "einheit", "mengeneinheit"],
      hint: "A unit of the company's list, like KGM or XPX",
    },
    { name: "unitWeightKg", label: "Unit weight, kg", kind: "decimal", aliases: ["weight", "weightkg", "gewicht"] },
    { name: "unitVolumeM3", label: "Unit volume, m³", kind: "decimal", aliases: ["volume", "volumem3", "volumen"] },
    { name: "isStackable", label: "Is stackable", kind: "yes_no", aliases: ["stackable", "stapelbar"] },
  ],
  row: assetCommodityInput.extend({
    quantityType: z
      .string()
      .trim()
      .max(20)
      .transform((text) => unitTyped(text)?.uom ?? text.toUpperCase())
      .refine(
        (code) => assetCommodityInput.shape.quantityType.safeParse(code).success,
        "Give a unit code like EA, KGM or XBX.",
      ),
  }),
  async check(ctx, rows) {
    const saved = await savedRows(ctx, table, rows);
    // What is measured in a unit that nobody uses any more stays so: a row that changes nothing is not judged.
    const changing = planRows(assetCommodityImporter, rows, saved).filter((row) => !isUnchanged(row));
    const unknown = new Set(
      await unknownQuantityTypes(ctx, [...new Set(changing.map(({ value }) => String(value["quantityType"])))]),
    );
    return new Map(
      changing.flatMap(({ rowNo, value }) => {
        const errors = commodityProblems(asItWillBe(value, saved.get(rowNo)));
        const unit = String(value["quantityType"]);
        if (unknown.has(unit))
          errors["quantityType"] = message("The company's list has no quantity type {code} in use.", { code: unit });
        return Object.keys(errors).length > 0 ? [[rowNo, errors] as const] : [];
      }),
    );
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};

/** The commodity with what the row gives; what the file does not say stays as it is saved. */
function asItWillBe(value: StagedRow["value"], saved: SavedRecord | undefined): Commodity {
  const given = givenFields(value);
  const kept = Object.entries(saved?.values ?? {}).filter(([name]) => !given.includes(name));
  return { ...(value as Commodity), ...Object.fromEntries(kept) }; // the rules of a row have read it
}
