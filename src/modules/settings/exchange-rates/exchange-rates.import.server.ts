import { sql } from "kysely";
import { z } from "zod";
import { rowsAsJson } from "#server/records/import-table.ts";
import type { Applied, Importer } from "#server/records/importer.ts";
import { exchangeRateInput } from "./exchange-rates.contract.ts";
import { around, refusals } from "./rate-rules.server.ts";

/** Rates by currency and day, as a bank or an accounting program gives them. A rate that is in the table already is left alone. */
export const exchangeRateImporter: Importer = {
  entity: "exchange-rate",
  title: "Exchange rates",
  can: "CAN_EDIT_EXCHANGE_RATES",
  key: ["fromCurrency", "asOf"],
  fields: [
    {
      name: "fromCurrency",
      label: "Currency",
      kind: "text",
      required: true,
      aliases: ["from", "currencycode", "code", "iso", "währung"],
    },
    {
      name: "rate",
      label: "Rate",
      kind: "decimal",
      required: true,
      aliases: ["value", "exchangerate", "kurs"],
      hint: "What one of it is worth in your own currency",
    },
    {
      name: "asOf",
      label: "Day",
      kind: "date",
      required: true,
      aliases: ["date", "asof", "validfrom", "datum", "tag"],
    },
    { name: "note", label: "Note", kind: "text", aliases: ["source", "remark", "quelle"] },
  ],
  row: z.object({
    ...exchangeRateInput.shape,
    fromCurrency: z.string().trim().toUpperCase().pipe(exchangeRateInput.shape.fromCurrency),
  }),
  async check(ctx, rows) {
    const company = await around(ctx);
    return new Map(
      rows.flatMap(({ rowNo, value }) => {
        const fields = refusals({ fromCurrency: String(value["fromCurrency"]), asOf: String(value["asOf"]) }, company);
        return Object.keys(fields).length > 0 ? [[rowNo, fields] as const] : [];
      }),
    );
  },
  /** A rate that is in the table already; another one for the day is a new entry. */
  async saved(ctx, rows) {
    const given = rowsAsJson(rows);
    const { rows: known } = await sql<{ rowNo: number; id: string }>`
      select distinct on (g."rowNo") g."rowNo", r.id
      from jsonb_to_recordset(${given}::jsonb) as g("rowNo" integer, v jsonb)
      join companies c on c.id = current_company()
      join exchange_rates r on (r.company_id, r.from_currency, r.to_currency, r.as_of) = (current_company(),
        g.v ->> 'fromCurrency', c.default_currency, (g.v ->> 'asOf')::date) and r.rate = (g.v ->> 'rate')::numeric
        and not exists (select from exchange_rates o where (o.company_id, o.from_currency, o.to_currency, o.as_of)
          = (r.company_id, r.from_currency, r.to_currency, r.as_of) and o.entry > r.entry)
      order by g."rowNo", r.entry desc`.execute(ctx.db);
    return new Map(known.map(({ rowNo, id }) => [rowNo, { id, values: {} }]));
  },
  /** Day by day, so that each rate is judged by the one before it in the same file. */
  async apply(ctx, rows, by) {
    const given = rowsAsJson(rows);
    const { rows: applied } = await sql<Applied>`
      with given as materialized (
        select g."rowNo" as row_no, g.v ->> 'fromCurrency' as from_currency, c.default_currency as to_currency,
          (g.v ->> 'rate')::numeric as rate, (g.v ->> 'asOf')::date as as_of, g.v ->> 'note' as note
        from jsonb_to_recordset(${given}::jsonb) as g("rowNo" integer, v jsonb) join companies c on c.id = current_company()
      ), entered as (
        insert into exchange_rates (from_currency, to_currency, rate, as_of, note, source, created_by)
        select from_currency, to_currency, rate, as_of, note, 'import', ${by}::uuid from given
        order by from_currency, as_of
        returning id, from_currency, as_of
      )
      select e.id, g.row_no as "rowNo", true as created from entered e join given g using (from_currency, as_of)`.execute(
      ctx.db,
    );
    return applied;
  },
};
