import type { TripPreview } from "../planner.contract.ts";
import type { ListedDelivery, Plan } from "../plan.web.ts";

/** Why a delivery that waits does not fit a trip, and by how much; the gravest of the reasons. */
export type WhyNot =
  | { readonly code: "window_over" | "window_later" | "another_day" }
  | { readonly code: "too_heavy" | "too_many_pallets"; readonly by: number };

type Bounds = Pick<
  Plan,
  "stops" | "vehicleId" | "plannedStart" | "plannedEnd" | "isStartGiven" | "isEndGiven" | "notBefore"
>;

/** What is known of a trip beside its plan. */
interface Judged {
  readonly load: TripPreview["load"] | undefined;
  /** How long one more stop takes: the way there, and the stay. */
  readonly minutes: number;
  /** The day of a moment, where the company is. */
  readonly dayOf: (moment: string) => string;
}

/** Whether so much of a trip is settled, its vehicle or its time, that a delivery can be said not to fit it. */
export const isSettled = ({ vehicleId, isStartGiven, isEndGiven }: Omit<Bounds, "stops">): boolean =>
  vehicleId !== null || isStartGiven || isEndGiven;

/**
 * From when until when a trip can be where one more delivery is awaited: its planned time, and so much more as one more stop takes.
 * As long as nothing of it is planned, it begins and ends as is needed.
 */
function timeFor({ stops, plannedStart, plannedEnd, isStartGiven, isEndGiven, notBefore }: Bounds, minutes: number) {
  const [start, end] = [Date.parse(plannedStart), Date.parse(plannedEnd)];
  const takes = minutes * 60_000;
  const isPlanned = stops.length > 0;
  return {
    from: isStartGiven ? start : isPlanned ? Math.max(start - takes, Date.parse(notBefore)) : Date.parse(notBefore),
    until: isPlanned || isEndGiven ? end + takes : Infinity,
  };
}

/**
 * Why one more delivery does not fit a trip, by its window and by what the server says that it carries and may carry: nothing where
 * it fits, or where it is not known. `minutes` is how long one more stop takes, with the way there.
 */
export function whyNot(
  delivery: Pick<ListedDelivery, "windowStart" | "windowEnd" | "weightKg" | "palletCount">,
  plan: Bounds,
  { load, minutes, dayOf }: Judged,
): WhyNot | null {
  const time = timeFor(plan, minutes);
  const [opens, closes] = [Date.parse(delivery.windowStart), Date.parse(delivery.windowEnd)];
  if (closes <= time.from) return { code: "window_over" };
  if (opens >= time.until)
    return { code: dayOf(delivery.windowStart) === dayOf(plan.plannedEnd) ? "window_later" : "another_day" };
  const over = (more: number, share: TripPreview["load"]["kilograms"] | undefined) =>
    share?.may == null ? 0 : (share.has ?? 0) + more - share.may;
  const heavy = over(Number(delivery.weightKg ?? 0), load?.kilograms);
  if (delivery.weightKg !== null && heavy > 0) return { code: "too_heavy", by: heavy };
  const pallets = over(delivery.palletCount ?? 0, load?.pallets);
  return delivery.palletCount !== null && pallets > 0 ? { code: "too_many_pallets", by: pallets } : null;
}
