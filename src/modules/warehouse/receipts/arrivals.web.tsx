import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Door } from "#web/ui/marks.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { recordHref, useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { useUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules/delivery-schedules.contract.ts";
import { countingsOf } from "./counting/counting-store.web.ts";
import { useCountingsChange } from "./counting/use-counting.web.ts";
import { useOutbox } from "./counting/unsent-receipts.web.ts";
import styles from "./receiving.module.css";

const statusStyles: StatusStyles<string> = {
  arrived: { icon: "open", label: msg`Arrived` },
  in_progress: { icon: "live", label: msg`Unloading` },
  unloaded: { icon: "live", label: msg`Unloaded` },
};

/** The trucks that stand here, each a big row that leads to its counting. */
export function Arrivals() {
  const { t } = useLingui();
  const { go } = useAddress();
  const { userId } = useUser();
  const { records, isFirstLoad, problem, retry } = useList(deliverySchedules, {
    status: "arrived,in_progress,unloaded",
    sort: "plannedStart",
    limit: 100,
  });
  useCountingsChange();
  const kept = countingsOf(userId);
  useOutbox((_, receipt) =>
    toastDone(t`Receipt ${receipt.number} was posted`, {
      link: { label: t`Show`, onClick: () => go({ path: "/warehouse/receipts/details", search: { id: receipt.id } }) },
    }),
  );
  const elsewhere = kept.filter(
    ({ deliveryId, counting }) =>
      counting.entries.length > 0 && !isFirstLoad && !records.some(({ id }) => id === deliveryId),
  );
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <Trans>Receiving</Trans>
        </h1>
        <p className={styles.sub}>
          <Trans>Trucks that stand here. Choose one to count.</Trans>
        </p>
      </header>
      <div className={styles.page}>
        {problem && records.length === 0 && (
          <Failed title={<Trans>The list did not load</Trans>} problem={problem} onRetry={retry} />
        )}
        {!isFirstLoad && !problem && records.length === 0 && (
          <EmptyState drawing="route" title={<Trans>No truck is here</Trans>}>
            <Trans>A delivery shows up here once it has arrived at the gate.</Trans>
          </EmptyState>
        )}
        <ul className={styles.trucks}>
          {records.map((delivery) => (
            <SiteZone key={delivery.id} value={delivery.locationTimezone}>
              <Truck delivery={delivery} waiting={kept.find(({ deliveryId }) => deliveryId === delivery.id)} />
            </SiteZone>
          ))}
        </ul>
        {elsewhere.map(({ deliveryId }) => (
          <a key={deliveryId} className={styles.left} href={hrefOf(deliveryId)}>
            <Trans>A counting of a delivery that is no longer here was not posted. Look at it.</Trans>
          </a>
        ))}
      </div>
    </div>
  );
}

const hrefOf = (deliveryId: string): string =>
  recordHref("/warehouse/receiving", deliveryId).replace("?id=", "?deliveryId=");

function Truck({
  delivery,
  waiting,
}: {
  delivery: DeliverySchedule;
  waiting: { counting: { body: unknown; entries: readonly unknown[] } } | undefined;
}) {
  const fmt = useFormat();
  const { dockCode, vendorName, carrierName, tractorPlate, plannedStart, locationName, lines } = delivery;
  return (
    <li>
      <a className={styles.truck} href={hrefOf(delivery.id)}>
        {dockCode ? <Door number={dockCode} /> : <span className={styles.noDoor} />}
        <span className={styles.truckText}>
          <b className={styles.cut}>{vendorName ?? carrierName ?? delivery.number}</b>
          <span className={styles.small}>
            {[delivery.number, carrierName, tractorPlate].filter(Boolean).join(", ")}
          </span>
          <span className={styles.small}>
            <time dateTime={plannedStart}>{fmt.instant(plannedStart)}</time>, {locationName}
            {lines.length > 0 && <Plural value={lines.length} one=", # line" other=", # lines" />}
          </span>
          <span className={styles.chips}>
            <StateChip statusStyles={statusStyles} state={delivery.status} />
            {waiting && waiting.counting.entries.length > 0 && (
              <b className={styles.here}>
                {waiting.counting.body ? <Trans>Waits to be sent</Trans> : <Trans>Counting begun</Trans>}
              </b>
            )}
          </span>
        </span>
        <IconChevronRight size={20} stroke={1.7} className={styles.arrow} />
      </a>
    </li>
  );
}
