import { useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { useList } from "#web/list/data/use-list.ts";
import { exchangeRates } from "./exchange-rates.contract.ts";
import styles from "./rate-line.module.css";

const [width, height] = [600, 96];

/** The latest rates of a pair that count, as a line from the oldest to the newest; nothing where there are fewer than two. */
export function RateLine({ fromCurrency, toCurrency }: { fromCurrency: string; toCurrency: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { records } = useList(exchangeRates, { fromCurrency, state: "in_use", sort: "-asOf", limit: 90 });
  const rates = records.filter((rate) => rate.toCurrency === toCurrency).toReversed();
  const [first, last] = [rates[0], rates.at(-1)];
  if (!first || !last || rates.length < 2) return null;
  const values = rates.map(({ rate }) => Number(rate)); // only drawn
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const day = (asOf: string) => Date.parse(asOf) / 86_400_000;
  const x = (asOf: string) => ((day(asOf) - day(first.asOf)) / Math.max(1, day(last.asOf) - day(first.asOf))) * width;
  const y = (value: number) => height - ((value - low) / (high - low || 1)) * height;
  const points = rates.map(({ asOf, rate }) => `${x(asOf).toFixed(1)},${y(Number(rate)).toFixed(1)}`).join(" ");
  const shown = (value: number) => decimalShown(String(value), fmt.locale);
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`-4 -4 ${width + 8} ${height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`${fromCurrency} from ${fmt.date(first.asOf)} to ${fmt.date(last.asOf)}: lowest ${shown(low)}, highest ${shown(high)}`}
      >
        <polyline points={points} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span>{fmt.date(first.asOf)}</span>
        <span>
          {shown(low)} – {shown(high)}
        </span>
        <span>{fmt.date(last.asOf)}</span>
      </figcaption>
    </figure>
  );
}
