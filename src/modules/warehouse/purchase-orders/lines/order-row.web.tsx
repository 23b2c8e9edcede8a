import { ActionIcon, TextInput } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { memo, type ClipboardEvent, type KeyboardEvent } from "react";
import { unitKey } from "#shared/format/units.ts";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import {
  totalOf,
  withNumber,
  withPaidPrice,
  withProduct,
  withUnit,
  withUnitBack,
  type DraftLine,
  type NumberCell,
} from "./order-draft.web.ts";
import { LastPrice } from "./last-price.web.tsx";
import { LineNote } from "./line-note.web.tsx";
import type { PaidPrice } from "./paid-prices.contract.ts";
import { ProductCell } from "./product-cell.web.tsx";
import styles from "./order-grid.module.css";

export type Cell = "product" | "orderedQty" | "uom" | "unitPrice" | "discountPct" | "taxRatePct" | "requestedDate";

/** What a row asks of its grid; the same object for as long as the grid stands, so that a key draws one row only. */
export interface RowActions {
  change(key: number, change: (line: DraftLine) => DraftLine): void;
  remove(key: number, at: number): void;
  /** A new line at the end, with the focus in it. */
  append(): void;
  focus(at: number, cell: Cell): void;
  paste(key: number, event: ClipboardEvent<HTMLInputElement>): void;
  /** A number in place of what stands in its cell: asked about where it could be either, else left to the browser. */
  pasteNumber(at: { key: number; cell: NumberCell }, event: ClipboardEvent<HTMLInputElement>): void;
  hold(key: number): void;
}

interface OrderRowProps {
  line: DraftLine;
  at: number;
  isLast: boolean;
  vendorId: string;
  currency: string;
  /** The order that is being written, where it is saved already. */
  orderId: string | null;
  /** What its product cost the last time. */
  paid: PaidPrice | null;
  /** Sentences by field; the empty name is the line's own. */
  errors: Readonly<Record<string, string>> | undefined;
  actions: RowActions;
}

/** One line of the order's grid, with its note below it. Drawn anew only when something of it changes. */
export const OrderRow = memo(function OrderRow({
  line,
  at,
  isLast,
  vendorId,
  currency,
  orderId,
  paid,
  errors,
  actions,
}: OrderRowProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const { key } = line;
  const set = (part: Partial<DraftLine>) => actions.change(key, (now) => ({ ...now, ...part }));
  const handleKey = (cell: Cell) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey && event.key === "Delete") {
      event.preventDefault();
      return actions.remove(key, at);
    }
    if (event.ctrlKey && event.key === "z" && cell === "uom" && line.before) {
      event.preventDefault();
      return actions.change(key, withUnitBack);
    }
    if (cell === "product" || cell === "uom" || event.altKey || event.ctrlKey) return; // arrows and Enter choose there, with Alt they open
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      return actions.focus(at + by, cell);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isLast) actions.append();
    else actions.focus(at + 1, "product");
  };
  const number = (cell: NumberCell, label: string) => (
    <td
      data-cell={cell}
      className={styles.numeric}
      data-last={(cell === "unitPrice" && paid !== null) || undefined}
      onKeyDown={(event) => {
        if (!event.altKey || event.key !== "ArrowDown" || !paid || cell !== "unitPrice") return;
        event.preventDefault();
        event.currentTarget.querySelector("button")?.click();
      }}
    >
      <TextInput
        className={styles.input}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        aria-description={cell === "unitPrice" && line.productId ? t`per ${units.name(line, line.baseUom)}` : undefined}
        value={line[cell]}
        title={errors?.[cell]}
        error={errors?.[cell] !== undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const text = event.currentTarget.value;
          actions.change(key, (now) => withNumber(now, cell, text));
        }}
        onPaste={(event) => actions.pasteNumber({ key, cell }, event)}
        onKeyDown={handleKey(cell)}
      />
      {cell === "unitPrice" && paid !== null && (
        <LastPrice
          line={line}
          at={at}
          paid={paid}
          vendorId={vendorId}
          currency={currency}
          exceptOrderId={orderId}
          onTake={(chosen) => {
            actions.change(key, (now) => withPaidPrice(now, chosen, fmt.locale));
            actions.focus(at, "unitPrice");
          }}
        />
      )}
    </td>
  );
  const total = totalOf(line, fmt.locale);
  return (
    <>
      <tr data-row={at} data-key={key} aria-rowindex={at + 2} onFocus={() => actions.hold(key)}>
        <td className={styles.no}>{at + 1}</td>
        <td data-cell="product" data-path={`items.${at}.productId`}>
          <div className={styles.productCell}>
            <ProductCell
              line={line}
              vendorId={vendorId}
              error={errors?.["productId"] ?? errors?.[""] ?? (line.unknown ? t`No product has this code` : undefined)}
              label={t`Product of line ${at + 1}`}
              onText={(text) =>
                actions.change(key, (now) => ({
                  ...now,
                  text,
                  productId: null,
                  unknown: null,
                  pastedUnit: vendorId === "" ? now.pastedUnit : null,
                }))
              }
              onChoose={(product) => {
                actions.change(key, (now) => withProduct(now, product, { currency, locale: fmt.locale }));
                // Whoever has gone on while it was looked for stays where they are.
                if (document.activeElement?.closest(`[data-key="${key}"]`))
                  setTimeout(() => actions.focus(at, "orderedQty"));
              }}
              onPaste={(event) => actions.paste(key, event)}
              onKeyDown={handleKey("product")}
            />
            {line.productId !== null && <span className={styles.sku}>{line.sku}</span>}
          </div>
        </td>
        {number("orderedQty", t`Quantity of line ${at + 1}`)}
        <td data-cell="uom">
          <SelectInput
            className={styles.input}
            aria-label={t`Unit of line ${at + 1}`}
            value={unitKey(line)}
            disabled={line.units.length < 2}
            onChange={(chosen) => {
              const unit = line.units.find((one) => unitKey(one) === chosen);
              if (unit) actions.change(key, (now) => withUnit(now, unit, fmt.locale));
            }}
            onKeyDown={handleKey("uom")}
            data={line.units.map((unit) => ({ value: unitKey(unit), label: units.name(unit, line.baseUom) }))}
          />
        </td>
        {number("unitPrice", t`Price of line ${at + 1}`)}
        {number("discountPct", t`Discount of line ${at + 1}, per cent`)}
        {number("taxRatePct", t`Tax of line ${at + 1}, per cent`)}
        <td data-cell="requestedDate">
          <DateInput
            className={styles.input}
            aria-label={t`Line ${at + 1} needed by`}
            value={line.requestedDate}
            onChange={(requestedDate) => set({ requestedDate })}
            onKeyDown={handleKey("requestedDate")}
          />
        </td>
        <td className={styles.sum}>{total === null ? "" : fmt.amount(total, currency || "EUR")}</td>
        <td className={styles.tail}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            tabIndex={-1}
            aria-label={t`Remove line ${at + 1}`}
            onClick={() => actions.remove(key, at)}
          >
            <IconX size={14} stroke={1.8} />
          </ActionIcon>
        </td>
      </tr>
      <LineNote
        line={line}
        at={at}
        currency={currency}
        onUndo={() => {
          actions.change(key, withUnitBack);
          actions.focus(at, "uom");
        }}
        onNearest={(product) => {
          actions.change(key, (now) => withProduct(now, product, { currency, locale: fmt.locale }));
          actions.focus(at, "orderedQty");
        }}
      />
    </>
  );
});
