import { Text } from "#web/ui/layout/text.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";
import { cityOf } from "./delivery-schedules.status.web.ts";

/** On the clock of its site, which is named where the reader's shows another time. */
export function PlannedAtSite({ delivery }: { delivery: DeliverySchedule }) {
  const own = useFormat().instant(delivery.plannedStart);
  return (
    <SiteZone value={delivery.locationTimezone}>
      <Planned delivery={delivery} own={own} />
    </SiteZone>
  );
}

function Planned({ delivery, own }: { delivery: DeliverySchedule; own: string }) {
  const fmt = useFormat();
  return (
    <Text
      as="time"
      dateTime={delivery.plannedStart}
      shape="figures"
      title={`${fmt.instant(delivery.plannedStart, "always")}, ${cityOf(delivery.locationTimezone)}`}
    >
      <bdi>
        {fmt.instant(delivery.plannedStart)} – {fmt.time(delivery.plannedEnd)}
      </bdi>
      {own !== fmt.instant(delivery.plannedStart) && (
        <Text tone="dim" size="small">
          {" "}
          {cityOf(delivery.locationTimezone)}
        </Text>
      )}
    </Text>
  );
}
