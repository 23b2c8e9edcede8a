import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useMemo, useState, type ClipboardEvent } from "react";
import type { NumberStyle } from "#shared/format/number-styles.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Note } from "#web/ui/note.tsx";
import { decimalShown } from "#web/form/fields/decimal.ts";
import { emptyLine, withNumber, type DraftLine } from "./order-draft.web.ts";
import { OrderRow, type Cell, type RowActions } from "./order-row.web.tsx";
import {
  eitherNumber,
  inStyle,
  pastedRows,
  pastedStyle,
  type NumberQuestion,
  type PastedRow,
} from "./pasted-rows.web.ts";
import { PasteQuestion } from "./paste-question.web.tsx";
import { useLastPrices } from "./use-last-prices.web.ts";
import { useLineWindow } from "./use-line-window.web.ts";
import type { ChangeLines, WaitingLines } from "./use-pasted-lines.web.ts";
import styles from "./order-grid.module.css";

/** Sentences of a refusal, by line and field. */
export type LineErrors = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** What waits for an answer how its numbers are meant, and where it was pasted. */
interface PendingPaste {
  readonly key: number;
  readonly cell: Cell;
  readonly question: NumberQuestion;
  readonly take: (style: NumberStyle) => void;
}

interface OrderGridProps {
  lines: readonly DraftLine[];
  /** The order that is being written, where it is saved already. */
  orderId: string | null;
  /** Empty until the vendor and its currency are known. */
  vendorId: string;
  currency: string;
  errors: LineErrors;
  waiting: WaitingLines;
  /** Has to stay the same, so that a key draws one row only. */
  onChange: ChangeLines;
}

/**
 * The lines of an order as a grid for the keyboard: Tab goes on, arrows up and down, Enter opens the next line,
 * Ctrl+Delete takes one out. Of a long order only what is seen is drawn.
 */
export function OrderGrid({ lines, orderId, vendorId, currency, errors, waiting, onChange }: OrderGridProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [body, setBody] = useState<HTMLTableSectionElement | null>(null);
  const [pending, setPending] = useState<PendingPaste | null>(null);
  const { rows, hold } = useLineWindow(
    body,
    lines.map(({ key }) => key),
  );

  const productIds = lines.map(({ productId }) => productId);
  const paid = useLastPrices({ vendorId, productIds, exceptOrderId: orderId });

  // The rows are memoized by it: a key in an order of a thousand lines has 50 ms.
  const grid = useMemo(() => gridActions({ body, onChange, hold }), [body, onChange, hold]);
  const actions = useMemo(() => {
    const paste = (key: number, event: ClipboardEvent<HTMLInputElement>) => {
      const found = pastedRows(event.clipboardData.getData("text/plain"));
      if (!found) return;
      event.preventDefault();
      const style = pastedStyle(found);
      const take = (as: NumberStyle) => onChange(withPasted(key, inStyle(found, as, fmt.locale)));
      if (style === null) onChange(withPasted(key, found));
      else if (typeof style === "object") setPending({ key, cell: "product", question: style, take });
      else take(style);
    };
    const pasteNumber: RowActions["pasteNumber"] = ({ key, cell }, event) => {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const isWhole = selectionStart === 0 && selectionEnd === value.length;
      const question = eitherNumber(event.clipboardData.getData("text/plain").trim());
      if (!question || !isWhole) return;
      event.preventDefault();
      const take = (style: NumberStyle) => {
        const text = decimalShown(question[style] ?? "", fmt.locale);
        grid.change(key, (line) => withNumber(line, cell, text));
      };
      setPending({ key, cell, question, take });
    };
    return { ...grid, paste, pasteNumber };
  }, [grid, onChange, fmt.locale]);

  return (
    <div className={styles.box}>
      <table className={styles.grid} aria-label={t`Lines`} aria-rowcount={lines.length + 1}>
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
        <tbody ref={setBody}>
          {rows.map((row) => {
            if ("gap" in row)
              return (
                <tr key={`gap before ${row.before}`} aria-hidden>
                  <td colSpan={10} style={{ height: row.gap }} />
                </tr>
              );
            const line = lines[row.at];
            return (
              line && (
                <OrderRow
                  key={line.key}
                  line={line}
                  at={row.at}
                  isLast={row.at === lines.length - 1}
                  vendorId={vendorId}
                  currency={currency}
                  orderId={orderId}
                  paid={paid.get(line.productId ?? "") ?? null}
                  errors={errors.get(line.key)}
                  actions={actions}
                />
              )
            );
          })}
        </tbody>
      </table>
      {pending && (
        <PasteQuestion
          question={pending.question}
          onAnswer={(style) => {
            setPending(null);
            if (style !== null) pending.take(style);
            if (style !== null && pending.cell === "product") return; // its lines are new
            actions.focus(
              lines.findIndex(({ key }) => key === pending.key),
              pending.cell,
            );
          }}
        />
      )}
      {waiting.count > 0 && (vendorId === "" || waiting.retry) && (
        <Note
          icon="wait"
          actions={
            waiting.retry && (
              <Button variant="default" onClick={waiting.retry}>
                <Trans>Look them up again</Trans>
              </Button>
            )
          }
        >
          {waiting.retry ? (
            <Trans>The products of what you pasted were not found out. It is kept.</Trans>
          ) : (
            <Trans>What you pasted is kept. Its products are looked up once you choose the vendor.</Trans>
          )}
        </Note>
      )}
      <div className={styles.under}>
        <Button variant="subtle" leftSection={<IconPlus size={14} stroke={2} />} onClick={actions.append}>
          <Trans>Add line</Trans>
        </Button>
        <span className={styles.hint}>
          <Trans>Paste rows from a spreadsheet into a product field: code, quantity, price, unit of the price.</Trans>
        </span>
      </div>
    </div>
  );
}

/** The lines with pasted rows below one of them, or in its place while nothing was chosen there. */
const withPasted =
  (key: number, rows: readonly PastedRow[]) =>
  (lines: readonly DraftLine[]): DraftLine[] => {
    const at = lines.findIndex((line) => line.key === key);
    const current = lines[at];
    const isFree = current !== undefined && current.productId === null && current.orderedQty === "";
    const fresh = rows.map(({ code, orderedQty, unitPrice, unit }) => ({
      ...emptyLine(),
      text: code,
      orderedQty,
      unitPrice,
      pastedUnit: unit,
    }));
    return [...lines.slice(0, isFree ? at : at + 1), ...fresh, ...lines.slice(at + 1)];
  };

interface Grid {
  body: HTMLTableSectionElement | null;
  onChange: ChangeLines;
  hold: (key: number) => void;
}

function gridActions({ body, onChange, hold }: Grid): Omit<RowActions, "paste" | "pasteNumber"> {
  const focusIn = (row: string, cell: Cell) =>
    body?.querySelector<HTMLElement>(`${row} [data-cell="${cell}"] input`)?.focus();
  const focus = (at: number, cell: Cell) => focusIn(`[data-row="${at}"]`, cell);
  return {
    hold,
    focus,
    change: (key, change) => onChange((lines) => lines.map((line) => (line.key === key ? change(line) : line))),
    remove(key, at) {
      onChange((lines) => {
        const rest = lines.filter((line) => line.key !== key);
        return rest.length > 0 ? rest : [emptyLine()];
      });
      setTimeout(() => focus(Math.max(0, at - 1), "product"));
    },
    append() {
      const line = emptyLine();
      hold(line.key);
      onChange((lines) => [...lines, line]);
      setTimeout(() => focusIn(`[data-key="${line.key}"]`, "product"));
    },
  };
}
