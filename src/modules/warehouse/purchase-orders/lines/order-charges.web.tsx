import { Button, TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useDeferredValue } from "react";
import { useWords } from "#web/ui/values/labels.ts";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Sums } from "./sums.web.tsx";
import { emptyCharge, totalsOf, type DraftCharge, type DraftLine } from "./order-draft.web.ts";
import { chargeType } from "./lines.contract.ts";

interface OrderChargesProps {
  lines: readonly DraftLine[];
  charges: readonly DraftCharge[];
  currency: string;
  minorUnit: number;
  /** Sentences by the path of the request. */
  errors: Readonly<Record<string, string>>;
  onChange: (charges: readonly DraftCharge[]) => void;
}

/** Under the grid, at its end: what is charged beside the goods, and what the order comes to. */
export function OrderCharges({ lines, charges, currency, minorUnit, errors, onChange }: OrderChargesProps) {
  const { t } = useLingui();
  const words = useWords();
  return (
    <Stack gap={8}>
      {charges.map((charge, at) => {
        const change = (part: Partial<DraftCharge>) =>
          onChange(charges.map((one) => (one === charge ? { ...one, ...part } : one)));
        return (
          <Row key={charge.key} isTight align="start">
            <SelectInput
              aria-label={t`Kind of charge ${at + 1}`}
              value={charge.type}
              data={chargeType.options.map((type) => ({ value: type, label: words(type) }))}
              onChange={(type) => change({ type: chargeType.parse(type) })}
            />
            <TextInput
              aria-label={t`Description of charge ${at + 1}`}
              placeholder={t`Description`}
              value={charge.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t`Amount of charge ${at + 1}`}
              inputMode="decimal"
              value={charge.amount}
              error={errors[`charges.${at}.amount`]}
              onChange={(event) => change({ amount: event.currentTarget.value })}
            />
          </Row>
        );
      })}
      <Row>
        <Button variant="subtle" size="compact-xs" onClick={() => onChange([...charges, emptyCharge()])}>
          <Trans>Add freight or another charge</Trans>
        </Button>
      </Row>
      <OrderSums lines={lines} charges={charges} currency={currency} minorUnit={minorUnit} />
    </Stack>
  );
}

/** The totals come after the letter that was typed: of a thousand lines they take a while. */
function OrderSums({
  lines: typedLines,
  charges,
  currency,
  minorUnit,
}: Pick<OrderChargesProps, "lines" | "charges" | "currency" | "minorUnit">) {
  const fmt = useFormat();
  const lines = useDeferredValue(typedLines);
  const totals = totalsOf(lines, charges, { minorUnit, locale: fmt.locale });
  return (
    <Sums
      rows={[
        { label: <Trans>Lines</Trans>, value: fmt.money(totals.subtotal, currency) },
        Number(totals.chargesTotal) !== 0 && {
          label: <Trans>Charges</Trans>,
          value: fmt.money(totals.chargesTotal, currency),
        },
        Number(totals.taxTotal) !== 0 && { label: <Trans>Tax</Trans>, value: fmt.money(totals.taxTotal, currency) },
        { label: <Trans>Total</Trans>, value: fmt.money(totals.total, currency), isTotal: true },
      ]}
    />
  );
}
