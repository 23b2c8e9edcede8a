import { useDirection } from "@mantine/core";
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from "react";
import type { TimelineDay, TripBar } from "./timeline.contract.ts";
import { gridMs, isMovableIn, planOf, type Held } from "./timeline-rows.web.ts";

/** How far a pointer goes before a press is a drag. */
const slackPx = 4;

interface Pressed {
  readonly held: Held;
  readonly x: number;
  readonly y: number;
  readonly pointerId: number;
  /** Where it is now, once it is a drag. */
  to: Held | null;
}

const onGrid = (ms: number): number => Math.round(ms / gridMs) * gridMs;

/** A moment on the grid of its hour: what was planned at 08:07 goes to 08:15 first. */
const stepFrom = (at: number, by: 1 | -1): number =>
  by === 1 ? (Math.floor(at / gridMs) + 1) * gridMs : (Math.ceil(at / gridMs) - 1) * gridMs;

const nothing = { held: null, isDragged: false };
const moved = (held: Held, from: number): Held => ({ ...held, from, until: from + held.until - held.from });

/**
 * Holds a bar while it is moved: with the pointer it is let go where the pointer is; with the keys arrows move it by a quarter
 * of an hour and from row to row, with Shift its end, Enter lets it go, Escape puts it back.
 */
export function useHold(day: TimelineDay, onLetGo: (held: Held) => void) {
  const { dir } = useDirection();
  const [{ held, isDragged }, set] = useState<{ held: Held | null; isDragged: boolean }>(nothing);
  const pressed = useRef<Pressed | null>(null);
  const wasDragged = useRef(false);
  const drop = () => {
    pressed.current = null;
    set(nothing);
  };
  const letGo = (one: Held) => {
    drop();
    onLetGo(one);
  };

  useEffect(() => {
    if (!isDragged) return undefined;
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      pressed.current = null;
      set(nothing);
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [isDragged]);

  const pointer = (trip: TripBar, rowId: string | null, lengthPx: () => number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (event.button !== 0 || event.pointerType === "touch" || isOnButton) return;
      if (!isMovableIn(day.rows, trip, rowId)) return;
      const { clientX: x, clientY: y, pointerId } = event;
      pressed.current = { held: { trip, rowId, ...planOf(trip) }, x, y, pointerId, to: null };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const press = pressed.current;
      if (press === null || press.pointerId !== event.pointerId) return;
      const dx = event.clientX - press.x;
      if (press.to === null && Math.hypot(dx, event.clientY - press.y) < slackPx) return;
      if (press.to === null) event.currentTarget.setPointerCapture(event.pointerId);
      wasDragged.current = true;
      const dayMs = Date.parse(day.day.until) - Date.parse(day.day.from);
      const by = onGrid(((dir === "rtl" ? -dx : dx) / lengthPx()) * dayMs);
      const below = document
        .elementsFromPoint(event.clientX, event.clientY)
        .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset["row"] !== undefined);
      const to = {
        ...moved(press.held, press.held.from + (press.held.rowId === null ? 0 : by)),
        rowId: below?.dataset["row"] ?? press.held.rowId,
      };
      const isThere = press.to?.from === to.from && press.to.rowId === to.rowId;
      press.to = to;
      if (!isThere) set({ held: to, isDragged: true });
    },
    onPointerUp: () => {
      const to = pressed.current?.to;
      if (to) letGo(to);
      else pressed.current = null;
    },
    onPointerCancel: drop,
    /** What was dragged is not opened. */
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current || event.detail === 0) return; // Enter is no end of a drag
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });

  const keys = (trip: TripBar, rowId: string | null) => ({
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isMovableIn(day.rows, trip, rowId)) return;
      const now = held ?? { trip, rowId, ...planOf(trip) };
      const next = byKey(day, now, event, dir === "rtl");
      if (next) set({ held: next, isDragged: false });
      else if (held && event.key === "Enter") letGo(held);
      else if (held && event.key === "Escape") drop();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Whoever goes elsewhere has not moved it. */
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!isDragged && held?.trip.id === trip.id && !currentTarget.contains(relatedTarget)) drop();
    },
  });

  return { held, isDragged, pointer, keys };
}

/** Where the keys take what is held; null for keys that take it nowhere. */
function byKey(
  day: TimelineDay,
  held: Held,
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  isMirrored: boolean,
): Held | null {
  const forward = isMirrored ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const by = key === forward ? 1 : -1;
    if (!shiftKey) return moved(held, stepFrom(held.from, by));
    return { ...held, until: Math.max(stepFrom(held.until, by), stepFrom(held.from, 1)) };
  }
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const at = day.items.findIndex(({ id }) => id === held.rowId);
  const next = day.items[at + (key === "ArrowDown" ? 1 : -1)];
  return next ? { ...held, rowId: next.id } : held;
}
