import { sql } from "kysely";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { insertRow, updateRow, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { allExchangeRates, exchangeRates, type ExchangeRate, exchangeRateRecord } from "./exchange-rates.contract.ts";
import { around, refusals } from "./rate-rules.server.ts";

const person = (column: string) =>
  sql`(select coalesce(nullif(trim(${fullName("u")}), ''), u.email) from users u
    where u.company_id = t.company_id and u.id = ${sql.ref(`t.${column}`)})`;
/** A rate that counts is replaced by a later one that counts; one that waits, by any later one for its day. */
const state = sql`(case when exists (
    select from exchange_rates n
      where (n.company_id, n.from_currency, n.to_currency, n.as_of) = (t.company_id, t.from_currency, t.to_currency,
      t.as_of)
      and n.entry > t.entry and (n.counts or not t.counts)
  ) then 'replaced' when t.counts then 'in_use' else 'waiting' end)`;

const { list, exportCsv, read, history } = crudHandlers(allExchangeRates, {
  record: exchangeRateRecord,
  defaultSort: "-asOf",
  abilities: {
    confirm: {
      can: exchangeRates.confirm.can,
      when: (rate: ExchangeRate, who) =>
        rate.state === "waiting" && rate.createdBy !== null && rate.createdBy !== who.id,
    },
  },
  add: { state, enteredByName: person("created_by"), confirmedByName: person("confirmed_by") },
  where: { state: (wanted: readonly string[]) => sql`${state} = any(${[...wanted]})` },
});

export default serve(exchangeRates, {
  list,
  exportCsv,
  read,
  history,

  /** Whether it counts at once is the table's decision (judge_exchange_rate). */
  async create(ctx, { body }) {
    const company = await around(ctx);
    const fields = refusals(body, company);
    if (Object.keys(fields).length > 0) throw invalid(fields);
    const rate = await insertRow(ctx.db, "exchange_rates", {
      ...body,
      toCurrency: company.own,
      source: "typed",
      createdBy: ctx.user?.id ?? null,
    });
    await ctx.emit("exchange-rate.created", rate, { changes: inWords(rate) });
    return read(ctx, rate);
  },

  async confirm(ctx, { id }) {
    const rate = await lockById(ctx.db, "exchange_rates", id);
    const { state: now } = (await read(ctx, { id })) as ExchangeRate; // its columns are the record's fields
    if (now === "in_use") throw conflict("rate_counts", message("This rate counts already."));
    if (now === "replaced")
      throw conflict("rate_replaced", message("A later rate was entered for this day. Look at that one."));
    if (rate.createdBy === null || rate.createdBy === ctx.user?.id)
      throw conflict("own_rate", message("You entered this rate yourself. Somebody else has to confirm it."));
    await updateRow(ctx.db, "exchange_rates", rate, { confirmedBy: ctx.user?.id ?? null, confirmedAt: new Date() });
    await ctx.emit("exchange-rate.confirmed", rate, { changes: inWords(rate) });
    return read(ctx, { id });
  },
});

const inWords = (rate: { fromCurrency: string; toCurrency: string; rate: string; asOf: string }) => ({
  rate: `1 ${rate.fromCurrency} = ${rate.rate} ${rate.toCurrency}`,
  asOf: rate.asOf,
});
