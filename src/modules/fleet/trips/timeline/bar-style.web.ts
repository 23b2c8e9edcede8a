import { useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripStopFlow } from "../trip-stops/trip-stops.flow.ts";
import { minuteMs } from "./timeline-rows.web.ts";
import type { TripBar } from "./timeline.contract.ts";

export interface BarStyle {
  readonly icon: IconName;
  /** Where it goes, or how it stands. */
  readonly text: string;
}

/** How a trip is drawn, and what is said of it beside its number. */
export function useBarStyle(now: number): (trip: TripBar) => BarStyle {
  const { t } = useLingui();
  const fmt = useFormat();
  return (trip) => {
    const names = trip.stops.map(({ name }) => name);
    const way = names.length > 1 ? `${names[0]} → ${names.at(-1)}` : (names[0] ?? "");
    const over = trip.stops.filter(({ status }) => inGroup(tripStopFlow, "over", status)).length;
    const late = (since: string) => fmt.span((now - Date.parse(since)) / minuteMs);
    switch (trip.status) {
      case "completed":
        return { icon: "done", text: trip.actualEnd ? t`back ${fmt.time(trip.actualEnd)}` : way };
      case "aborted":
      case "cancelled":
        return { icon: "bad", text: way };
      case "in_progress":
      case "paused":
        if (Date.parse(trip.plannedEnd) < now) return { icon: "late", text: t`over by ${late(trip.plannedEnd)}` };
        if (trip.isLate) return { icon: "late", text: t`late, ${over} of ${trip.stops.length} stops` };
        return {
          icon: trip.status === "paused" ? "warn" : "live",
          text: t`${over} of ${trip.stops.length} stops`,
        };
      case "dispatched":
        if (trip.isLate) return { icon: "late", text: t`to leave ${late(trip.plannedStart)} ago` };
        return trip.acknowledgedAt === null ? { icon: "wait", text: t`not acknowledged` } : { icon: "open", text: way };
      case "planned":
        return trip.isLate
          ? { icon: "late", text: t`to leave ${late(trip.plannedStart)} ago` }
          : { icon: "open", text: way };
      default:
        return { icon: "draft", text: way };
    }
  };
}
