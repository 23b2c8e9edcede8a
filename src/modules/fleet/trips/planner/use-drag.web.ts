import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { ListedDelivery } from "./plan.web.ts";

/** How far a pointer goes before a press is a drag. */
const slackPx = 4;

/** What is dragged to a place among the stops. */
type Dragged =
  | { readonly kind: "deliveries"; readonly deliveries: readonly ListedDelivery[] }
  | { readonly kind: "stop"; readonly key: string };

interface Held {
  readonly what: Dragged;
  /** The place among the stops, 0 before the first; null: there is none where it is now. */
  readonly at: number | null;
}

interface Pressed {
  readonly what: Dragged;
  readonly x: number;
  readonly y: number;
  readonly pointerId: number;
  held: Held | null;
}

/** To which place among the stops a point of the screen belongs: before or behind the stop that is there, or the end of their list. */
function placeAt(x: number, y: number): number | null {
  const below = document.elementsFromPoint(x, y).filter((one): one is HTMLElement => one instanceof HTMLElement);
  const stop = below.find(({ dataset }) => dataset["at"] !== undefined);
  if (stop) {
    const { top, height } = stop.getBoundingClientRect();
    return Number(stop.dataset["at"]) + (y > top + height / 2 ? 1 : 0);
  }
  const list = below.find(({ dataset }) => dataset["stops"] !== undefined);
  return list ? Number(list.dataset["stops"]) : null;
}

/** Fields, links and buttons are pressed, not dragged; only the handle is both. So is what they open above the page. */
const isDraggedBy = (target: EventTarget, row: Element) =>
  target instanceof Element && row.contains(target) && !target.closest("input, a, button:not([data-handle])");

/** Drags deliveries and stops with the pointer to a place among the stops; Escape puts them back. */
export function useDrag(onDrop: (what: Dragged, at: number) => void) {
  const [held, setHeld] = useState<Held | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const isDragged = held !== null;
  const drop = () => {
    pressed.current = null;
    setHeld(null);
  };

  useEffect(() => {
    if (!isDragged) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      pressed.current = null;
      setHeld(null);
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [isDragged]);

  const pointer = (what: Dragged) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      if (!isDraggedBy(event.target, event.currentTarget)) return;
      const { clientX: x, clientY: y, pointerId } = event;
      pressed.current = { what, x, y, pointerId, held: null };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const press = pressed.current;
      if (press === null || press.pointerId !== event.pointerId) return;
      const isStill = Math.hypot(event.clientX - press.x, event.clientY - press.y) < slackPx;
      if (press.held === null && isStill) return;
      if (press.held === null) event.currentTarget.setPointerCapture(event.pointerId);
      const at = placeAt(event.clientX, event.clientY);
      if (press.held?.at === at) return;
      press.held = { what: press.what, at };
      setHeld(press.held);
    },
    onPointerUp: () => {
      const last = pressed.current?.held;
      drop();
      if (last && last.at !== null) onDrop(last.what, last.at);
    },
    onPointerCancel: drop,
  });

  return { held, pointer };
}
export type Drag = ReturnType<typeof useDrag>;
