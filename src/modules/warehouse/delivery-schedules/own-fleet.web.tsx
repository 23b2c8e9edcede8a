import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { fleetDeliveries, type FleetDelivery } from "#modules/fleet/deliveries/deliveries.contract.ts";
import { deliveryStatusStyles } from "#modules/fleet/deliveries/delivery-words.web.tsx";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { RelatedList } from "#web/detail/related-list.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";

const page = "/fleet/deliveries/details";
const columns = columnsOf<FleetDelivery>((c) => [
  c.link("deliveryNumber", { label: msg`Delivery`, width: 100 }),
  c.badge("status", deliveryStatusStyles, { width: 130 }),
  c.text("tripNumber", { label: msg`Trip`, width: 90 }),
  c.text("vehicleName", { label: msg`Vehicle`, width: 140 }),
  c.date("plannedArrival", { label: msg`Planned`, width: 120 }),
  c.date("arrivedAt", { label: msg`Reached`, width: 120 }),
]);

/** The trip of the own fleet that brings a delivery, and when it has reported that it is there. */
export function OwnFleet({ delivery }: { delivery: DeliverySchedule }) {
  const { t } = useLingui();
  const { go } = useAddress();
  const carry = useMutation({
    mutationFn: () => call(fleetDeliveries.create, { body: { deliveryScheduleId: delivery.id } }),
    onSuccess: ({ id }) => go({ path: page, search: { id } }),
  });
  return (
    <RelatedList
      of={fleetDeliveries}
      title={t`By the own fleet`}
      columns={columns}
      where={{ deliveryScheduleId: delivery.id }}
      opens={page}
      none={<Trans>No trip of the own fleet brings it.</Trans>}
      actions={
        hasAbility(delivery, "carry") && (
          <Button variant="subtle" size="compact-sm" loading={carry.isPending} onClick={() => carry.mutate()}>
            <Trans>Have the own fleet bring it</Trans>
          </Button>
        )
      }
    />
  );
}
