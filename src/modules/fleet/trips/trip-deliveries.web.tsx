import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { fleetDeliveries, type FleetDelivery } from "../deliveries/deliveries.contract.ts";
import { deliveryStatusStyles } from "../deliveries/delivery-words.web.tsx";
import type { Trip } from "./trips.contract.ts";
import { tripFlow } from "./trips.flow.ts";

/** What a trip brings, each with the stop where it goes. */
export function TripDeliveries({ trip: { id, stops, status } }: { trip: Trip }) {
  const { t } = useLingui();
  const placeOf = (stopId: string | null) => {
    const at = stops.findIndex((stop) => stop.id === stopId);
    const stop = stops[at];
    return stop ? `${at + 1}. ${stop.locationName ?? stop.name ?? stop.address ?? ""}` : <Nothing />;
  };
  const columns = columnsOf<FleetDelivery>((c) => [
    c.link("deliveryNumber", { label: msg({ context: "fleet", message: "Delivery" }), width: 96 }),
    c.text("consigneeName", { label: msg`Consignee` }),
    c.custom("dropoffStopId", {
      label: msg({ context: "fleet", message: "Stop" }),
      width: 150,
      grows: 1,
      cell: (one) => placeOf(one.dropoffStopId),
    }),
    c.date("windowStart", { label: msg`Not before`, width: 112 }),
    c.date("windowEnd", { label: msg`Not after`, width: 112 }),
    c.badge("status", deliveryStatusStyles, { width: 140 }),
  ]);
  return (
    <RelatedList
      of={fleetDeliveries}
      title={t({ context: "fleet", message: "Deliveries" })}
      columns={columns}
      where={{ tripId: id }}
      opens="/fleet/deliveries/details"
      none={
        inGroup(tripFlow, "over", status) ? (
          <Trans>It had none.</Trans>
        ) : (
          <Trans>None yet: put deliveries that wait on this trip.</Trans>
        )
      }
    />
  );
}
