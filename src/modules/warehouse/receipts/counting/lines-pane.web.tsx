import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import { useRef, useState, type FormEvent } from "react";
import { compare } from "#shared/format/money.ts";
import { writtenTogether } from "#shared/format/units.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { Bar } from "#web/ui/marks.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { asProblem } from "#web/api/problem.ts";
import { useStep } from "#web/detail/use-step.ts";
import { recordHref } from "#web/list/data/address.ts";
import { deliverySchedules, type DeliverySchedule } from "../../delivery-schedules/delivery-schedules.contract.ts";
import { AcceptAll } from "./accept-all.web.tsx";
import { amountOf, isPutAside, isSome, overBy, type CountLine } from "./counting.web.ts";
import { ScanFeedback } from "../scanning/scan-feedback.web.tsx";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

interface LinesPaneProps {
  state: ReceivingState;
  delivery: DeliverySchedule | null;
  openKey: string | null;
  /** Nothing stands beside it that says what a scan came to. */
  isAlone: boolean;
  onOpen: (key: string) => void;
  onReview: () => void;
}

/** Where one scans: the field for codes, and every line with what is expected, was received, is open and counted. */
export function LinesPane({ state, delivery, openKey, isAlone, onOpen, onReview }: LinesPaneProps) {
  const { t } = useLingui();
  const { lines, expected, scanned } = state;
  const field = useRef<HTMLInputElement>(null);
  const toCount = lines.filter(({ counted, due }) => isSome(due) && compare(counted, due) < 0).length;
  const asked = lines.filter(({ counted, due }) => isSome(due) || isSome(counted));
  const done = asked.filter(({ counted }) => isSome(counted)).length;
  const share = (part: (line: CountLine) => string) => {
    const dues = lines.filter(({ due }) => isSome(due));
    return dues.length === 0
      ? 0
      : dues.reduce((sum, line) => sum + Math.min(1, Number(part(line)) / Number(line.due)), 0) / dues.length;
  };
  const [good, bad] = [share(({ counted }) => counted), share(({ damaged }) => damaged)];
  const percent = Math.round(good * 100);
  return (
    <section className={styles.lines} aria-label={t`Lines`}>
      <ScanField field={field} onScan={state.scan} />
      <div className={styles.body}>
        {scanned && isAlone && <ScanFeedback state={state} scanned={scanned} />}
        {delivery?.steps.includes("start") && <StartUnloading delivery={delivery} />}
        {expected.orders
          .filter(({ canReceive }) => !canReceive)
          .map(({ id, number, why }) => (
            <Note key={id} icon="warn">
              {why ?? <Trans>Nothing can be received on {number} now.</Trans>}
            </Note>
          ))}
        <div className={styles.linesHead}>
          <h2>
            <Plural value={toCount} one="# line to count" other="# lines to count" />
          </h2>
          {asked.length > 0 && (
            <span className={styles.small}>
              <Trans>
                {done} of {asked.length} counted
              </Trans>
            </span>
          )}
        </div>
        <Bar
          width="100%"
          label={t`${percent}% counted`}
          parts={[
            { kind: "done", part: Math.max(0, good - bad) },
            { kind: "damaged", part: bad },
          ]}
        />
        <AcceptAll state={state} />
        {lines.length === 0 && (
          <p className={styles.idle}>
            <Trans>No order line is expected with this delivery. Scan what came: it is counted as unexpected.</Trans>
          </p>
        )}
        <ul className={styles.rows}>
          {lines.map((line) => (
            <LineRow
              key={line.key}
              line={line}
              isAside={isPutAside(line, expected)}
              isOpen={line.key === openKey}
              onOpen={() => onOpen(line.key)}
            />
          ))}
        </ul>
      </div>
      <footer className={styles.foot}>
        <button type="button" className={styles.key} aria-label={t`Type a code`} onClick={() => field.current?.focus()}>
          <IconKeyboard size={22} stroke={1.7} />
        </button>
        <button type="button" className={styles.main} onClick={onReview}>
          <Trans>Review and post</Trans>
        </button>
      </footer>
    </section>
  );
}

