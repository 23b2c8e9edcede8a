import { useLingui as useI18n } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { departureItem, type OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { useDraft } from "./drafts.web.ts";
import { PhoneForm } from "./phone-form.web.tsx";
import { StillOnBoard } from "./still-on-board.web.tsx";
import { checkWords } from "./phone-words.web.tsx";
import styles from "./driver-phone.module.css";

type Item = (typeof departureItem.options)[number];

interface DepartureProps {
  trip: OwnTrip;
  draft: string;
  onSay: (given: { meterValue: string | null; checks: { item: Item; isFine: boolean; note: string | null }[] }) => void;
  onBack: () => void;
}

/** A word for what is wrong, `null` where it was found fine; what nobody has looked at yet is not among them. */
type Found = Partial<Record<Item, string | null>>;

/** Before leaving: what the meter shows, and each thing that is looked at: ticked by whoever did so, or said to be wrong in a word. */
export function DepartureForm({ trip, draft, onSay, onBack }: DepartureProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [{ meter, found }, give] = useDraft<{ meter: string; found: Found }>(draft, { meter: "", found: {} });
  const { question, ask } = useMeterQuestion(trip, meter);
  const isLookedAt = (item: Item) => found[item] === null || Boolean(found[item]?.trim());
  const find = (item: Item, what: string | null | undefined) => {
    const { [item]: _before, ...others } = found;
    give({ found: what === undefined ? others : { ...others, [item]: what } });
  };
  const missing = !isNumber(meter)
    ? t`Type what the meter shows in figures, or leave it empty.`
    : departureItem.options.every(isLookedAt)
      ? null
      : departureItem.options.some((item) => found[item] !== null && found[item]?.trim() === "")
        ? t`Say what is wrong.`
        : t`Tick each thing, or say what is not in order.`;
  const submit = () => {
    const checks = departureItem.options.map((item) => ({
      item,
      isFine: found[item] === null,
      note: found[item]?.trim() || null,
    }));
    ask(() => onSay({ meterValue: numberOf(meter), checks }));
  };
  return (
    <PhoneForm
      title={<Trans>Before you leave</Trans>}
      verb={question ? t`It is right, start the trip` : t`Start the trip`}
      missing={missing}
      question={question}
      onSubmit={submit}
      onBack={onBack}
    >
      <Meter trip={trip} value={meter} onChange={(value) => give({ meter: value })} />
      <ul className={styles["rows"]}>
        {departureItem.options.map((item) => (
          <li key={item} className={styles["item"]}>
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
                  ref={opened}
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
    </PhoneForm>
  );
}

interface EndProps {
  trip: OwnTrip;
  draft: string;
  onSay: (meterValue: string | null) => void;
  onBack: () => void;
}

/** At the end: what the meter shows. */
export function EndForm({ trip, draft, onSay, onBack }: EndProps) {
  const { t } = useLingui();
  const [{ meter }, give] = useDraft(draft, { meter: "" });
  const { question, ask } = useMeterQuestion(trip, meter);
  return (
    <PhoneForm
      title={<Trans>At the end</Trans>}
      verb={question ? t`It is right, end the trip` : t`End the trip`}
      missing={isNumber(meter) ? null : t`Type what the meter shows in figures, or leave it empty.`}
      question={question}
      onSubmit={() => ask(() => onSay(numberOf(meter)))}
      onBack={onBack}
    >
      <Meter trip={trip} value={meter} onChange={(value) => give({ meter: value })} />
      <StillOnBoard trip={trip} />
    </PhoneForm>
  );
}

/** What opens to be filled in stands in sight, above what is at the foot; what was filled in before opens where it is. */
function opened(field: HTMLInputElement | null): void {
  if (!field || field.value !== "") return;
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

interface MeterProps {
  trip: OwnTrip;
  value: string;
  onChange: (value: string) => void;
}

function Meter({ trip: { meterUnit, lastMeter }, value, onChange }: MeterProps) {
  const fmt = useFormat();
  const [id, hint] = [useId(), useId()];
  const last = lastMeter && `${fmt.quantity(lastMeter)} ${meterUnit ?? ""}`;
  return (
    <div className={styles["meter"]}>
      <label htmlFor={id}>
        <Trans>What the meter shows</Trans> {meterUnit && `(${meterUnit})`}
      </label>
      <input
        id={id}
        aria-describedby={hint}
        className={styles["figure"]}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span id={hint} className={styles["small"]}>
        {last && <Trans>Last known: {last}</Trans>}
      </span>
    </div>
  );
}

/** Further than this since it was read last hardly any vehicle drives, or runs, before its next trip; by the unit of the meter. */
const farSinceLast: Readonly<Record<string, number>> = { km: 1500, mi: 1000, h: 100 };

/** A figure that hardly can be is asked about once, with the last one in sight; whoever stays with it sends it. */
function useMeterQuestion({ lastMeter = null, meterUnit }: OwnTrip, meter: string) {
  const fmt = useFormat();
  const [asked, setAsked] = useState<string | null>(null);
  const now = numberOf(meter);
  const by = lastMeter === null || now === null ? 0 : Number(now) - Number(lastMeter);
  const isOdd = by < 0 || by > (farSinceLast[meterUnit ?? "km"] ?? Infinity);
  const ask = (say: () => void) => (isOdd && asked !== now ? setAsked(now) : say());
  const last = `${fmt.quantity(lastMeter ?? "0")} ${meterUnit ?? ""}`;
  const shown = fmt.quantity(now ?? "0");
  const question = isOdd && asked === now && (
    <Note icon="warn">
      <Trans>
        Last known: {last}. Is {shown} right?
      </Trans>
    </Note>
  );
  return { question, ask };
}

/** As people type it on a phone: spaces go, a comma is a point. Nothing is an answer, too. */
const plain = (text: string) => text.replaceAll(/\s/g, "").replace(",", ".");
const isNumber = (text: string): boolean => /^(\d{1,8}(\.\d)?)?$/.test(plain(text));
const numberOf = (text: string): string | null => plain(text) || null;
