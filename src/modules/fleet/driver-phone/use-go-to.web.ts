import { useEffect, useRef, type RefObject } from "react";

/** A part of the screen that comes next: the delivery that it is about. */
export interface Place {
  readonly id: string;
}

/** Goes to a part of the screen, with the focus, when it is what comes next: `ref={useGoTo(at, delivery.id)}`. */
export function useGoTo(at: Place | null, id: string): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null);
  const isHere = at?.id === id;
  useEffect(() => {
    if (!isHere) return;
    part.current?.scrollIntoView({ block: "start" });
    part.current?.focus({ preventScroll: true });
  }, [at, isHere]);
  return part;
}
