import { useLingui as useI18n } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { departureItem } from "./driver-actions/driver-actions.contract.ts";
import { checkWords } from "./phone-words.web.tsx";
import styles from "./driver-phone.module.css";

type Item = (typeof departureItem.options)[number];

interface DepartureProps {
  unit: string | null;
  onSay: (given: { meterValue: string | null; checks: { item: Item; isFine: boolean; note: string | null }[] }) => void;
  onBack: () => void;
}

/** Before leaving: what the meter shows, and each thing that is looked at: ticked by whoever did so, or said to be wrong in a word. */
export function DepartureForm({ unit, onSay, onBack }: DepartureProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [meter, setMeter] = useState("");
  // A word for what is wrong, `null` where it was found fine; what nobody has looked at yet is not among them.
  const [found, setFound] = useState<Partial<Record<Item, string | null>>>({});
  const isLookedAt = (item: Item) => found[item] === null || Boolean(found[item]?.trim());
  const find = (item: Item, what: string | null | undefined) =>
    setFound(({ [item]: _before, ...others }) => (what === undefined ? others : { ...others, [item]: what }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checks = departureItem.options.map((item) => ({
      item,
      isFine: found[item] === null,
      note: found[item]?.trim() || null,
    }));
    onSay({ meterValue: numberOf(meter), checks });
  };
  return (
    <form className={styles["form"]} data-whole onSubmit={submit}>
      <h2>
        <Trans>Before you leave</Trans>
      </h2>
      <Meter value={meter} unit={unit} onChange={setMeter} />
      <ul className={styles["rows"]}>
        {departureItem.options.map((item) => (
          <li key={item}>
            <label className={styles["check"]}>
              <input
                type="checkbox"
                checked={found[item] === null}
                onChange={({ currentTarget: { checked } }) => find(item, checked ? null : undefined)}
              />
              {i18n._(checkWords[item])}
            </label>
            {found[item] === undefined ? (
              <button
                type="button"
                className={styles["quiet"]}
                aria-label={t`Not in order: ${i18n._(checkWords[item])}`}
                onClick={() => find(item, "")}
              >
                <Trans>Not in order</Trans>
              </button>
            ) : (
              found[item] !== null && (
                <input
                  className={styles["field"]}
                  aria-label={t`What is wrong: ${i18n._(checkWords[item])}`}
                  placeholder={t`What is wrong`}
                  maxLength={300}
                  value={found[item]}
                  onChange={({ currentTarget: { value } }) => find(item, value)}
                />
              )
            )}
          </li>
        ))}
      </ul>
      <Buttons
        verb={t`Start the trip`}
        isReady={isNumber(meter) && departureItem.options.every(isLookedAt)}
        onBack={onBack}
      />
    </form>
  );
}

interface EndProps {
  unit: string | null;
  onSay: (meterValue: string | null) => void;
  onBack: () => void;
}

/** At the end: what the meter shows. */
export function EndForm({ unit, onSay, onBack }: EndProps) {
  const { t } = useLingui();
  const [meter, setMeter] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSay(numberOf(meter));
  };
  return (
    <form className={styles["form"]} data-whole onSubmit={submit}>
      <Meter value={meter} unit={unit} onChange={setMeter} />
      <Buttons verb={t`End the trip`} isReady={isNumber(meter)} onBack={onBack} />
    </form>
  );
}

function Meter({ value, unit, onChange }: { value: string; unit: string | null; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className={styles["meter"]}>
      <label htmlFor={id}>
        <Trans>What the meter shows</Trans> {unit && `(${unit})`}
      </label>
      <input
        id={id}
        className={styles["figure"]}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

interface ReasonProps {
  title: string;
  choices: readonly string[];
  /** Who reads it. */
  hint?: string;
  isDangerous?: boolean;
  onSay: (reason: string) => void;
  onBack: () => void;
}

/** Why: one of the usual answers with one touch, or in one's own words. */
export function ReasonForm({ title, choices, hint, isDangerous = false, onSay, onBack }: ReasonProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSay(reason.trim());
  };
  return (
    <form className={styles["form"]} data-whole onSubmit={submit}>
      <h2>{title}</h2>
      {choices.map((choice) => (
        <button key={choice} type="button" className={styles["choice"]} onClick={() => onSay(choice)}>
          {choice}
        </button>
      ))}
      <textarea
        className={styles["field"]}
        aria-label={t`In your own words`}
        placeholder={t`In your own words`}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {hint && <p className={styles["small"]}>{hint}</p>}
      <Buttons
        verb={t`Report`}
        isReady={reason.trim().length >= 3}
        isDangerous={isDangerous}
        holds={reason.trim() !== ""}
        onBack={onBack}
      />
    </form>
  );
}

interface ButtonsProps {
  verb: string;
  isReady: boolean;
  isDangerous?: boolean;
  /** Something was typed, drawn or taken in it, which going back would throw away. */
  holds?: boolean;
  onBack: () => void;
}

/** What ends a form, and the way back; nothing that somebody did in it goes at one touch. */
export function Buttons({ verb, isReady, isDangerous = false, holds = false, onBack }: ButtonsProps) {
  const [isAsked, setAsked] = useState(false);
  const asks = holds && isAsked;
  return (
    <div className={styles["foot"]}>
      <button type="submit" className={`${styles["main"]} ${isDangerous ? styles["grave"] : ""}`} disabled={!isReady}>
        {verb}
      </button>
      {asks && (
        <p className={styles["small"]} role="status">
          <Trans>This is not kept yet.</Trans>
        </p>
      )}
      <button type="button" className={styles["quiet"]} onClick={() => (holds && !asks ? setAsked(true) : onBack())}>
        {asks ? <Trans>Go back without it</Trans> : <Trans>Back</Trans>}
      </button>
    </div>
  );
}

/** As people type it on a phone: spaces go, a comma is a point. Nothing is an answer, too. */
const plain = (text: string) => text.replaceAll(/\s/g, "").replace(",", ".");
const isNumber = (text: string): boolean => /^(\d{1,8}(\.\d)?)?$/.test(plain(text));
const numberOf = (text: string): string | null => plain(text) || null;
