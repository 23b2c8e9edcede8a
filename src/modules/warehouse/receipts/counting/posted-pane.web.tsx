import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { ReplyOf } from "#shared/contract/contract.ts";
import { add, compare } from "#shared/format/money.ts";
import { spokenQuantity, unitKey, type Unit } from "#shared/format/units.ts";
import { call } from "#web/api/api.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { useStep } from "#web/detail/use-step.ts";
import { recordHref } from "#web/list/data/address.ts";
import { recordKey } from "#web/list/data/cache.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { deliverySchedules, type DeliverySchedule } from "../../delivery-schedules/delivery-schedules.contract.ts";
import { receipts, type Receipt } from "../receipts.contract.ts";
import { CompleteDialog } from "./complete-dialog.web.tsx";
import { uncountedLines } from "./complete-fields.web.tsx";
import styles from "../receiving.module.css";

interface PostedPaneProps {
  receiptId: string;
  delivery: DeliverySchedule | null;
  onNext: () => void;
  onMore: () => void;
}

/** What became of the count: four kinds with their bins and issues, what is still open, and the next step of the truck. */
export function PostedPane({ receiptId, delivery, onNext, onMore }: PostedPaneProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const { record: receipt, problem, retry } = useRecord(receipts, receiptId);
  const step = useStep(deliverySchedules);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isReading, setReading] = useState(false);
  const left = useQuery({
    queryKey: [receipts.expected.path, delivery?.id, receiptId],
    queryFn: ({ signal }) => call(receipts.expected, { query: { deliveryScheduleId: delivery?.id }, signal }),
    enabled: delivery !== null,
    meta: { quiet: true },
  });
  if (!receipt)
    return problem ? (
      <Failed title={<Trans>The receipt did not load</Trans>} problem={problem} onRetry={retry} />
    ) : null;
  const open = (left.data?.lines ?? []).filter(
    (line) => compare(line.openQty, "0") > 0 && (delivery?.lines.length === 0 || line.plannedQty !== null),
  );
  const verb = delivery?.steps.includes("complete") ? "complete" : delivery?.steps.includes("unload") ? "unload" : null;
  const completed = (number: string) => {
    toastDone(t`Delivery ${number} is complete`);
    onNext();
  };
  /** With the lines as they are after this receipt: what was read before it knows none of its counts. */
  const freshDelivery = async (id: string) => {
    setReading(true);
    try {
      return await call(deliverySchedules.read, { id });
    } catch (error) {
      toastProblem(error);
      return null;
    } finally {
      setReading(false);
    }
  };
  const complete = async (id: string) => {
    const record = await freshDelivery(id);
    if (!record) return;
    client.setQueryData(recordKey(deliverySchedules, id), record);
    if (uncountedLines(record).length > 0) return setAsking(true);
    await step.mutateAsync({ route: deliverySchedules.complete, record, input: {} });
    completed(record.number);
  };
  const run = async () => {
    if (!verb || !delivery) return;
    if (verb === "complete") return complete(delivery.id);
    await step.mutateAsync({ route: deliverySchedules.unload, record: delivery, input: {} });
    toastDone(t`Unloading is done`);
  };
  return (
    <section className={styles.pane} aria-label={receipt.number}>
      <div className={styles.body}>
        <div className={styles.done}>
          <Glyph icon="done" size={30} />
          <div>
            <h2 className={styles.doneTitle}>
              <Trans>Receipt {receipt.number} is posted</Trans>
            </h2>
            <p className={styles.small}>
              {receipt.orderNumbers.length > 0 ? (
                <Trans>
                  {fmt.instant(receipt.postedAt)}. Stock and {receipt.orderNumbers.join(", ")} are up to date.
                </Trans>
              ) : (
                <Trans>{fmt.instant(receipt.postedAt)}. Stock is up to date.</Trans>
              )}
            </p>
          </div>
        </div>
        <ul className={styles.results}>
          <Result icon="done" label={<Trans>Accepted</Trans>} receipt={receipt} part="acceptedQty" />
          <Result icon="bad" label={<Trans>Damaged</Trans>} receipt={receipt} part="damagedQty" kind="damaged" />
          <Result icon="ended" label={<Trans>Rejected</Trans>} receipt={receipt} part="rejectedQty" kind="quality" />
          {open.length > 0 && (
            <Row
              icon="warn"
              label={<Trans>Short</Trans>}
              figure={amounts(
                open.map((line) => ({ ...line, qty: line.openQty })),
                units.count,
              )}
            >
              {open
                .slice(0, 3)
                .map(
                  ({ name, orderedQty, ...line }) =>
                    t`${name} (of ${units.count(orderedQty, line, line.baseUom)} ordered)`,
                )
                .join(", ")}
              {open.length > 3 && <Trans> and {open.length - 3} more</Trans>}. <Trans>Still open on the order.</Trans>
            </Row>
          )}
          <Others receipt={receipt} />
        </ul>
        <p className={styles.links}>
          <a className={styles.link} href={recordHref("/warehouse/receipts/details", receipt.id)}>
            <Trans>Open the receipt</Trans>
          </a>
          {orderLinks(receipt).map(({ id, number }) => (
            <a key={id} className={styles.link} href={recordHref("/warehouse/purchase-orders/details", id)}>
              {number}
            </a>
          ))}
          <button type="button" className={styles.link} onClick={onMore}>
            <Trans>Count more of this delivery</Trans>
          </button>
        </p>
      </div>
      <footer className={styles.foot}>
        <button type="button" className={verb ? styles.second : styles.main} onClick={onNext}>
          <Trans>Next truck</Trans>
        </button>
        {verb && (
          <button
            type="button"
            className={styles.main}
            disabled={step.isPending || isReading}
            onClick={() => void run().catch(() => undefined)}
          >
            {verb === "complete" ? <Trans>Complete delivery</Trans> : <Trans>Unloading done</Trans>}
          </button>
        )}
      </footer>
      {isAsking && delivery && (
        <CompleteDialog
          delivery={delivery}
          onDone={() => completed(delivery.number)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

type Part = "acceptedQty" | "damagedQty" | "rejectedQty";

function Result({
  icon,
  label,
  receipt,
  part,
  kind,
}: {
  icon: IconName;
  label: ReactNode;
  receipt: Receipt;
  part: Part;
  kind?: string;
}) {
  const units = useUnits();
  const lines = receipt.lines.filter((line) => compare(line[part], "0") > 0);
  if (lines.length === 0) return null;
  const bins = [
    ...new Set(
      lines.map((line) =>
        part === "acceptedQty"
          ? line.storageLocationCode
          : (line.damagedStorageLocationCode ?? line.storageLocationCode),
      ),
    ),
  ];
  const issues = receipt.issues.filter((issue) => issue.kind === kind);
  return (
    <Row
      icon={icon}
      label={label}
      figure={amounts(
        lines.map((line) => ({ ...line, qty: line[part] })),
        units.count,
      )}
    >
      {bins.join(", ")}
      <Issues issues={issues} />
    </Row>
  );
}

const kindLabels: Readonly<Record<string, ReturnType<typeof msg>>> = {
  over: msg`More than ordered`,
  wrong_item: msg`Unexpected`,
  short: msg`Short`,
  short_dated: msg`Expires too soon`,
};

/** Issues that no count of their own stands for: over, unexpected, short-dated. */
function Others({ receipt }: { receipt: Receipt }) {
  const words = useWords();
  const kinds = [...new Set(receipt.issues.map(({ kind }) => kind))].filter(
    (kind) => kind !== "damaged" && kind !== "quality",
  );
  return kinds.map((kind) => {
    const issues = receipt.issues.filter((issue) => issue.kind === kind);
    const names = receipt.lines
      .filter(({ id }) => issues.some(({ receiptLineId }) => receiptLineId === id))
      .map(({ productName }) => productName);
    return (
      <Row
        key={kind}
        icon="warn"
        label={words(kindLabels[kind] ?? kind)}
        figure={<Plural value={issues.length} one="# line" other="# lines" />}
      >
        {names.join(", ")}
        <Issues issues={issues} />
      </Row>
    );
  });
}

function Issues({ issues }: { issues: ReplyOf<typeof receipts.read>["issues"] }) {
  return issues.map(({ id, number }) => (
    <span key={id}>
      ,{" "}
      <a className={styles.link} href={recordHref("/warehouse/issues/details", id)}>
        {number}
      </a>{" "}
      <Trans>opened</Trans>
    </span>
  ));
}

function Row({
  icon,
  label,
  figure,
  children,
}: {
  icon: IconName;
  label: ReactNode;
  figure: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={styles.result}>
      <Glyph icon={icon} size={18} />
      <span className={styles.rowText}>
        <span className={styles.name}>{label}</span>
        <span className={styles.small}>{children}</span>
      </span>
      <b className={styles.resultFigure}>{figure}</b>
    </li>
  );
}

interface Amount extends Unit {
  readonly qty: string;
  readonly baseUom: string;
}

/** Quantities of one unit add up; of several they stand side by side. A part of a pack counts in base units. */
function amounts(parts: readonly Amount[], count: ReturnType<typeof useUnits>["count"]): string {
  const sums = new Map<string, Amount>();
  for (const { qty, baseUom, ...line } of parts) {
    const spoken = spokenQuantity(qty, line, baseUom);
    const key = `${unitKey(spoken.unit)} ${baseUom}`;
    sums.set(key, { ...spoken.unit, baseUom, qty: add(sums.get(key)?.qty ?? "0", spoken.qty) });
  }
  return [...sums.values()].map((sum) => count(sum.qty, sum, sum.baseUom)).join(" + ");
}

function orderLinks(receipt: Receipt): readonly { id: string; number: string }[] {
  const all = receipt.lines.flatMap(({ purchaseOrderId, orderNumber }) =>
    purchaseOrderId && orderNumber ? [{ id: purchaseOrderId, number: orderNumber }] : [],
  );
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
}
