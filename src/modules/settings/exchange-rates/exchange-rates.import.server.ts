import { sql } from "kysely";
import { z } from "zod";
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
  /** Day by day, so that each rate is judged by the one before it in the same file. */
  async apply(ctx, values, by) {
    const { rows } = await sql<Applied>`
      with given as (
        select v ->> 'fromCurrency' as from_currency, c.default_currency as to_currency,
          (v ->> 'rate')::numeric as rate, (v ->> 'asOf')::date as as_of, v ->> 'note' as note
        from jsonb_array_elements(${JSON.stringify(values)}::jsonb) v join companies c on c.id = current_company()
      ), known as (
        select distinct on (g.from_currency, g.as_of) r.id, r.rate, g.from_currency, g.as_of from given g
        join exchange_rates r on (r.company_id, r.from_currency, r.to_currency, r.as_of) = (current_company(),
          g.from_currency, g.to_currency, g.as_of)
        order by g.from_currency, g.as_of, r.entry desc
      ), entered as (
        insert into exchange_rates (from_currency, to_currency, rate, as_of, note, source, created_by)
        select g.from_currency, g.to_currency, g.rate, g.as_of, g.note, 'import', ${by}::uuid from given g
        where not exists (select from known k where k.from_currency = g.from_currency and k.as_of = g.as_of
          and k.rate = g.rate)
        order by g.from_currency, g.as_of
        returning id, from_currency, as_of
      )
      select id, from_currency || ' ' || as_of as key, true as created from entered
      union all
      select k.id, k.from_currency || ' ' || k.as_of, false from known k join given g using (from_currency, as_of)
        where g.rate = k.rate`.execute(ctx.db);
    return rows;
  },
};
