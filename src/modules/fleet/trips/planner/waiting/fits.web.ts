import type { TripPreview } from "../planner.contract.ts";
import type { ListedDelivery, Plan } from "../plan.web.ts";

/** Why a delivery that waits does not fit a trip, and by how much; the gravest of the reasons. */
export type WhyNot =
  | { readonly code: "window_over" | "window_later" }
  | { readonly code: "too_heavy" | "too_many_pallets"; readonly by: number };

type Bounds = Pick<Plan, "vehicleId" | "plannedStart" | "plannedEnd" | "isStartGiven" | "isEndGiven" | "notBefore">;

/** Whether so much of a trip is settled, its vehicle or its time, that a delivery can be said not to fit it. */
export const isSettled = ({ vehicleId, isStartGiven, isEndGiven }: Bounds): boolean =>
  vehicleId !== null || isStartGiven || isEndGiven;

/**
 * Why one more delivery does not fit a trip, by what the server says that it carries and may carry: nothing where it fits, or
 * where it is not known. An end that is only proposed is later for whoever is brought later.
 */
export function whyNot(
  delivery: Pick<ListedDelivery, "windowStart" | "windowEnd" | "weightKg" | "palletCount">,
  { plannedStart, plannedEnd, isStartGiven, isEndGiven, notBefore }: Bounds,
  load: TripPreview["load"] | undefined,
): WhyNot | null {
  if (Date.parse(delivery.windowEnd) <= Date.parse(isStartGiven ? plannedStart : notBefore))
    return { code: "window_over" };
  if (isEndGiven && Date.parse(delivery.windowStart) >= Date.parse(plannedEnd)) return { code: "window_later" };
  const over = (more: number, share: TripPreview["load"]["kilograms"] | undefined) =>
    share?.may == null ? 0 : (share.has ?? 0) + more - share.may;
  const heavy = over(Number(delivery.weightKg ?? 0), load?.kilograms);
  if (delivery.weightKg !== null && heavy > 0) return { code: "too_heavy", by: heavy };
  const pallets = over(delivery.palletCount ?? 0, load?.pallets);
  return delivery.palletCount !== null && pallets > 0 ? { code: "too_many_pallets", by: pallets } : null;
}
