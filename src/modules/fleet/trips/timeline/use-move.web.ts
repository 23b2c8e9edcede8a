import { useWindowEvent } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { trips } from "../trips.contract.ts";
import { tripTimeline, type TimelineRows, type TripBar } from "./timeline.contract.ts";
import type { Held } from "./timeline-rows.web.ts";

/** For how long Ctrl+Z takes a move back, as Undo does. */
const undoMs = 30_000;

type Plan = Pick<TripBar, "vehicleId" | "driverId" | "plannedStart" | "plannedEnd">;

/** What a trip is to become. */
const planFor = (rows: TimelineRows, { trip, rowId, from, until }: Held): Plan => ({
  vehicleId: rows === "vehicles" ? rowId : trip.vehicleId,
  driverId: rows === "drivers" ? rowId : trip.driverId,
  plannedStart: new Date(from).toISOString(),
  plannedEnd: new Date(until).toISOString(),
});

const isSame = (a: Plan, b: Plan): boolean =>
  a.vehicleId === b.vehicleId &&
  a.driverId === b.driverId &&
  Date.parse(a.plannedStart) === Date.parse(b.plannedStart) &&
  Date.parse(a.plannedEnd) === Date.parse(b.plannedEnd);

/**
 * Moves trips: what the server takes is told with the way back, what it refuses stays where it was, and its sentence says by
 * whom it is taken.
 */
export function useMove(rows: TimelineRows) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ readonly problem: WebProblem; readonly trip: TripBar } | null>(null);
  const [sending, setSending] = useState<Held | null>(null);

  const send = async (trip: TripBar, plan: Plan): Promise<TripBar> => {
    try {
      return await call(tripTimeline.move, {
        id: trip.id,
        body: { version: trip.version, ...plan },
        idempotencyKey: newKey(),
      });
    } finally {
      await Promise.all(
        [tripTimeline.day.path, trips.list.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
    }
  };
  const [undoable, setUndoable] = useState<{
    readonly moved: TripBar;
    readonly before: Plan;
    readonly at: number;
  } | null>(null);
  const takeBack = (moved: TripBar, before: Plan) => {
    setUndoable(null);
    void send(moved, before).then(() => toastDone(t`${moved.tripNumber} is where it was`), toastProblem);
  };
  useWindowEvent("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea") !== null;
    if (!isUndo || isTyping || undoable === null || Date.now() - undoable.at > undoMs) return;
    event.preventDefault();
    takeBack(undoable.moved, undoable.before);
  });
  /** Whether it was taken. */
  const move = async (held: Held): Promise<boolean> => {
    const { trip } = held;
    const plan = planFor(rows, held);
    setRefused(null);
    setUndoable(null);
    if (isSame(trip, plan)) return true;
    setSending(held);
    try {
      const { vehicleId, driverId, plannedStart, plannedEnd } = trip;
      const moved = await send(trip, plan);
      const before = { vehicleId, driverId, plannedStart, plannedEnd };
      setUndoable({ moved, before, at: Date.now() });
      const who = rows === "vehicles" ? moved.vehicleName : moved.driverName;
      toastDone(t`${moved.tripNumber} is moved`, {
        line: [who, `${fmt.instant(moved.plannedStart)} – ${fmt.time(moved.plannedEnd)}`].filter(Boolean).join(", "),
        link: {
          label: t`Undo`,
          onClick: () => takeBack(moved, before),
        },
      });
      return true;
    } catch (error) {
      setRefused({ problem: asProblem(error), trip });
      return false;
    } finally {
      setSending(null);
    }
  };
  return { move, refused, sending, forget: () => setRefused(null) };
}
