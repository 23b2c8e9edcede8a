import { z } from "zod";
import { anyOf, between, crud, date, instant, route, saved } from "#shared/contract/contract.ts";
import { currency, decimal, line } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** What one unit of the currency is worth in the company's own: 1 USD = 0.92 EUR. */
export const exchangeRateInput = z.object({
  fromCurrency: currency,
  rate: decimal(10, { above: 0, max: 999_999_999 }),
  /** The day that it holds for. A later entry for the same day replaces it, and both are kept. */
  asOf: date,
  /** Where it was read: a bank, a page. */
  note: line(),
});

export const exchangeRateSource = z.enum(["typed", "import"]);
/** `waiting` counts for nothing until a second person confirms it; `replaced` by a later entry for its day. */
export const exchangeRateState = z.enum(["in_use", "waiting", "replaced"]);

export const exchangeRate = saved(exchangeRateInput, {
  toCurrency: z.string(),
  state: exchangeRateState,
  source: exchangeRateSource,
  needsConfirmation: z.boolean(),
  /** The rate before it, when it was entered; null for the first of its pair. */
  comparedWith: z.string().nullable(),
  createdBy: z.uuid().nullable(),
  enteredByName: z.string().nullable(),
  confirmedBy: z.uuid().nullable(),
  confirmedByName: z.string().nullable(),
  confirmedAt: instant.nullable(),
});
export type ExchangeRate = z.output<typeof exchangeRate>;

/** A rate older than this, in days, decides nothing. */
export const usableForDays = 7;

const path = "/api/settings/exchange-rates";
/** The ordinary routes. A rate is entered and confirmed: it is never changed, archived or removed. */
export const allExchangeRates = crud(path, {
  name: "exchange rate",
  record: exchangeRate,
  input: exchangeRateInput,
  sort: ["asOf", "fromCurrency"],
  defaultSort: "-asOf",
  filter: {
    fromCurrency: anyOf(z.string().regex(/^[A-Z]{3}$/)),
    state: anyOf(exchangeRateState),
    source: anyOf(exchangeRateSource),
    asOf: between(),
  },
  view: "CAN_VIEW_EXCHANGE_RATES",
  edit: "CAN_EDIT_EXCHANGE_RATES",
});
const { list, exportCsv, read, history, create } = allExchangeRates;
export const exchangeRates = {
  list,
  exportCsv,
  read,
  history,
  create,
  confirm: route({
    method: "POST",
    path: `${path}/:id/confirm`,
    can: "CAN_EDIT_EXCHANGE_RATES",
    summary: "Confirm, as a second person, a rate that differs much from the one before",
    reply: exchangeRate,
  }),
};

export const exchangeRateRecord = record({
  entity: "exchange-rate",
  table: "exchange_rates",
  label: [["from_currency", "as_of"]],
  personal: { exchange_rates: ["note"] },
});
