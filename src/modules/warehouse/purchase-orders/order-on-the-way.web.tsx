import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { useMay } from "#web/api/session.tsx";
import { Panel, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules/delivery-schedules.contract.ts";
import type { PurchaseOrder } from "./purchase-orders.contract.ts";

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
