import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { DateValue } from "#web/ui/values/values.tsx";
import { Action } from "#web/detail/action.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ImportButton } from "../imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { RecordLink } from "#web/list/record-link.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { exchangeRateInput, exchangeRates, usableForDays, type ExchangeRate } from "./exchange-rates.contract.ts";
import { RateLine } from "./rate-line.web.tsx";

const details = "/settings/exchange-rates/details";
const naming = {
  one: msg`exchange rate`,
  many: msg`exchange rates`,
  about: msg`A rate says what one unit of a foreign currency is worth in your own, from its day on. Orders are judged by it, never by what a buyer types.`,
};
const statusStyles: StatusStyles<ExchangeRate["state"]> = {
  in_use: { icon: "done", label: msg`Counts` },
  waiting: { icon: "wait", label: msg`To be confirmed` },
  replaced: { icon: "ended", label: msg`Replaced` },
};

/** "1 USD = 0.92 EUR": which way round it is, in every place. */
function Rate({ of: rate }: { of: Pick<ExchangeRate, "fromCurrency" | "toCurrency" | "rate"> }) {
  const fmt = useFormat();
  return `1 ${rate.fromCurrency} = ${decimalShown(rate.rate, fmt.locale)} ${rate.toCurrency}`;
}

const columns = columnsOf<ExchangeRate>((c) => [
  {
    ...c.custom("rate", {
      label: msg`Rate`,
      width: 230,
      cell: (rate) => (
        <RecordLink>
          <Rate of={rate} />
        </RecordLink>
      ),
    }),
    part: "record" as const,
  },
  { ...c.date("asOf", { label: msg`From` }), part: "figure" as const },
  c.badge("state", statusStyles, { width: 160 }),
  c.text("enteredByName", { label: msg`Entered by` }),
  c.text("confirmedByName", { label: msg`Confirmed by` }),
  c.choice("source"),
  c.text("note"),
  c.code("fromCurrency", { label: msg`Currency`, hidden: true }),
  c.code("toCurrency", { label: msg`Own currency`, hidden: true }),
  c.date("createdAt", { label: msg`Entered`, hidden: true }),
]);

const Field = fieldsOf(exchangeRateInput);
const RateForm = () => (
  <>
    <Field.Listed name="fromCurrency" label={msg`Currency`} autoFocus />
    <Field.Decimal
      name="rate"
      help={<Trans>What one unit of it is worth in your own currency. Write 0.92 where 1 USD is 0.92 EUR.</Trans>}
    />
    <Field.Date
      name="asOf"
      label={msg`From`}
      help={
        <Trans>
          Used from this day on, for at most {usableForDays} days. Another rate for the same day replaces the first;
          orders keep the one that they took.
        </Trans>
      }
    />
    <Field.Text name="note" help={<Trans>Where it was read, a bank or a page.</Trans>} />
  </>
);

export const ExchangeRateList = () => (
  <ListScreen
    of={exchangeRates}
    naming={naming}
    columns={columns}
    filters={["state", "source", "asOf"]}
    form={RateForm}
    opens={details}
    actions={<ImportButton entity="exchange-rate" can={exchangeRates.create.can} />}
  />
);

export function ExchangeRateDetail() {
  const fmt = useFormat();
  return (
    <DetailScreen
      of={exchangeRates}
      naming={naming}
      title={({ fromCurrency, toCurrency, rate }) =>
        `1 ${fromCurrency} = ${decimalShown(rate, fmt.locale)} ${toCurrency}`
      }
      state={{ of: ({ state }) => state, statusStyles }}
      strip={(rate) => [
        { label: msg`From`, value: <DateValue date={rate.asOf} year="always" />, sub: fmt.daysFromNow(rate.asOf) },
        { label: msg`Rate before`, value: rate.comparedWith && decimalShown(rate.comparedWith, fmt.locale) },
        { label: msg`Entered by`, value: rate.enteredByName, sub: fmt.instant(rate.createdAt) },
        {
          label: msg`Confirmed by`,
          value: rate.confirmedByName,
          sub: rate.confirmedAt ? fmt.instant(rate.confirmedAt) : !rate.needsConfirmation && <Trans>not needed</Trans>,
        },
        { label: "note", value: rate.note },
      ]}
    >
      {(rate) => (
        <>
          <Waiting rate={rate} />
          <RateLine fromCurrency={rate.fromCurrency} toCurrency={rate.toCurrency} />
          <RelatedList
            of={exchangeRates}
            title={
              <Trans>
                All of {rate.fromCurrency} to {rate.toCurrency}
              </Trans>
            }
            columns={columns.slice(0, 4)}
            where={{ fromCurrency: rate.fromCurrency }}
            opens={details}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** Why it does not count, and what a second person can do about it. */
function Waiting({ rate }: { rate: ExchangeRate }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (rate.state !== "waiting") return null;
  const before = rate.comparedWith && decimalShown(rate.comparedWith, fmt.locale);
  return (
    <>
      {hasAbility(rate, "confirm") && (
        <Action of={exchangeRates.confirm} confirm={t`Does this rate count?`}>
          <Trans>
            From {fmt.date(rate.asOf)} on, orders in {rate.fromCurrency} are judged by it. Compare it with the bank’s
            first.
          </Trans>
        </Action>
      )}
      <Note icon="wait">
        <b>
          <Trans>It does not count yet.</Trans>
        </b>{" "}
        {before === null ? (
          <Trans>It is the first of its currency, so a second person has to confirm it.</Trans>
        ) : (
          <Trans>
            It differs by more than 5% from the rates around it ({before} before), so a second person has to confirm it.
          </Trans>
        )}
      </Note>
    </>
  );
}
