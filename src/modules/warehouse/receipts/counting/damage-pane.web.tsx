import { Trans, useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconMinus from "@tabler/icons-react/dist/esm/icons/IconMinus.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useState } from "react";
import { add, compare, multiply, subtract } from "#shared/format/money.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { inSentence, useWords } from "#web/ui/values/labels.ts";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { emptyBatch, amountOf, isSome, type CountLine, type Wrong } from "./counting.web.ts";
import { DamagePhotos } from "./damage-photos.web.tsx";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

const reasons = [
  { name: "torn", label: msg`Torn` },
  { name: "wet", label: msg`Wet` },
  { name: "crushed", label: msg`Crushed` },
  { name: "infested", label: msg`Infested` },
  { name: "wrong_lot", label: msg`Wrong lot` },
  { name: "other", label: msg`Other` },
] as const satisfies readonly { name: Wrong; label: unknown }[];

/** What of the count is damaged or sent back, why, with photos, and the sentence for the carrier's paper. */
export function DamagePane({ state, line, onDone }: { state: ReceivingState; line: CountLine; onDone: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const before = line.batches[line.current] ?? emptyBatch;
  const [damaged, setDamaged] = useState(before.damaged);
  const [rejected, setRejected] = useState(before.rejected);
  const [wrong, setWrong] = useState<Wrong | null>(before.wrong);
  const signed = t`Written on the carrier's paper and signed by the driver.`;
  const [note, setNote] = useState(() => typedOf(before.note.replace(signed, "").replace(/\. $/, "")));
  const [onPaper, setOnPaper] = useState(before.onPaper);
  const hasAny = isSome(damaged) || isSome(rejected);
  const total = amountOf(add(damaged, rejected), line);
  const totalSaid = useUnits().count(total.qty, total, line.product.baseUom);
  const what = reasons.find(({ name }) => name === wrong);
  const lot = before.lot ? t`, lot ${before.lot}` : "";
  const sentence = `${totalSaid} ${line.product.name} ${what ? inSentence(words(what.label)) : ""}${lot}`;
  const keep = () => {
    state.keep({
      kind: "split",
      how: "manual",
      line: line.key,
      batch: line.current,
      damaged,
      rejected,
      wrong: hasAny ? wrong : null,
      note: hasAny ? noteOf() : "",
      onPaper: hasAny && onPaper,
    });
    onDone();
  };
  const isReady = !hasAny || wrong !== null;
  return (
    <section className={styles.pane} aria-label={t`Damaged or rejected`}>
      <div className={styles.body}>
        <div className={styles.paneHead}>
          <h2>
            <Trans>Damaged or rejected</Trans>
          </h2>
          <p className={styles.small}>{line.product.name}</p>
        </div>
        <Amount label={t`Damaged, kept apart`} line={line} base={damaged} onChange={setDamaged} />
        <Amount label={t`Rejected, goes back`} line={line} base={rejected} onChange={setRejected} />
        {hasAny && (
          <>
            <h3 className={styles.h3}>
              <Trans>Photos</Trans>
              <span className={styles.small}>
                , <Trans>at least one</Trans>
              </span>
            </h3>
            <DamagePhotos state={state} line={line} />
            <h3 className={styles.h3} id="what-is-wrong">
              <Trans>What is wrong</Trans>
            </h3>
            <div className={styles.reasons} role="radiogroup" aria-labelledby="what-is-wrong">
              {reasons.map(({ name, label }) => (
                <button
                  key={name}
                  type="button"
                  role="radio"
                  aria-checked={name === wrong}
                  className={styles.reason}
                  onClick={() => setWrong(name)}
                >
                  {name === wrong && <IconCheck size={16} stroke={2.4} />}
                  {words(label)}
                </button>
              ))}
            </div>
            <label className={styles.field}>
              <span>
                <Trans>Note, optional</Trans>
              </span>
              <input value={note} maxLength={400} onChange={(event) => setNote(event.currentTarget.value)} />
            </label>
            <Note icon="warn">
              <b>
                <Trans>Write it on the carrier's paper before the driver leaves</Trans>
              </b>
              <p className={styles.sentence}>“{sentence}.”</p>
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={onPaper}
                  onChange={(event) => setOnPaper(event.currentTarget.checked)}
                />
                <Trans>Driver has signed it</Trans>
              </label>
            </Note>
          </>
        )}
      </div>
      <footer className={styles.foot}>
        <button type="button" className={styles.main} disabled={!isReady} onClick={keep}>
          {hasAny ? <Trans>Keep {totalSaid} as said</Trans> : <Trans>Nothing is damaged</Trans>}
        </button>
      </footer>
    </section>
  );

  /** A note that only names the reason was not typed. */
  function typedOf(kept: string): string {
    return reasons.some(({ label }) => words(label) === kept) ? "" : kept;
  }

  function noteOf(): string {
    const parts = [note.trim().replace(/\.$/, "") || (what ? words(what.label) : ""), onPaper ? signed : ""];
    return parts.filter((part) => part !== "").join(". ");
  }
}

function Amount({
  label,
  line,
  base,
  onChange,
}: {
  label: string;
  line: CountLine;
  base: string;
  onChange: (base: string) => void;
}) {
  const fmt = useFormat();
  const { qty, uom, qtyPerUom: per } = amountOf(base, line);
  const unit = useUnits().counted(qty, { uom, qtyPerUom: per }, line.product.baseUom);
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const value = decimalTyped(text, fmt.locale);
    if (/^\d{1,12}(\.\d{1,6})?$/.test(value)) onChange(multiply(value, per));
    if (text === "") onChange("0");
  };
  const step = (by: string) => {
    setTyped(null);
    const next = add(base, by);
    onChange(compare(next, "0") < 0 ? "0" : next);
  };
  return (
    <div className={styles.amount} role="group" aria-label={label}>
      <span className={styles.amountLabel}>{label}</span>
      <button
        type="button"
        className={styles.key}
        aria-label={`${label}: −1`}
        disabled={!isSome(base)}
        onClick={() => step(subtract("0", per))}
      >
        <IconMinus size={20} stroke={1.8} />
      </button>
      <label className={styles.amountField}>
        <input
          inputMode="decimal"
          aria-label={label}
          value={typed ?? decimalShown(qty, fmt.locale)}
          maxLength={19}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
        <span>{unit}</span>
      </label>
      <button type="button" className={styles.key} aria-label={`${label}: +1`} onClick={() => step(per)}>
        <IconPlus size={20} stroke={1.8} />
      </button>
    </div>
  );
}
