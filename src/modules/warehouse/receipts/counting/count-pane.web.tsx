import { Trans, useLingui } from "@lingui/react/macro";
import IconBarcode from "@tabler/icons-react/dist/esm/icons/IconBarcode.mjs";
import IconMinus from "@tabler/icons-react/dist/esm/icons/IconMinus.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useState } from "react";
import { compare, multiply, negate, subtract } from "#shared/format/money.ts";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Bar } from "#web/ui/marks.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { accepted, emptyBatch, amountOf, chosenPack, isSome, overBy, packsOf, type CountLine } from "./counting.web.ts";
import { ScanFeedback } from "../scanning/scan-feedback.web.tsx";
import { LabelFields } from "./label-fields.web.tsx";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

interface CountPaneProps {
  state: ReceivingState;
  line: CountLine;
  /** What somebody comes to add to it. */
  missing: string | null;
  onDamage: () => void;
  onNext: () => void;
}

/** One line under the thumb: a huge number that starts at 0, plus and minus in packs, the split, lot, date and bin. */
export function CountPane({ state, line, missing, onDamage, onNext }: CountPaneProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const packs = packsOf(line);
  const pack = chosenPack(line, state.packs);
  const at = line.current;
  const batch = line.batches[at] ?? emptyBatch;
  const perPack = amountOf(pack.perBase, line);
  const due = amountOf(line.due, line);
  const over = overBy(line);
  const overSaid = over && amountOf(over, line);
  const number = state.lines.findIndex(({ key }) => key === line.key) + 1;
  const step = (by: string) =>
    state.keep({
      kind: "count",
      how: "manual",
      line: line.key,
      batch: at,
      by,
      lot: null,
      expiry: null,
      product: line.item ? undefined : line.product,
    });
  const parts = {
    good: Number(subtract(line.counted, line.damaged)),
    bad: Number(line.damaged),
    of: Math.max(Number(line.due), Number(line.counted), 1e-9),
  };
  const said = (base: string) => fmt.quantity(amountOf(base, line).qty);
  return (
    <section className={styles.pane} aria-label={line.product.name}>
      <div className={styles.body}>
        <div className={styles.paneHead}>
          <h2>{line.product.name}</h2>
          <p className={styles.small}>
            <Code>{line.product.sku}</Code>
            {line.item ? (
              <Trans>
                , line {number} of {state.lines.length}, {line.item.orderNumber}
              </Trans>
            ) : (
              <Trans>, not on this delivery</Trans>
            )}
          </p>
        </div>
        {state.scanned && <ScanFeedback state={state} scanned={state.scanned} />}
        <div className={styles.between}>
          <span>
            <Trans>Counted</Trans>
          </span>
          {line.item && (
            <span>
              <Trans>Due {units.count(due.qty, due, line.product.baseUom)}</Trans>
            </span>
          )}
        </div>
        <Counted
          line={line}
          onSet={(counted) => state.keep({ kind: "set", how: "manual", line: line.key, batch: at, counted })}
        />
        {line.item && (
          <Bar
            width="100%"
            label={t`${said(line.counted)} of ${said(line.due)} counted`}
            parts={[
              { kind: "done", part: parts.good / parts.of },
              { kind: "damaged", part: parts.bad / parts.of },
            ]}
          />
        )}
        {overSaid && (
          <Note icon="warn">
            <Trans>
              {units.count(overSaid.qty, overSaid, line.product.baseUom)} more than the order allows. Count again, or
              reject the surplus.
            </Trans>
          </Note>
        )}
        {line.item?.inspectionRequired && (
          <Note icon="wait">
            <Trans>To be inspected after receipt.</Trans>
          </Note>
        )}
        <div className={styles.seg} role="radiogroup" aria-label={t`Count in`}>
          {packs.map((one, index) => (
            <button
              key={`${one.uom} ${one.perBase}`}
              type="button"
              role="radio"
              aria-checked={one.uom === pack.uom && one.perBase === pack.perBase}
              className={styles.segOne}
              onClick={() => state.choosePack(line.key, index)}
            >
              {units.name({ uom: one.uom, qtyPerUom: one.perBase }, line.product.baseUom)}
            </button>
          ))}
        </div>
        <div className={styles.pads}>
          <button
            type="button"
            className={styles.pad}
            aria-label={t`One ${units.name({ uom: pack.uom, qtyPerUom: pack.perBase }, line.product.baseUom)} less`}
            disabled={!isSome(batch.counted)}
            onClick={() => step(negate(pack.perBase))}
          >
            <IconMinus size={24} stroke={1.8} />
          </button>
          <button type="button" className={`${styles.pad} ${styles.plus}`} onClick={() => step(pack.perBase)}>
            <IconPlus size={24} stroke={1.8} />
            {units.count(perPack.qty, perPack, line.product.baseUom)}
          </button>
        </div>
        {line.batches.length > 1 && (
          <p className={styles.small}>
            <Trans>Of this lot</Trans>
          </p>
        )}
        <div className={styles.split}>
          <span>
            <small>
              <Trans>Accepted</Trans>
            </small>
            <b>{said(accepted(batch))}</b>
          </span>
          <button type="button" onClick={onDamage}>
            <small>
              <Glyph icon="bad" size={13} />
              <Trans>Damaged</Trans>
            </small>
            <b>{said(batch.damaged)}</b>
          </button>
          <button type="button" onClick={onDamage}>
            <small>
              <Trans>Rejected</Trans>
            </small>
            <b>{said(batch.rejected)}</b>
          </button>
        </div>
        <LabelFields state={state} line={line} missing={missing} />
      </div>
      <footer className={styles.foot}>
        <button type="button" className={styles.second} onClick={onDamage}>
          <Glyph icon="bad" size={16} />
          <Trans>Damaged</Trans>
        </button>
        <button type="button" className={styles.main} onClick={onNext}>
          <IconBarcode size={22} stroke={1.7} />
          <Trans>Scan next</Trans>
        </button>
      </footer>
    </section>
  );
}

/** The number itself can be typed over; it counts the lot that is open, in the line's unit. */
function Counted({ line, onSet }: { line: CountLine; onSet: (base: string) => void }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const batch = line.batches[line.current] ?? emptyBatch;
  const { qty, uom, qtyPerUom: per } = amountOf(batch.counted, line);
  const units = useUnits();
  const unit = units.name({ uom, qtyPerUom: per }, line.product.baseUom);
  const shown = decimalShown(qty, fmt.locale);
  const total = amountOf(line.counted, line);
  // What stands in the field: a scanner that types there has its letters taken out again.
  const finish = (left: string) => {
    const value = typed === null || left === shown ? null : decimalTyped(left, fmt.locale);
    setTyped(null);
    if (value !== null && /^\d{1,12}(\.\d{1,6})?$/.test(value) && compare(multiply(value, per), batch.counted) !== 0)
      onSet(multiply(value, per));
  };
  const text = typed ?? shown;
  return (
    <label className={styles.number} data-long={text.length > 6 || undefined}>
      <input
        inputMode="decimal"
        aria-label={t`Counted, in ${unit}`}
        value={text}
        maxLength={19}
        style={{ "--chars": Math.max(1, text.length) }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => finish(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setTyped(null);
        }}
      />
      <span>
        {units.counted(qty, { uom, qtyPerUom: per }, line.product.baseUom)}
        {line.batches.length > 1 && (
          <em>
            , <Trans>all lots {fmt.quantity(total.qty)}</Trans>
          </em>
        )}
      </span>
    </label>
  );
}
