import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { StepsLine, type Station } from "#web/ui/status/steps-line.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { DeliverySchedule } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";

const stations = [
  ["gateInAt", msg`Gate in`],
  ["dockedAt", msg`At the dock`],
  ["unloadStartAt", msg`Unloading began`],
  ["unloadEndAt", msg`Unloading ended`],
  ["dockClearedAt", msg`Dock cleared`],
  ["gateOutAt", msg`Gate out`],
] as const;

/** The six real times on one line; those that the plan knows too stand beside it, with the difference written out. */
export function RealTimes({ delivery }: { delivery: DeliverySchedule }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const plan: Partial<Record<(typeof stations)[number][0], string>> = {
    gateInAt: delivery.plannedStart,
    dockClearedAt: delivery.plannedEnd,
  };
  const isOver = inGroup(deliveryScheduleFlow, "over", delivery.status);
  const next = isOver ? -1 : stations.findIndex(([key]) => delivery[key] === null);
  const sub = (key: (typeof stations)[number][0]) => {
    const [real, planned] = [delivery[key], plan[key]];
    if (real === null) return planned ? t`planned ${fmt.time(planned)}` : null;
    if (!planned) return fmt.time(real);
    const late = Math.round((Date.parse(real) - Date.parse(planned)) / 60_000);
    const difference = late === 0 ? t`as planned` : late > 0 ? t`${fmt.span(late)} late` : t`${fmt.span(-late)} early`;
    const isSameDay = dayAt(real, fmt.zone) === dayAt(planned, fmt.zone);
    return t`${isSameDay ? fmt.time(real) : fmt.instant(real)}, ${difference}`;
  };
  return (
    <StepsLine
      stations={stations.map(([key, label], at): Station => {
        const isPast = delivery[key] !== null;
        return {
          label,
          when: isPast ? "past" : at === next ? "now" : "ahead",
          icon: at === stations.length - 1 ? "end" : isPast ? "done" : at === next && at > 0 ? "live" : "open",
          sub: sub(key),
        };
      })}
    />
  );
}
