import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { useMay } from "#web/api/session.tsx";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules/delivery-schedules.contract.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";
import styles from "./order-on-the-way.module.css";

const statusStyles: StatusStyles<DeliverySchedule["status"]> = {
  requested: "wait",
  proposed: "wait",
  scheduled: "open",
  arrived: "live",
  in_progress: "live",
  unloaded: "live",
  completed: "done",
  cancelled: "ended",
  declined: "bad",
  no_show: { icon: "ended", label: msg`No show` },
  refused: "bad",
  expired: "ended",
};

/** The deliveries of an order, the next one first: when, at which dock, in which state. */
export function OrderOnTheWay({ order }: { order: PurchaseOrder }) {
  const isAllowed = useMay()(deliverySchedules.list.can);
  const { records } = useList(
    deliverySchedules,
    { purchaseOrderId: order.id, sort: "-plannedStart", limit: 5 },
    isAllowed,
  );
  if (records.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>
        <Trans>Deliveries</Trans>
      </h2>
      <div className={styles.cards}>
        {records.map((delivery) => (
          <SiteZone key={delivery.id} value={delivery.locationTimezone}>
            <Card delivery={delivery} />
          </SiteZone>
        ))}
      </div>
    </section>
  );
}

function Card({ delivery }: { delivery: DeliverySchedule }) {
  const fmt = useFormat();
  return (
    <a className={styles.card} href={recordHref("/warehouse/delivery-schedules/details", delivery.id)}>
      <span className={styles.line}>
        <b>
          <RecordNumber>{delivery.number}</RecordNumber>
        </b>
        <StateChip statusStyles={statusStyles} state={delivery.status} />
      </span>
      <span className={styles.when}>
        {delivery.dockCode !== null && <Trans>Dock {delivery.dockCode}, </Trans>}
        <time dateTime={delivery.plannedStart}>
          {fmt.instant(delivery.plannedStart)} – {fmt.time(delivery.plannedEnd)}
        </time>
      </span>
      {delivery.carrierName && (
        <span className={styles.who}>
          {delivery.carrierName}
          {delivery.tractorPlate && `, ${delivery.tractorPlate}`}
        </span>
      )}
    </a>
  );
}