function ScanField({
  field,
  onScan,
}: {
  field: React.RefObject<HTMLInputElement | null>;
  onScan: (code: string) => void;
}) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") onScan(code.trim());
    setCode("");
  };
  return (
    <form className={styles.scan} onSubmit={submit}>
      <label className={styles.aim}>
        <span className={styles.scanWord}>
          <Trans>Scan, or type a code</Trans>
        </span>
        <input
          ref={field}
          className={styles.scanField}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={400}
          placeholder={t`GTIN, SKU, GS1 label or bin`}
        />
      </label>
    </form>
  );
}

interface LineRowProps {
  line: CountLine;
  /** What comes of it is put aside. */
  isAside: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

function LineRow({ line, isAside, isOpen, onOpen }: LineRowProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const { item, product } = line;
  const counted = amountOf(line.counted, line);
  const due = amountOf(line.due, line);
  const of = item && writtenTogether([item.orderedQty, item.receivedQty, item.openQty], item, product.baseUom);
  const said = (qty: string) => fmt.quantity(of ? of.in(qty) : qty);
  /** All of it came with an earlier receipt. */
  const isFull = item !== null && !isSome(line.due) && !isSome(line.counted);
  const icon: IconName =
    isAside || overBy(line)
      ? "warn"
      : !isSome(line.counted) && !isFull
        ? "open"
        : compare(line.counted, line.due) >= 0
          ? "done"
          : "live";
  const word =
    item === null
      ? t`Unexpected`
      : isAside
        ? t`Put aside`
        : icon === "warn"
          ? t`Too many`
          : icon === "done"
            ? t`Complete`
            : icon === "live"
              ? t`Begun`
              : t`Not counted`;
  return (
    <li>
      <button type="button" className={styles.row} aria-current={isOpen || undefined} onClick={onOpen}>
        <Glyph icon={icon} size={18} />
        <span className={styles.rowText}>
          <span className={`${styles.cut} ${styles.name}`}>{product.name}</span>
          <span className={`${styles.cut} ${styles.small}`}>
            <Code>{product.sku}</Code>
            {item ? `, ${item.orderNumber}${isAside ? `, ${word}` : ""}` : `, ${word}`}
          </span>
          {item && of && (
            <span className={`${styles.small} ${styles.states}`}>
              <Trans>
                <span>expected {units.count(of.in(item.orderedQty), of.unit, product.baseUom)}</span>{" "}
                <span>received {said(item.receivedQty)}</span> <span>open {said(item.openQty)}</span>
              </Trans>
              {isSome(item.creditedQty ?? "0") && (
                <>
                  {" "}
                  <Trans>
                    <span>credited {said(item.creditedQty)}</span>
                  </Trans>
                </>
              )}
            </span>
          )}
        </span>
        <span
          className={styles.figure}
          aria-label={isFull ? word : `${word}: ${units.count(counted.qty, counted, product.baseUom)}`}
        >
          {isFull ? (
            <span className={styles.uom}>{word}</span>
          ) : (
            <>
              <b>{fmt.quantity(counted.qty)}</b>
              {item && isSome(line.due) && <span className={styles.of}> / {fmt.quantity(due.qty)}</span>}
              <span className={styles.uom}>
                {units.counted(isSome(line.due) ? due.qty : counted.qty, counted, product.baseUom)}
              </span>
            </>
          )}
        </span>
        <IconChevronRight size={18} stroke={1.7} className={styles.arrow} />
      </button>
    </li>
  );
}

/** The truck stands there, but nobody has said that unloading began. At another dock, or a taken one, its page says where. */
function StartUnloading({ delivery }: { delivery: DeliverySchedule }) {
  const step = useStep(deliverySchedules, { quiet: true });
  const refused = step.error ? asProblem(step.error) : null;
  return (
    <Note
      icon={refused ? "warn" : "open"}
      actions={
        refused || delivery.dockId === null ? (
          <a className={styles.plain} href={recordHref("/warehouse/delivery-schedules/details", delivery.id)}>
            <Trans>Say at which dock</Trans>
          </a>
        ) : (
          <button
            type="button"
            className={styles.plain}
            disabled={step.isPending}
            onClick={() => step.mutate({ route: deliverySchedules.start, record: delivery, input: {} })}
          >
            <Trans>Start unloading</Trans>
          </button>
        )
      }
    >
      {refused?.message ?? <Trans>The truck has arrived. Unloading has not begun.</Trans>}
    </Note>
  );
}
