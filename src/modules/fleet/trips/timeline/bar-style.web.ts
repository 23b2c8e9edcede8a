import { useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripStopFlow } from "../trip-stops/trip-stops.flow.ts";
import { tripFlow } from "../trips.flow.ts";
import { minuteMs } from "./timeline-rows.web.ts";
import type { TripBar, WeekTrip } from "./timeline.contract.ts";

export interface BarStyle {
  /** Its tone is that of its state in the list of trips. */
  readonly icon: IconName;
  /** Where it goes, or how it stands. */
  readonly text: string;
}

/** How a trip stands, as a glyph. */
export function barIcon(trip: WeekTrip, now: number): IconName {
  switch (trip.status) {
    case "completed":
      return "done";
    case "aborted":
    case "cancelled":
      return "bad";
    case "in_progress":
    case "paused":
      if (Date.parse(trip.plannedEnd) < now || trip.isLate) return "late";
      return trip.status === "paused" ? "warn" : "live";
    case "dispatched":
      if (trip.isLate) return "late";
      return "wait";
    case "planned":
      return trip.isLate ? "late" : "open";
    default:
      return "draft";
  }
}

/** When a trip on the road is back, where that is later than planned, and by how much. */
export function useBackWords(now: number): (trip: WeekTrip) => string | null {
  const { t } = useLingui();
  const fmt = useFormat();
  return ({ expectedEnd, plannedEnd }) => {
    const late = expectedEnd === null ? 0 : (Date.parse(expectedEnd) - Date.parse(plannedEnd)) / minuteMs;
    if (expectedEnd === null || late < 1) return null;
    const isSoon = Date.parse(expectedEnd) - now < 12 * 60 * minuteMs;
    const [back, by] = [isSoon ? fmt.time(expectedEnd) : fmt.instant(expectedEnd), fmt.span(late)];
    return t`back about ${back}, ${by} late`;
  };
}

/** Whether its driver has it and has not said so. */
export const isUnread = (trip: WeekTrip): boolean =>
  trip.status === "dispatched" && trip.acknowledgedAt === null && !trip.isLate;

/** How a trip is drawn, and what is said of it beside its number: first what would keep it from going, as the list of trips does. */
export function useBarStyle(now: number): (trip: TripBar, isRefused?: boolean) => BarStyle {
  const { t } = useLingui();
  const fmt = useFormat();
  const backOf = useBackWords(now);
  const styleOf = (trip: TripBar): BarStyle => {
    const names = trip.stops.map(({ name }) => name);
    const way = names.length > 1 ? `${names[0]} → ${names.at(-1)}` : (names[0] ?? "");
    const over = trip.stops.filter(({ status }) => inGroup(tripStopFlow, "over", status)).length;
    const late = (since: string) => fmt.span((now - Date.parse(since)) / minuteMs);
    const icon = barIcon(trip, now);
    switch (trip.status) {
      case "completed":
        return { icon, text: trip.actualEnd ? t`back ${fmt.time(trip.actualEnd)}` : way };
      case "in_progress":
      case "paused":
        return {
          icon,
          text:
            backOf(trip) ??
            (trip.isLate ? t`late, ${over} of ${trip.stops.length} stops` : t`${over} of ${trip.stops.length} stops`),
        };
      case "dispatched":
      case "planned":
        if (trip.isLate) return { icon, text: t`to leave ${late(trip.plannedStart)} ago` };
        return { icon, text: isUnread(trip) ? t`not acknowledged` : way };
      default:
        return { icon, text: way };
    }
  };
  return (trip, isRefused = false) => {
    const style = styleOf(trip);
    if (!isRefused) return style;
    const words = inGroup(tripFlow, "running", trip.status) ? t`may not drive` : t`not ready`;
    return { icon: "warn", text: [words, style.text].filter(Boolean).join(", ") };
  };
}
