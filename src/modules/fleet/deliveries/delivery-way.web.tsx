import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { StepsLine, type Station } from "#web/ui/status/steps-line.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Label } from "#web/ui/values/labels.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";
import { fleetDeliveryFlow } from "./deliveries.flow.ts";

const ends: Partial<Record<FleetDelivery["status"], { label: Label; icon: IconName }>> = {
  delivered: { label: msg`Delivered`, icon: "done" },
  partly_delivered: { label: msg`Delivered in part`, icon: "warn" },
  failed: { label: msg`Failed`, icon: "bad" },
  returning: { label: msg`Comes back`, icon: "wait" },
  returned: { label: msg`Returned`, icon: "end" },
};

/** How far the attempt at hand is: it waits, is on a trip, on its way, and has its outcome. */
export function DeliveryWay({ delivery }: { delivery: FleetDelivery }) {
  const fmt = useFormat();
  const { status, tripNumber, setOutAt, expectedAt, plannedArrival, outcomeAt } = delivery;
  if (status === "cancelled") return null;
  const at = fleetDeliveryFlow.groups.open.findIndex((one) => one === status);
  const end = ends[status];
  const expected = expectedAt ?? plannedArrival;
  const open: readonly { label: Label; sub: string | null }[] = [
    { label: msg`Waits for a trip`, sub: fmt.instant(delivery.createdAt) },
    { label: msg`On a trip`, sub: tripNumber },
    { label: msg`Out for delivery`, sub: setOutAt && fmt.instant(setOutAt) },
  ];
  const stations = open.map(({ label, sub }, n): Station => {
    const when = end || n < at ? "past" : n === at ? "now" : "ahead";
    return { label, when, icon: when === "past" ? "done" : when === "now" ? "live" : "open", sub };
  });
  const last: Station = end
    ? { ...end, when: "now", sub: outcomeAt && fmt.instant(outcomeAt) }
    : {
        label: msg`Delivered`,
        when: "ahead",
        icon: "end",
        sub: expected && <Trans>expected {fmt.instant(expected)}</Trans>,
      };
  return <StepsLine stations={[...stations, last]} />;
}
