import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { useMay } from "#web/api/session.tsx";
import { Panel, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules/delivery-schedules.contract.ts";
import { receiptList } from "../receipts/receipts.contract.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";

const statusStyles: StatusStyles<DeliverySchedule["status"]> = stateStyles("delivery_schedule_statuses", {
  requested: "wait",
  proposed: "wait",
  scheduled: "open",
  arrived: "live",
  in_progress: { icon: "live", label: msg`Unloading` },
  unloaded: "live",
  completed: "done",
  cancelled: "ended",
  declined: "bad",
  no_show: { icon: "ended", label: msg`No-show` },
  refused: "bad",
  expired: "ended",
});

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
    <Section isSmall title={<Trans>Deliveries</Trans>}>
      <Stack gap={8}>
        {records.map((delivery) => (
          <SiteZone key={delivery.id} value={delivery.locationTimezone}>
            <Card delivery={delivery} />
          </SiteZone>
        ))}
      </Stack>
    </Section>
  );
}

/** What was received of an order, each receipt with its day. */
export function OrderReceipts({ order }: { order: PurchaseOrder }) {
  const fmt = useFormat();
  const isAllowed = useMay()(receiptList.list.can);
  const { records } = useList(receiptList, { purchaseOrderId: order.id, limit: 10 }, isAllowed);
  if (records.length === 0) return null;
  return (
    <Section isSmall title={<Trans>Receipts</Trans>}>
      <Stack gap={6}>
        {records.map(({ id, number, receivedAt }) => (
          <Row key={id} justify="space-between">
            <Text as="a" tone="link" weight={500} href={recordHref("/warehouse/receipts/details", id)}>
              <RecordNumber>{number}</RecordNumber>
            </Text>
            <Text tone="dim">{fmt.instant(receivedAt)}</Text>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}

function Card({ delivery }: { delivery: DeliverySchedule }) {
  const fmt = useFormat();
  return (
    <Panel as="a" href={recordHref("/warehouse/delivery-schedules/details", delivery.id)}>
      <Stack as="span" gap={4}>
        <Row as="span" justify="space-between" isTight>
          <b>
            <RecordNumber>{delivery.number}</RecordNumber>
          </b>
          <StateChip statusStyles={statusStyles} state={delivery.status} />
        </Row>
        <Text shape="figures">
          {delivery.dockCode !== null && <Trans>Dock {delivery.dockCode}, </Trans>}
          <time dateTime={delivery.plannedStart}>
            {fmt.instant(delivery.plannedStart)} – {fmt.time(delivery.plannedEnd)}
          </time>
        </Text>
        {delivery.carrierName && (
          <Text tone="dim" size="small">
            {delivery.carrierName}
            {delivery.tractorPlate && `, ${delivery.tractorPlate}`}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
