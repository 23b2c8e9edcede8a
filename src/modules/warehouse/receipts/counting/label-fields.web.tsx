import { Trans, useLingui } from "@lingui/react/macro";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Code } from "#web/ui/values/values.tsx";
import { binsFor, chosenBin } from "./bins.web.ts";
import { emptyBatch, inUnit, isSome, type Batch, type CountLine, type Deed } from "./counting.web.ts";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

interface LabelFieldsProps {
  state: ReceivingState;
  line: CountLine;
  /** What somebody comes to add: its field has the focus until something stands in it. */
  missing: string | null;
}

/** Lot, best before and bin of the batch that is counted; several lots of one line stand beside each other. */
export function LabelFields({ state, line, missing }: LabelFieldsProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const batch = line.batches[line.current] ?? emptyBatch;
  const { trackingMode, expiryTracked } = line.product;
  const { places, usual } = binsFor(line, batch, state.expected);
  const label = (change: Pick<Extract<Deed, { kind: "label" }>, "lot" | "expiry" | "placeId">, at = line.current) =>
    state.keep({ kind: "label", how: "manual", line: line.key, batch: at, ...change });
  return (
    <>
      {line.batches.length > 1 && (
        <div className={styles.seg} role="radiogroup" aria-label={t`Lot`}>
          {line.batches.map((one, at) => (
            <button
              key={at}
              type="button"
              role="radio"
              aria-checked={at === line.current}
              className={styles.segOne}
              onClick={() => label({}, at)}
            >
              {one.lot ?? <Trans>No lot</Trans>}: {fmt.quantity(inUnit(one.counted, line).qty)}
            </button>
          ))}
        </div>
      )}
      {(trackingMode === "lot" || batch.lot !== null) && (
        <label className={styles.field}>
          <span>
            <Trans>Lot</Trans>
          </span>
          <Kept
            key={`${line.current} ${batch.lot ?? ""}`}
            start={batch.lot ?? ""}
            placeholder={t`Scan or type`}
            autoFocus={missing === "lot" && batch.lot === null}
            onKeep={(lot) => label({ lot: lot.trim() || null })}
          />
        </label>
      )}
      {trackingMode === "serial" && (
        <Serials state={state} line={line} batch={batch} hasFocus={missing === "serials"} />
      )}
      {(expiryTracked || batch.expiry !== null) && (
        <DateInput
          className={styles.field}
          size="md"
          label={t`Best before`}
          autoFocus={missing === "expiry" && batch.expiry === null}
          value={batch.expiry ?? ""}
          onCommit={(expiry) => label({ expiry: expiry || null })}
        />
      )}
      {trackingMode === "lot" && batch.lot !== null && isSome(batch.counted) && (
        <button type="button" className={styles.plain} onClick={() => label({ lot: null }, line.batches.length)}>
          <Trans>Count another lot</Trans>
        </button>
      )}
      <SelectInput
        className={styles.field}
        size="md"
        label={t`To bin`}
        data={[
          { value: "", label: usual ?? t`Receiving` },
          ...places.map(({ id, code }) => ({ value: id, label: code })),
        ]}
        value={chosenBin(line, batch, state.expected) ?? ""}
        onChange={(placeId) => label({ placeId: placeId || null })}
      />
    </>
  );
}

/** The serial numbers that were read off the pieces; what was read wrongly goes with one press. */
function Serials({
  state,
  line,
  batch,
  hasFocus,
}: {
  state: ReceivingState;
  line: CountLine;
  batch: Batch;
  hasFocus: boolean;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [first] = useState(batch.serials.length);
  const deed = { kind: "serial", how: "manual", line: line.key, batch: line.current } as const;
  const [given, of] = [fmt.quantity(batch.serials.length), fmt.quantity(batch.counted)];
  return (
    <div className={styles.serials}>
      <label className={styles.field}>
        <span>
          <Trans>
            Serial numbers, {given} of {of}
          </Trans>
        </span>
        <Kept
          key={batch.serials.length}
          start=""
          maxLength={40}
          placeholder={t`Scan or type`}
          autoFocus={hasFocus && batch.serials.length === first}
          onKeep={(typed) => typed.trim() && state.keep({ ...deed, serial: typed.trim() })}
        />
      </label>
      {batch.serials.length > 0 && (
        <ul>
          {batch.serials.toReversed().map((serial) => (
            <li key={serial}>
              <Code>{serial}</Code>
              <button
                type="button"
                aria-label={t`Remove ${serial}`}
                onClick={() => state.keep({ ...deed, serial, isGone: true })}
              >
                <IconX size={18} stroke={1.7} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Keeps what was typed when one leaves the field, not with every key. */
function Kept({
  start,
  placeholder,
  maxLength = 20,
  autoFocus = false,
  onKeep,
}: {
  start: string;
  placeholder?: string;
  maxLength?: number;
  autoFocus?: boolean;
  onKeep: (text: string) => void;
}) {
  const [text, setText] = useState(start);
  return (
    <input
      value={text}
      maxLength={maxLength}
      {...(placeholder ? { placeholder } : {})}
      autoComplete="off"
      autoFocus={autoFocus}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={({ currentTarget: { value } }) => value !== start && onKeep(value)}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}
