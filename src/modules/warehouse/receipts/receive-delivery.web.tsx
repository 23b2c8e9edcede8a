import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowLeft from "@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCloudUp from "@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs";
import type { ReactNode } from "react";
import { Note } from "#web/ui/note.tsx";
import { SiteZone } from "#web/ui/values/use-format.ts";
import { recordKey } from "#web/list/data/cache.ts";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import { queryClient } from "#web/api/query.tsx";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import { deliverySchedules } from "../delivery-schedules/delivery-schedules.contract.ts";
import { CountPane } from "./counting/count-pane.web.tsx";
import { DamagePane } from "./counting/damage-pane.web.tsx";
import { LinesPane } from "./counting/lines-pane.web.tsx";
import { useIsSending, useOutbox } from "./counting/unsent-receipts.web.ts";
import { PostedPane } from "./counting/posted-pane.web.tsx";
import { receipts } from "./receipts.contract.ts";
import { ReviewPane } from "./counting/review-pane.web.tsx";
import { useReceiving, type ReceivingState } from "./use-receiving.web.ts";
import { useKeyboardScanner } from "./scanning/keyboard-scanner.web.ts";
import styles from "./receiving.module.css";

/** One delivery on the phone: scan, count, review, post. On a wide screen the lines stay beside what is open. */
export function ReceiveDelivery({ deliveryId }: { deliveryId: string }) {
  const { t } = useLingui();
  const { go, search } = useAddress();
  const line = typeof search["line"] === "string" ? search["line"] : null;
  const view = typeof search["view"] === "string" ? search["view"] : null;
  const missing = typeof search["missing"] === "string" ? search["missing"] : null;
  const receiptId = typeof search["receiptId"] === "string" ? search["receiptId"] : null;
  const show = (next: Record<string, string>, replace = false) => go({ search: { deliveryId, ...next }, replace });
  const state = useReceiving(deliveryId, line, (key) =>
    key === line && view === null ? undefined : show({ line: key }, line !== null),
  );
  const { record: delivery } = useRecord(deliverySchedules, deliveryId);
  useKeyboardScanner(state.scan);
  useOutbox((id, receipt) => {
    queryClient.setQueryData(recordKey(receipts, receipt.id), receipt);
    if (id === deliveryId) show({ receiptId: receipt.id }, true);
  });
  const number = state.expected?.deliverySchedule?.number ?? "";
  useCrumb(number);

  if (!state.expected)
    return state.problem ? (
      <Failed isPage title={<Trans>The delivery did not load</Trans>} problem={state.problem} onRetry={state.retry} />
    ) : (
      <div className={styles.screen} role="status" aria-label={t`Loading`} />
    );
  const ready: ReceivingState = { ...state, expected: state.expected };
  const open = ready.lines.find(({ key }) => key === line) ?? null;
  const back = () => {
    if (receiptId || !(open || view)) return go({ search: {} });
    show(view && open ? { line: open.key } : {}, true);
  };
  const pane = paneOf();
  const dock = delivery?.dockCode ?? null;
  return (
    <SiteZone value={ready.expected.location.timezone}>
      <div className={styles.screen}>
        <header className={styles.bar}>
          <button type="button" className={styles.back} aria-label={t`Back`} onClick={back}>
            <IconArrowLeft size={22} stroke={1.8} />
          </button>
          <div className={styles.barText}>
            <h1 className={styles.cut}>
              {dock ? (
                <Trans>
                  {number}, dock {dock}
                </Trans>
              ) : (
                number
              )}
            </h1>
            <p className={`${styles.cut} ${styles.small}`}>
              {[
                ready.expected.orders[0]?.vendorName,
                delivery?.tractorPlate,
                ready.expected.deliverySchedule?.carrierName,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          </div>
          <KeptBadge state={ready} isPosted={receiptId !== null} />
        </header>
        <div className={styles.panes} data-open={pane !== null || undefined}>
          <LinesPane
            state={ready}
            delivery={delivery}
            openKey={line}
            isAlone={pane === null}
            onOpen={(key) => show({ line: key })}
            onReview={() => show({ view: "review" })}
          />
          <div className={styles.side}>
            {pane ?? (
              <p className={styles.idle}>
                <Trans>Scan a code, or choose a line.</Trans>
              </p>
            )}
          </div>
        </div>
      </div>
    </SiteZone>
  );

  function paneOf(): ReactNode {
    if (receiptId)
      return (
        <PostedPane
          receiptId={receiptId}
          delivery={delivery}
          onNext={() => go({ search: {} })}
          onMore={() => show({}, true)}
        />
      );
    if (view === "review" || ready.counting?.body)
      return (
        <ReviewPane state={ready} onOpen={(key, what) => show({ line: key, ...(what ? { missing: what } : {}) })} />
      );
    if (open && view === "damage")
      return <DamagePane key={open.key} state={ready} line={open} onDone={() => show({ line: open.key }, true)} />;
    if (open)
      return (
        <CountPane
          key={open.key}
          state={ready}
          line={open}
          missing={missing}
          onDamage={() => show({ line: open.key, view: "damage" })}
          onNext={() => show({}, true)}
        />
      );
    return line === null ? null : (
      <Note icon="ended">
        <Trans>Nothing is counted on this line any more.</Trans>
      </Note>
    );
  }
}

/** Where the work lies: in this browser, on its way, or on the server. */
function KeptBadge({ state, isPosted }: { state: ReceivingState; isPosted: boolean }) {
  const isSending = useIsSending(state.entry);
  if (isPosted)
    return (
      <span className={`${styles.net} ${tone("g")}`} role="status">
        <IconCheck size={15} stroke={2.2} />
        <Trans>Sent</Trans>
      </span>
    );
  if (!state.counting) return null;
  return (
    <span className={`${styles.net} ${tone(state.isKept ? "a" : "x")}`} role="status">
      <IconCloudUp size={15} stroke={1.8} />
      {!state.isKept ? <Trans>Not kept</Trans> : isSending ? <Trans>Sending</Trans> : <Trans>Saved here</Trans>}
    </span>
  );
}
