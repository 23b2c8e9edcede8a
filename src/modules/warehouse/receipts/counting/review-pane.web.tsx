import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { add, compare, subtract } from "#shared/format/money.ts";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { useMay } from "#web/api/session.tsx";
import { changeCounting, dropCounting } from "./counting-store.web.ts";
import { accepted, amountOf, inUnit, isPutAside, isSome, overBy, type Batch, type CountLine } from "./counting.web.ts";
import { useKeptPhotos } from "./damage-photos.web.tsx";
import { sendCounting, useIsSending } from "./unsent-receipts.web.ts";
import { countedBatches, receiptBody } from "./receipt-body.web.ts";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

/** What a batch lacks, and the field that takes it. */
type Missing = "lot" | "expiry" | "serials";
type OnOpen = (key: string, missing?: Missing) => void;

/** What will be posted, what is missing for it, and the post itself, which happens once however often it is pressed. */
export function ReviewPane({ state, onOpen }: { state: ReceivingState; onOpen: OnOpen }) {
  const { t } = useLingui();
  const units = useUnits();
  const may = useMay();
  const isSending = useIsSending(state.entry);
  const photos = useKeptPhotos(state.counting?.key ?? null, null);
  const { counting, lines, expected, entry } = state;
  const counted = countedBatches(lines);
  const isWaiting = counting?.body != null;
  const missing = counted.flatMap(({ line, batch, at }) =>
    (isPutAside(line, expected) ? [] : missingOf(line, batch)).map((what) => ({ line, at, what })),
  );
  /** The line with that part of it chosen, whichever was counted last. */
  const openPart = (line: CountLine, at: number, what?: Missing) => {
    if (at !== line.current && !isWaiting) state.keep({ kind: "label", how: "manual", line: line.key, batch: at });
    onOpen(line.key, what);
  };
  const over = lines.filter((line) => overBy(line) !== null);
  const needsReason = over.length > 0 || counting?.refusal?.fields["overrideReason"] !== undefined;
  const aside = lines.filter((line) => isSome(line.counted) && isPutAside(line, expected));
  const mayOver = may("CAN_OVER_RECEIVE");
  const untouched = lines.filter((line) => !isSome(line.counted) && isSome(line.due)).length;
  const withoutPhoto = counted.filter(
    ({ line, batch }) => isSome(batch.damaged) && !photos.some((photo) => photo.line === line.key),
  );
  const canPost = counted.length > 0; // what cannot be read stops nothing
  const post = () => {
    if (!canPost || isWaiting || !counting) return;
    changeCounting(entry, { body: receiptBody(expected, lines, counting), refusal: null });
    void sendCounting(entry);
  };
  const write = (part: { deliveryNote?: string; note?: string; overrideReason?: string }) =>
    changeCounting(entry, part);
  return (
    <section className={styles.pane} aria-label={t`Review and post`}>
      <div className={styles.body}>
        <div className={styles.paneHead}>
          <h2>
            <Plural value={counted.length} one="# line to post" other="# lines to post" />
          </h2>
        </div>
        {isWaiting && !isSending && (
          <Note
            icon="wait"
            actions={
              <button type="button" className={styles.plain} onClick={() => void sendCounting(entry)}>
                <Trans>Try now</Trans>
              </button>
            }
          >
            <b>
              <Trans>Saved here. It is sent when the network is back.</Trans>
            </b>{" "}
            <Trans>Nothing is lost, and nothing is posted twice.</Trans>
          </Note>
        )}
        {counting?.refusal && <Refused state={state} counted={counted} onOpen={openPart} />}
        {missing.map(({ line, at, what }) => (
          <Note
            key={`${line.key} ${at} ${what}`}
            icon="warn"
            actions={
              <button type="button" className={styles.plain} onClick={() => openPart(line, at, what)}>
                <Trans>Add it</Trans>
              </button>
            }
          >
            {what === "lot" ? (
              <Trans>
                {line.product.name} is tracked by lot: scan or type the lot. What cannot be read is noted as missing.
              </Trans>
            ) : what === "serials" ? (
              <Trans>
                {line.product.name}: not each piece has its serial number. What cannot be read is noted as missing.
              </Trans>
            ) : (
              <Trans>
                {line.product.name} expires: scan or type the date. What cannot be read is noted as missing.
              </Trans>
            )}
          </Note>
        ))}
        {over.map((line) => {
          const more = amountOf(overBy(line) ?? "0", line);
          return (
            <Note
              key={line.key}
              icon="warn"
              actions={
                <button type="button" className={styles.plain} onClick={() => onOpen(line.key)}>
                  <Trans>Count again</Trans>
                </button>
              }
            >
              <Trans>
                {line.product.name}: {units.count(more.qty, more, line.product.baseUom)} more than the order allows.
              </Trans>{" "}
              {mayOver ? (
                <Trans>Say below why it is taken; without a reason it is put aside and the buyer decides.</Trans>
              ) : (
                <Trans>It is put aside, and the buyer decides.</Trans>
              )}
            </Note>
          );
        })}
        {aside.length > 0 && (
          <Note icon="warn">
            <Plural
              value={aside.length}
              one="# line counts for no order: it is put aside, and the buyer decides."
              other="# lines count for no order: they are put aside, and the buyer decides."
            />
          </Note>
        )}
        {withoutPhoto.map(({ line, at }) => (
          <Note
            key={`${line.key} ${at}`}
            icon="warn"
            actions={
              <button type="button" className={styles.plain} onClick={() => openPart(line, at)}>
                <Trans>Take one</Trans>
              </button>
            }
          >
            <Trans>{line.product.name}: damage without a photo is worth little in a claim.</Trans>
          </Note>
        ))}
        <ul className={styles.rows}>
          {counted.map(({ line, batch, at }) => (
            <CountedRow key={`${line.key} ${at}`} line={line} batch={batch} onOpen={() => openPart(line, at)} />
          ))}
        </ul>
        {untouched > 0 && (
          <p className={styles.idle}>
            <Plural
              value={untouched}
              one="# line was not counted. It stays open on its order."
              other="# lines were not counted. They stay open on their orders."
            />
          </p>
        )}
        {counting && (
          <>
            <label className={styles.field}>
              <span>
                <Trans>Vendor's delivery note, optional</Trans>
              </span>
              <input
                value={counting.deliveryNote}
                maxLength={60}
                disabled={isWaiting}
                onChange={(event) => write({ deliveryNote: event.currentTarget.value })}
              />
            </label>
            <label className={styles.field}>
              <span>
                <Trans>Note, optional</Trans>
              </span>
              <input
                value={counting.note}
                maxLength={1000}
                disabled={isWaiting}
                onChange={(event) => write({ note: event.currentTarget.value })}
              />
            </label>
            {needsReason && mayOver && (
              <label className={styles.field}>
                <span>
                  <Trans>Why it is taken all the same, optional</Trans>
                </span>
                <input
                  value={counting.overrideReason}
                  maxLength={500}
                  disabled={isWaiting}
                  onChange={(event) => write({ overrideReason: event.currentTarget.value })}
                />
              </label>
            )}
            {!isWaiting && <Discard onDiscard={() => dropCounting(entry)} />}
          </>
        )}
      </div>
      <footer className={styles.foot}>
        <button
          type="button"
          className={styles.main}
          disabled={!canPost || isSending}
          aria-busy={isSending}
          onClick={isWaiting ? () => void sendCounting(entry) : post}
        >
          {isSending ? <Trans>Posting</Trans> : isWaiting ? <Trans>Send again</Trans> : <Trans>Post receipt</Trans>}
        </button>
      </footer>
    </section>
  );
}

