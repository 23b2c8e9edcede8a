import { TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { subtract } from "#shared/format/money.ts";
import { convertPrice, distinctUnits, isSameUnit, unitKey, type Unit } from "#shared/format/units.ts";
import { isDay } from "#web/ui/inputs/date-text.ts";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { LineAnswer } from "./line-answer.web.ts";
import type { VendorPage } from "./vendor-page.contract.ts";
import styles from "./vendor-page.module.css";

interface LineChangeProps {
  item: VendorPage["items"][number];
  answer: LineAnswer;
  /** What was refused of a field of this line. */
  error: (name: string) => string | undefined;
  onChange: (part: Partial<LineAnswer>) => void;
}

/** The fields of a line that is answered with a change, with the difference written out. */
export function LineChange({ item, answer, error, onChange }: LineChangeProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  return (
    <div className={styles.change}>
      <Text tone="dim">
        <Trans>We can do</Trans>
      </Text>
      <TextInput
        size="sm"
        aria-label={t`Quantity we can supply, line ${item.lineNo}`}
        inputMode="decimal"
        className={styles.qty}
        value={answer.qty}
        error={error("qty")}
        onChange={(event) => onChange({ qty: event.currentTarget.value })}
      />
      <Text tone="dim">
        <Trans>at</Trans>
      </Text>
      <TextInput
        size="sm"
        aria-label={t`Our price, line ${item.lineNo}`}
        inputMode="decimal"
        className={styles.qty}
        value={answer.unitPrice}
        error={error("unitPrice")}
        onChange={(event) => onChange({ unitPrice: event.currentTarget.value })}
      />
      <SelectInput
        size="sm"
        aria-label={t`Our price is for, line ${item.lineNo}`}
        value={unitKey(answer.priceUnit)}
        error={error("priceUom") ?? error("priceQtyPerUom")}
        data={pricedIn(item).map((unit) => ({
          value: unitKey(unit),
          label: t`per ${units.name(unit, item.baseUom)}`,
        }))}
        onChange={(key) => {
          const unit = pricedIn(item).find((one) => unitKey(one) === key);
          if (unit) onChange(inUnit(answer, unit, fmt.locale));
        }}
      />
      <Text tone="dim">
        <Trans>by</Trans>
      </Text>
      <DateInput
        size="sm"
        w={136}
        aria-label={t`Our date, line ${item.lineNo}`}
        value={answer.date}
        error={error("date")}
        onChange={(date) => onChange({ date })}
      />
      <Text weight={600}>
        <Difference item={item} answer={answer} />
      </Text>
      <TextInput
        size="sm"
        flex="1 1 180px"
        aria-label={t`Reason, line ${item.lineNo}`}
        placeholder={t`Reason, if you like`}
        maxLength={500}
        value={answer.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  );
}

/** What a vendor's price may be for: the line's unit first, the product's packs, the base unit. */
const pricedIn = (item: VendorPage["items"][number]): Unit[] =>
  distinctUnits([
    { uom: item.uom, qtyPerUom: item.qtyPerUom },
    ...item.packages,
    { uom: item.baseUom, qtyPerUom: "1" },
  ]);

/** The price of the answer in another unit: the same money for the same goods, until somebody types another. */
function inUnit(answer: LineAnswer, unit: Unit, locale: string): Partial<LineAnswer> {
  const typed = decimalTyped(answer.unitPrice, locale);
  if (!/^\d+(\.\d+)?$/.test(typed)) return { priceUnit: unit };
  const { price } = convertPrice(typed, answer.priceUnit, unit);
  return { priceUnit: unit, unitPrice: decimalShown(price, locale) };
}

/** "60 fewer, 7 days later": nobody has to subtract. */
function Difference({ item, answer }: { item: VendorPage["items"][number]; answer: LineAnswer }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const qty = decimalTyped(answer.qty, fmt.locale);
  const units = useUnits();
  const isDecimal = (text: string) => /^\d+(\.\d+)?$/.test(text);
  const typed = decimalTyped(answer.unitPrice, fmt.locale);
  const inLine = isDecimal(typed) ? convertPrice(typed, answer.priceUnit, item) : null;
  const price = inLine?.price ?? typed;
  const fewer = isDecimal(qty) ? subtract(item.orderedQty, qty) : "0";
  const dearer = isDecimal(price) ? subtract(price, item.unitPrice) : "0";
  const days = isDay(answer.date)
    ? Math.round((Date.parse(answer.date) - Date.parse(item.promisedDate ?? item.requestedDate)) / 86_400_000)
    : 0;
  const later = days === 1 ? t`1 day later` : t`${days} days later`;
  const earlier = days === -1 ? t`1 day earlier` : t`${-days} days earlier`;
  const parts = [
    Number(fewer) > 0
      ? t`${fmt.quantity(fewer)} fewer`
      : Number(fewer) < 0
        ? t`${fmt.quantity(fewer.replace("-", ""))} more`
        : null,
    Number(dearer) > 0
      ? t`${fmt.quantity(dearer)} dearer`
      : Number(dearer) < 0
        ? t`${fmt.quantity(dearer.replace("-", ""))} cheaper`
        : null,
    days > 0 ? later : days < 0 ? earlier : null,
    inLine && !isSameUnit(answer.priceUnit, item)
      ? inLine.isExact
        ? t`that is ${fmt.quantity(price)} per ${units.name(item, item.baseUom)}`
        : t`that is ${fmt.quantity(price)} per ${units.name(item, item.baseUom)}, rounded`
      : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : <Trans>as asked</Trans>;
}
