import { share, type Span } from "../timeline/timeline-rows.web.ts";
import type { PlanStop } from "./plan.web.ts";
import styles from "./planner.module.css";

/** From when until when the trip goes. */
export type TripSpan = Span;

interface TimeAxisProps {
  stop: PlanStop;
  span: TripSpan;
}

/** Its window as an outline and its stay as a block, on the time of the trip; the words above say the same. */
export function TimeAxis({ stop, span }: TimeAxisProps) {
  const { plannedArrival, serviceMinutes, windowStart, windowEnd } = stop;
  const place = (from: number, until: number) => ({
    insetInlineStart: share(from, span),
    insetInlineEnd: `calc(100% - ${share(until, span)})`,
  });
  const arrival = Date.parse(plannedArrival);
  const isLate = windowEnd !== null && Date.parse(windowEnd) < arrival;
  return (
    <span className={styles["axis"]} aria-hidden>
      {windowStart !== null && windowEnd !== null && (
        <i className={styles["window"]} style={place(Date.parse(windowStart), Date.parse(windowEnd))} />
      )}
      <i
        className={styles["stay"]}
        data-late={isLate || undefined}
        style={place(arrival, arrival + serviceMinutes * 60_000)}
      />
    </span>
  );
}
