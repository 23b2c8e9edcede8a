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

/** The look of a card: what needs a hand wins over where it stands. */
export function useCardStyle(now: number): (card: DeliveryCard) => CardStyle {
  const { t } = useLingui();
  const fmt = useFormat();
  return (card) => {
    const after = (instant: string) => Math.floor((now - Date.parse(instant)) / 60_000);
    switch (card.status) {
      case "requested":
        return { icon: "wait", text: t`to be approved` };
      case "proposed":
        return { icon: "wait", text: t`to be accepted` };
      case "scheduled":
        return after(card.plannedStart) > 0
          ? { icon: "late", text: t`${fmt.span(after(card.plannedStart))} late` }
          : { icon: "open", text: null };
      case "arrived":
        return { icon: "live", text: card.dockedAt ? t`at the dock` : t`at the gate` };
      case "in_progress":
        return after(card.plannedEnd) > 0
          ? { icon: "warn", text: t`over by ${fmt.span(after(card.plannedEnd))}` }
          : { icon: "live", text: t`unloading` };
      case "unloaded":
        return after(card.plannedEnd) > 0
          ? { icon: "warn", text: t`unloaded, over by ${fmt.span(after(card.plannedEnd))}` }
          : { icon: "live", text: t`unloaded` };
      case "completed":
        return { icon: "done", text: card.gateOutAt ? t`out ${fmt.time(card.gateOutAt)}` : t`done` };
      case "no_show":
        return { icon: "ended", text: t`no-show` };
      default:
        return { icon: "ended", text: t`refused` };
    }
  };
}

export interface DockNow {
  readonly icon: IconName;
  readonly text: string;
}

/** What a dock is doing just now, out of what stands on the board. */
export function useDockNow(now: number): (dock: Board["docks"][number]) => DockNow {
  const { t } = useLingui();
  const look = useCardStyle(now);
  return (dock) => {
    const isDown =
      dock.status !== "active" ||
      dock.downtimes.some(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
    if (isDown) return { icon: "ended", text: t`Closed` };
    const icons = dock.deliveries.map((card) => ({ card, icon: look(card).icon }));
    if (icons.some(({ icon }) => icon === "warn")) return { icon: "warn", text: t`Overrun` };
    if (icons.some(({ card }) => inGroup(deliveryScheduleFlow, "atDock", card.status)))
      return { icon: "live", text: t`Unloading` };
    if (icons.some(({ icon }) => icon === "late")) return { icon: "late", text: t`Late` };
    const isSoon = icons.some(
      ({ card }) =>
        card.status === "arrived" || (card.status === "scheduled" && Date.parse(card.plannedStart) - now < hourMs),
    );
    return isSoon ? { icon: "open", text: t`Expected` } : { icon: "open", text: t`Free` };
  };
}

/** The hours that a board shows: all that are open and all that something is planned in; whole hours of the site's clock. */
export function shownHours(board: Board): { from: number; until: number } {
  const all = board.docks
    .flatMap(({ deliveries }) => deliveries)
    .flatMap(({ plannedStart, plannedEnd }) => [Date.parse(plannedStart), Date.parse(plannedEnd)]);
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
