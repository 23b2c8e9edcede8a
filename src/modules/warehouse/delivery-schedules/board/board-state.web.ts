import { useLingui } from "@lingui/react/macro";
import type { IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Board, DeliveryCard } from "../delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

const hourMs = 3_600_000;

/** How a delivery is drawn at this moment, and what stands under it in a few words. */
export interface CardStyle {
  readonly icon: IconName;
  readonly text: string | null;
}

type Grace = Pick<Board, "lateGraceMinutes">;

/** It has not come, and its site does not wait any more; the menu counts the same. */
export const isLate = ({ status, plannedStart }: DeliveryCard, { lateGraceMinutes }: Grace, now: number): boolean =>
  status === "scheduled" && now > Date.parse(plannedStart) + lateGraceMinutes * 60_000;

/** The look of a card: what needs a hand wins over where it stands. */
export function useCardStyle(grace: Grace, now: number): (card: DeliveryCard) => CardStyle {
  const { t } = useLingui();
  const fmt = useFormat();
  return (card) => {
    const after = (instant: string) => Math.floor((now - Date.parse(instant)) / 60_000);
    if (card.mark === "needs_time") return { icon: "warn", text: t`needs a time` };
    if (card.mark === "not_completed") return { icon: "warn", text: t`has left, not completed` };
    if (card.carrierIsHeld && inGroup(deliveryScheduleFlow, "unstarted", card.status))
      return { icon: "warn", text: t`carrier on hold` };
    switch (card.status) {
      case "requested":
        return { icon: "wait", text: t`to be approved` };
      case "proposed":
        return { icon: "wait", text: t`to be accepted` };
      case "scheduled":
        if (isLate(card, grace, now)) return { icon: "late", text: t`${fmt.span(after(card.plannedStart))} late` };
        return { icon: "open", text: after(card.plannedStart) > 0 ? t`not arrived` : null };
      case "arrived":
        if (card.driverLeftAt !== null) return { icon: "live", text: t`trailer, driver has left` };
        return { icon: "live", text: card.dockedAt ? t`at the dock` : t`at the gate` };
      case "in_progress":
        return after(card.plannedEnd) > 0
          ? { icon: "warn", text: t`over by ${fmt.span(after(card.plannedEnd))}` }
          : { icon: "live", text: card.driverLeftAt === null ? t`unloading` : t`trailer, unloading` };
      case "unloaded":
        return after(card.plannedEnd) > 0
          ? { icon: "warn", text: t`unloaded, over by ${fmt.span(after(card.plannedEnd))}` }
          : { icon: "live", text: card.driverLeftAt === null ? t`unloaded` : t`trailer, unloaded` };
      case "completed":
        return { icon: "done", text: card.gateOutAt ? t`out ${fmt.time(card.gateOutAt)}` : t`done` };
      case "no_show":
        return { icon: "ended", text: t`no-show` };
      default:
        return { icon: "ended", text: t`refused` };
    }
  };
}

/** The trip of the own fleet that brings a delivery, and when it is expected, has come or has left. */
export function useOwnTrip(): (card: DeliveryCard) => string | null {
  const { t } = useLingui();
  const fmt = useFormat();
  return ({ ownTrip }) => {
    if (!ownTrip) return null;
    const name = [ownTrip.tripNumber, ownTrip.vehicleName].filter(Boolean).join(", ");
    if (ownTrip.departedAt) return t`${name}: left ${fmt.time(ownTrip.departedAt)}`;
    if (ownTrip.arrivedAt) return t`${name}: there since ${fmt.time(ownTrip.arrivedAt)}`;
    return ownTrip.expectedArrival ? t`${name}: expected ${fmt.time(ownTrip.expectedArrival)}` : name;
  };
}

export interface DockNow {
  readonly icon: IconName;
  readonly text: string;
}

const isUnloading = ({ unloadStartAt, dockClearedAt }: DeliveryCard): boolean =>
  unloadStartAt !== null && dockClearedAt === null;

/** What a dock is doing just now, as the server says it; a downtime of this moment closes it unless somebody stands there. */
export function useDockNow(now: number): (dock: Board["docks"][number]) => DockNow {
  const { t } = useLingui();
  return (dock) => {
    const isDown = dock.downtimes.some(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
    switch (dock.liveStatus) {
      case "overrun":
        return { icon: "warn", text: t`Overrun` };
      case "occupied":
        // A trailer may stand there that nobody has begun to unload.
        return { icon: "live", text: dock.deliveries.some(isUnloading) ? t`Unloading` : t`Occupied` };
      case "inactive":
      case "out_of_service":
        return { icon: "ended", text: t`Closed` };
      default:
        if (isDown) return { icon: "ended", text: t`Closed` };
        if (dock.liveStatus === "late") return { icon: "late", text: t`Late` };
        return { icon: "open", text: dock.liveStatus === "expected" ? t`Expected` : t`Free` };
    }
  };
}

/** Where a card is drawn: what stands or stood at its dock at its true time, anything else at its plan. */
export function shownTime(card: DeliveryCard, now: number): { from: number; until: number } {
  const plan = { from: Date.parse(card.plannedStart), until: Date.parse(card.plannedEnd) };
  if (card.dockedAt === null) return plan;
  const from = Date.parse(card.dockChangedAt ?? card.dockedAt);
  if (card.dockClearedAt !== null) return { from, until: Math.max(Date.parse(card.dockClearedAt), from) };
  return { from, until: Math.max(Date.parse(card.occupiedUntil), now) };
}

/** The hours that a board shows: all that are open and all that something is planned in; whole hours of the site's clock. */
export function shownHours(board: Board, now: number): { from: number; until: number } {
  const all = board.docks
    .flatMap(({ deliveries }) => deliveries)
    .flatMap((card) => Object.values(shownTime(card, now)));
  const open = board.open.flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)]);
  const day = { from: Date.parse(board.day.from), until: Date.parse(board.day.until) };
  const times = [...all, ...open].map((at) => Math.min(Math.max(at, day.from), day.until));
  if (times.length === 0) return { from: day.from + 6 * hourMs, until: day.from + 18 * hourMs };
  const whole = (at: number, round: (n: number) => number) => day.from + round((at - day.from) / hourMs) * hourMs;
  const [from, until] = [
    whole(Math.min(...times) - hourMs / 2, Math.floor),
    whole(Math.max(...times) + hourMs / 2, Math.ceil),
  ];
  return { from: Math.max(from, day.from), until: Math.min(until, day.until) };
}

/** What lies between the open hours. */
export function closedHours(
  board: Board,
  shown: { from: number; until: number },
): { from: number; until: number; reason: string | null }[] {
  const open = board.open
    .map(({ from, until }) => ({ from: Date.parse(from), until: Date.parse(until) }))
    .toSorted((a, b) => a.from - b.from);
  const edges = [shown.from, ...open.flatMap(({ from, until }) => [from, until]), shown.until];
  const gaps = Array.from({ length: edges.length / 2 }, (_, at) => ({
    from: Math.max(edges[at * 2] ?? 0, shown.from),
    until: Math.min(edges[at * 2 + 1] ?? 0, shown.until),
  }));
  return gaps
    .filter(({ from, until }) => until > from)
    .map((gap) => ({
      ...gap,
      reason:
        board.closures.find(({ from, until }) => Date.parse(from) < gap.until && Date.parse(until) > gap.from)
          ?.reason ?? null,
    }));
}
