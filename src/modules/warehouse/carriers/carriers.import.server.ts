import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { foldedKeys } from "#server/records/folded-keys.ts";
import { refusedNames } from "#server/records/import-names.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer, StagedRow } from "#server/records/importer.ts";
import { carrierInput } from "./carriers.contract.ts";

const table: ImportTable = {
  table: "carriers",
  match: sql`(select c.id from carriers c where c.company_id = current_company() and c.code_key = ${keyOf(sql`g.v ->> 'code'`)})`,
  fields: plainFields(...Object.keys(carrierInput.shape)),
};

/** Carriers by their code. */
export const carrierImporter: Importer = {
  entity: "carrier",
  title: "Carriers",
  can: "CAN_EDIT_CARRIERS",
  key: "code",
  once: ["scac"],
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["carriercode", "carrierid", "number", "id", "nummer", "speditionsnummer"],
    },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["carrier", "carriername", "companyname", "spedition", "frachtführer", "bezeichnung"],
    },
    { name: "scac", label: "SCAC", kind: "text", aliases: ["scaccode"] },
    { name: "modes", label: "Modes", kind: "words", aliases: ["mode", "verkehrsträger"] },
    { name: "equipment", label: "Equipment", kind: "words", aliases: ["ausrüstung", "fahrzeuge"] },
    {
      name: "dispatchEmail",
      label: "Dispatch e-mail",
      kind: "text",
      required: true,
      aliases: ["email", "mail", "e-mail", "dispatch"],
    },
    { name: "dispatchPhone", label: "Dispatch phone", kind: "text", aliases: ["phone", "telephone", "telefon"] },
    {
      name: "insuranceExpiresOn",
      label: "Insured until",
      kind: "date",
      aliases: ["insuranceexpireson", "insuranceexpiry", "versichertbis"],
    },
    { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment", "bemerkungen"] },
  ],
  row: carrierInput,
  async check(ctx, rows) {
    const codes = rows.flatMap(({ value }) => (value["scac"] === null ? [] : [String(value["scac"])]));
    const folded = await foldedKeys(
      ctx,
      rows.map(({ value }) => value["code"]),
    );
    const { rows: owners } = await sql<{ scac: string; code: string; key: string }>`
      select scac, code, code_key as key from carriers where company_id = current_company() and scac = any(${codes})`.execute(
      ctx.db,
    );
    const ownerOf = new Map(owners.map((owner) => [owner.scac, owner]));
    return new Map(
      rows.flatMap(({ rowNo, value }) => {
        const owner = ownerOf.get(String(value["scac"]));
        return owner && owner.key !== folded(value["code"])
          ? [[rowNo, { scac: message("Carrier {code} has this SCAC already.", { code: owner.code }) }] as const]
          : [];
      }),
    );
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  apply: (ctx, rows) => writeRows(ctx, table, rows),
};

/** Rows that name a carrier, in the field of that name, which is not there. */
export const strangeCarriers = (ctx: Ctx, rows: readonly StagedRow[]) =>
  refusedNames(ctx, rows, {
    field: "carrier",
    table: "carriers",
    none: (code) => message("There is no carrier {code}. Import it first.", { code }),
    several: (name) => message("Several carriers are called {name}. Give the code of one.", { name }),
  });
