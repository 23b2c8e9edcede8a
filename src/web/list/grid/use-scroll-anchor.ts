import { useLayoutEffect, useRef, type RefObject } from "react";
import type { Saved } from "../data/resource.ts";

const mostNew = 50;

/** Rows that come in front would push away what is being read: a box that is scrolled down goes along with them. */
export function useScrollAnchor(
  box: RefObject<HTMLElement | null>,
  records: readonly Saved[],
  rowHeight: number,
): void {
  const before = useRef(records);
  useLayoutEffect(() => {
    const [first, second] = before.current;
    before.current = records;
    const came = records.slice(0, mostNew).findIndex(({ id }) => id === first?.id);
    if (came <= 0 || records[came + 1]?.id !== second?.id) return;
    const element = box.current; // how far it is scrolled is asked last: the browser has to lay out the page to know
    if (element && element.scrollTop >= rowHeight) element.scrollTo({ top: element.scrollTop + came * rowHeight });
  }, [box, records, rowHeight]);
}
