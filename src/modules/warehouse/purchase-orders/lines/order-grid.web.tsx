import { ActionIcon, Button, TextInput } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { Fragment, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { unitKey } from "#shared/format/units.ts";
import { call } from "#web/api/api.ts";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import {
  emptyLine,
  totalOf,
  withPastedUnit,
  withPrice,
  withProduct,
  withUnit,
  withUnitBack,
  type DraftLine,
} from "./order-draft.web.ts";
import { inStyle, pastedRows, pastedStyle, type NumberQuestion, type PastedRow } from "./pasted-rows.web.ts";
import { PasteQuestion } from "./paste-question.web.tsx";
import { LineNote } from "./line-note.web.tsx";
import { ProductCell } from "./product-cell.web.tsx";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import styles from "./order-grid.module.css";

interface OrderGridProps {
  lines: readonly DraftLine[];
  vendorId: string;
  currency: string;
  /** Sentences by the path of the request: `items.0.orderedQty`. */
  errors: Readonly<Record<string, string>>;
  onChange: (lines: readonly DraftLine[]) => void;
}

type Cell = "product" | "orderedQty" | "uom" | "unitPrice" | "discountPct" | "taxRatePct" | "requestedDate";

/**
 * The lines of an order as a grid for the keyboard: Tab goes on, arrows up and down, Enter opens the next line,
 * Ctrl+Delete takes one out.
 */
export function OrderGrid({ lines, vendorId, currency, errors, onChange }: OrderGridProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const box = useRef<HTMLTableElement>(null);
  const [pending, setPending] = useState<{ at: number; rows: PastedRow[]; question: NumberQuestion } | null>(null);

  const focus = (at: number, cell: Cell) => {
    box.current?.querySelector<HTMLElement>(`[data-row="${at}"] [data-cell="${cell}"] input`)?.focus();
  };
  const change = (at: number, part: Partial<DraftLine>) =>
    onChange(lines.map((line, n) => (n === at ? { ...line, ...part } : line)));
  const setUnit = (at: number, key: string) => {
    const line = lines[at];
    const unit = line?.units.find((one) => unitKey(one) === key);
    if (line && unit) change(at, withUnit(line, unit, fmt.locale));
  };
  const remove = (at: number) => {
    const rest = lines.filter((_, n) => n !== at);
    onChange(rest.length > 0 ? rest : [emptyLine()]);
    setTimeout(() => focus(Math.max(0, at - 1), "product"));
  };
  const append = () => {
    onChange([...lines, emptyLine()]);
    setTimeout(() => focus(lines.length, "product"));
  };
  const handleKey = (at: number, cell: Cell) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey && event.key === "Delete") {
      event.preventDefault();
      return remove(at);
    }
    const line = lines[at];
    if (event.ctrlKey && event.key === "z" && cell === "uom" && line?.before) {
      event.preventDefault();
      return change(at, withUnitBack(line));
    }
    if (cell === "product" || cell === "uom" || event.altKey) return; // arrows and Enter choose there, with Alt they open
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      return focus(at + by, cell);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at === lines.length - 1) append();
    else focus(at + 1, "product");
  };
  const handlePaste = (at: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const rows = pastedRows(event.clipboardData.getData("text/plain"));
    if (!rows) return;
    event.preventDefault();
    const style = pastedStyle(rows);
    if (style !== null && typeof style === "object") setPending({ at, rows, question: style });
    else void paste(at, style === null ? rows : inStyle(rows, style, fmt.locale));
  };
  const paste = async (at: number, rows: readonly PastedRow[]) => {
    try {
      const { items } = await call(purchaseOrders.matchProducts, {
        body: { vendorId, codes: rows.map(({ code }) => code) },
      });
      const fresh = rows.map((row, n) => {
        const line = { ...emptyLine(), text: row.code, orderedQty: row.orderedQty, unitPrice: row.unitPrice };
        const product = items[n];
        if (!product) return line;
        const chosen = withProduct(line, product, { currency, locale: fmt.locale });
        return withPastedUnit(chosen, row.unit, { hasPrice: row.unitPrice !== "", own: units.own, locale: fmt.locale });
      });
      const current = lines[at];
      const before =
        current && current.productId === null && current.orderedQty === ""
          ? lines.slice(0, at)
          : lines.slice(0, at + 1);
      onChange([...before, ...fresh, ...lines.slice(at + 1)]);
      const unknown = items.filter((item) => item === null).length;
      toastDone(
        rows.length === 1 ? t`1 line pasted` : t`${rows.length} lines pasted`,
        unknown > 0
          ? {
              icon: "warn",
              tone: "a",
              line:
                unknown === 1
                  ? t`1 code fits no product; choose one for it.`
                  : t`${unknown} codes fit no product; choose one for each.`,
            }
          : {},
      );
    } catch (error) {
      toastProblem(error);
    }
  };
  const unitOfPrice = (at: number) => {
    const line = lines[at];
    return line?.productId ? t`per ${units.name(line, line.baseUom)}` : undefined;
  };
  const number = (at: number, cell: Exclude<Cell, "product" | "uom" | "requestedDate">, label: string) => {
    const error = errors[`items.${at}.${cell}`];
    return (
      <td data-cell={cell} className={styles.numeric}>
        <TextInput
          className={styles.input}
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          aria-description={cell === "unitPrice" ? unitOfPrice(at) : undefined}
          value={lines[at]?.[cell] ?? ""}
          title={error}
          error={error !== undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const line = lines[at];
            change(at, cell === "unitPrice" && line ? withPrice(line, text) : { [cell]: text });
          }}
          onKeyDown={handleKey(at, cell)}
        />
      </td>
    );
  };

  return (
    <div className={styles.box}>
      <table className={styles.grid} ref={box} aria-label={t`Lines`}>
        <thead>
          <tr>
            <th className={styles.no}>#</th>
            <th className={styles.product}>
              <Trans>Product</Trans>
            </th>
            <th className={styles.qty}>
              <Trans>Qty</Trans>
            </th>
            <th className={styles.uom}>
              <Trans>Unit</Trans>
            </th>
            <th className={styles.price}>
              <Trans>Price per unit</Trans>
            </th>
            <th className={styles.pct}>
              <Trans>Disc. %</Trans>
            </th>
            <th className={styles.pct}>
              <Trans>Tax %</Trans>
            </th>
            <th className={styles.date}>
              <Trans>Needed by</Trans>
            </th>
            <th className={styles.sum}>
              <Trans>Total</Trans>
            </th>
            <th className={styles.tail} aria-label={t`Remove`} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const total = totalOf(line, fmt.locale);
            const productError = errors[`items.${at}.productId`] ?? errors[`items.${at}`];
            return (
              <Fragment key={line.key}>
                <tr data-row={at}>
                  <td className={styles.no}>{at + 1}</td>
                  <td data-cell="product" data-path={`items.${at}.productId`}>
                    <div className={styles.productCell}>
                      <ProductCell
                        line={line}
                        vendorId={vendorId}
                        error={productError}
                        label={t`Product of line ${at + 1}`}
                        onText={(text) => change(at, { text, productId: null })}
                        onChoose={(product) => {
                          change(at, withProduct(line, product, { currency, locale: fmt.locale }));
                          setTimeout(() => focus(at, "orderedQty"));
                        }}
                        onPaste={handlePaste(at)}
                        onKeyDown={handleKey(at, "product")}
                      />
                      {line.productId !== null && <span className={styles.sku}>{line.sku}</span>}
                    </div>
                  </td>
                  {number(at, "orderedQty", t`Quantity of line ${at + 1}`)}
                  <td data-cell="uom">
                    <SelectInput
                      className={styles.input}
                      aria-label={t`Unit of line ${at + 1}`}
                      value={unitKey(line)}
                      disabled={line.units.length < 2}
                      onChange={(unit) => unit && setUnit(at, unit)}
                      onKeyDown={handleKey(at, "uom")}
                      data={
                        line.units.length > 0
                          ? line.units.map((unit) => ({ value: unitKey(unit), label: units.name(unit, line.baseUom) }))
                          : []
                      }
                    />
                  </td>
                  {number(at, "unitPrice", t`Price of line ${at + 1}`)}
                  {number(at, "discountPct", t`Discount of line ${at + 1}, per cent`)}
                  {number(at, "taxRatePct", t`Tax of line ${at + 1}, per cent`)}
                  <td data-cell="requestedDate">
                    <DateInput
                      className={styles.input}
                      aria-label={t`Line ${at + 1} needed by`}
                      value={line.requestedDate}
                      onChange={(requestedDate) => change(at, { requestedDate })}
                      onKeyDown={handleKey(at, "requestedDate")}
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
                      onClick={() => remove(at)}
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
                    change(at, withUnitBack(line));
                    focus(at, "uom");
                  }}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {pending && (
        <PasteQuestion
          question={pending.question}
          onAnswer={(style) => {
            setPending(null);
            if (style === null) focus(pending.at, "product");
            else void paste(pending.at, inStyle(pending.rows, style, fmt.locale));
          }}
        />
      )}
      <div className={styles.under}>
        <Button variant="subtle" leftSection={<IconPlus size={14} stroke={2} />} onClick={append}>
          <Trans>Add line</Trans>
        </Button>
        <span className={styles.hint}>
          <Trans>Paste rows from a spreadsheet into a product field: code, quantity, price, unit of the price.</Trans>
        </span>
      </div>
    </div>
  );
}
