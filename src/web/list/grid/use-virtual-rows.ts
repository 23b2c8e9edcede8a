import { useEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

/** Rows kept beyond both edges, so that fast scrolling does not run into white. */
const beyond = 12;
/** The window moves in steps of this many rows: most frames of a scroll then change nothing. */
const step = 4;

interface Rows {
  count: number;
  rowHeight: number;
  /** What stands above the first row inside the scrolled box. */
  headHeight: number;
}

/** Which rows of a scrolled box are in sight; all rows have one height, so nothing needs measuring. */
export function useVirtualRows(box: RefObject<HTMLElement | null>, { count, rowHeight, headHeight }: Rows) {
  const [sight, setSight] = useState({ from: 0, rows: 40 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const from = Math.floor(element.scrollTop / rowHeight / step) * step;
      const rows = Math.ceil(element.clientHeight / rowHeight) + step;
      setSight((before) => (before.from === from && before.rows === rows ? before : { from, rows }));
    };
    const resized = new ResizeObserver(look);
    element.addEventListener("scroll", look, { passive: true });
    resized.observe(element);
    look();
    return () => {
      element.removeEventListener("scroll", look);
      resized.disconnect();
    };
  }, [box, rowHeight]);

  const isPrinting = useIsPrinting();
  if (isPrinting) return { first: 0, last: count - 1, show: () => {} };
  const first = Math.min(Math.max(0, sight.from - beyond), Math.max(0, count - 1));
  return {
    first,
    last: Math.min(count - 1, sight.from + sight.rows + beyond),
    /** Scrolls as little as needed for a row to be seen whole, below the head. */
    show(index: number) {
      const element = box.current;
      if (!element) return;
      const top = index * rowHeight;
      const lowest = top - (element.clientHeight - headHeight - rowHeight);
      if (element.scrollTop > top) element.scrollTo({ top });
      else if (element.scrollTop < lowest) element.scrollTo({ top: lowest });
    },
  };
}

/** On paper there is no scrolling: all rows that are loaded have to stand there. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true)); // the browser draws the page as soon as this returns
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