function missingOf({ product }: CountLine, batch: Batch): Missing[] {
  const kept = subtract(batch.counted, batch.rejected);
  if (!isSome(kept)) return []; // what goes back needs none of them
  return [
    ...(product.trackingMode === "lot" && batch.lot === null ? (["lot"] as const) : []),
    ...(product.expiryTracked && batch.expiry === null ? (["expiry"] as const) : []),
    ...(product.trackingMode === "serial" && compare(kept, String(batch.serials.length)) > 0
      ? (["serials"] as const)
      : []),
  ];
}

/** What the server refused, line by line where it says so: `lines.2.lotNumber`. */
function Refused({
  state,
  counted,
  onOpen,
}: {
  state: ReceivingState;
  counted: ReturnType<typeof countedBatches>;
  onOpen: (line: CountLine, at: number) => void;
}) {
  const refusal = state.counting?.refusal;
  if (!refusal) return null;
  const marks = Object.entries(refusal.fields).map(([name, message]) => ({
    name,
    message,
    part: counted[Number(/^lines\.(\d+)\./.exec(name)?.[1] ?? -1)],
  }));
  return (
    <Note icon="bad">
      <b>
        <Trans>Not posted.</Trans>
      </b>{" "}
      {refusal.message}
      {marks.map(({ name, message, part }) => (
        <p key={name} className={styles.mark}>
          {part && (
            <button type="button" className={styles.plain} onClick={() => onOpen(part.line, part.at)}>
              {part.line.product.name}
            </button>
          )}{" "}
          {message}
        </p>
      ))}
    </Note>
  );
}

function CountedRow({ line, batch, onOpen }: { line: CountLine; batch: Batch; onOpen: () => void }) {
  const fmt = useFormat();
  const units = useUnits();
  const said = (base: string) => fmt.quantity(inUnit(base, line).qty);
  const short = subtract(line.due, line.counted);
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <Glyph
          icon={
            line.item === null || overBy(line)
              ? "warn"
              : isSome(add(batch.damaged, batch.rejected))
                ? "bad"
                : compare(line.counted, line.due) < 0
                  ? "live"
                  : "done"
          }
          size={18}
        />
        <span className={styles.rowText}>
          <span className={`${styles.cut} ${styles.name}`}>{line.product.name}</span>
          <span className={styles.small}>
            <Trans>accepted {said(accepted(batch))}</Trans>
            {isSome(batch.damaged) && <Trans>, damaged {said(batch.damaged)}</Trans>}
            {isSome(batch.rejected) && <Trans>, rejected {said(batch.rejected)}</Trans>}
            {isSome(short) && <Trans>, still open {said(short)}</Trans>}
            {line.item === null && <Trans>, unexpected</Trans>}
            {batch.lot && <Trans>, lot {batch.lot}</Trans>}
          </span>
        </span>
        <span className={styles.figure}>
          <b>{said(batch.counted)}</b>
          <span className={styles.uom}>{units.name(amountOf(batch.counted, line), line.product.baseUom)}</span>
        </span>
      </button>
    </li>
  );
}

/** Throws the counting away, after a second press. */
function Discard({ onDiscard }: { onDiscard: () => void }) {
  return (
    <details className={styles.discard}>
      <summary>
        <Trans>Start again from zero</Trans>
      </summary>
      <p>
        <Trans>Everything that was counted here and not posted is dropped.</Trans>
      </p>
      <button type="button" className={styles.plain} onClick={onDiscard}>
        <Trans>Drop this counting</Trans>
      </button>
    </details>
  );
}
