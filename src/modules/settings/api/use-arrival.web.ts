import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";

/** For what an address can name behind its `#`: scrolls there and gives it the focus; a `details` around it is opened. */
export function useArrival<E extends HTMLElement>(id: string): RefObject<E | null> {
  const isHere = decodeURIComponent(useLocation().hash) === id;
  const ref = useRef<E>(null);
  useEffect(() => {
    if (!isHere || !ref.current) return;
    if (ref.current.parentElement instanceof HTMLDetailsElement) ref.current.parentElement.open = true;
    ref.current.scrollIntoView({ block: "start" });
    ref.current.focus({ preventScroll: true });
  }, [isHere]);
  return ref;
}
