import { useWindowEvent } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ReplyOf } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useCheckWords } from "../trip-words.web.tsx";
import { trips } from "../trips.contract.ts";
import { tripTimeline, type TimelineRows, type TripBar } from "./timeline.contract.ts";
import type { Held } from "./timeline-rows.web.ts";

/** For how long Ctrl+Z takes a move back, as Undo does. */
const undoMs = 30_000;

type Moved = ReplyOf<typeof tripTimeline.move>;
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
 * What would keep a trip from leaving where it is held, as the server says: asked once it stays there for a moment. Nothing while that
 * is not known, and of what stays where it is.
 */
export function useChecksThere(rows: TimelineRows, held: Held | null): Moved["checks"] {
  const plan = held && planFor(rows, held);
  const question =
    held && plan && !isSame(held.trip, plan) ? { id: held.trip.id, version: held.trip.version, plan } : null;
  const text = question && JSON.stringify(question);
  const isAsked = useDebounced(text, chooserMs) === text;
  const { data } = useQuery({
    queryKey: [tripTimeline.previewMove.path, text],
    queryFn: ({ signal }) => {
      if (!question) throw new Error("it is held");
      const { id, version, plan: body } = question;
      return call(tripTimeline.previewMove, { id, body: { version, ...body }, signal });
    },
    enabled: question !== null && isAsked,
    retry: false, // what is in the way there is told by what is drawn
    meta: { quiet: true },
  });
  return data?.checks ?? [];
}

/**
 * Moves trips: what the server takes is told with the way back, what it refuses stays where it was, and its sentence says by
 * whom it is taken. What would not be dispatched there is told at once.
 */
export function useMove(rows: TimelineRows) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ readonly problem: WebProblem; readonly trip: TripBar } | null>(null);
  const [sending, setSending] = useState<Held | null>(null);

  const said = useCheckWords();
  const send = async (trip: TripBar, plan: Plan): Promise<Moved> => {
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
      const where = [who, `${fmt.instant(moved.plannedStart)} – ${fmt.time(moved.plannedEnd)}`]
        .filter(Boolean)
        .join(", ");
      const link = { label: t`Undo`, onClick: () => takeBack(moved, before) };
      if (moved.checks.length === 0) toastDone(t`${moved.tripNumber} is moved`, { line: where, link });
      else
        toastDone(t`${moved.tripNumber} is moved, and would not be dispatched as it is now`, {
          icon: "warn",
          tone: "a",
          line: moved.checks.map(said).join("; "),
          link,
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
