import { useEffect, useRef, useState } from "react";

/** A row without a note under it. */
const usualHeight = 38;
/** Rows kept beyond both edges of what is seen, so that Tab and the arrows find the next one. */
const beyond = 8;
/** A shorter order is drawn whole. */
const fewRows = 40;

interface Sight {
  readonly from: number;
  readonly to: number;
  /** Of rows with a note, as they were when they were drawn last. */
  readonly heights: ReadonlyMap<number, number>;
}

/** What is drawn: rows, and between them the height of those that are not. */
export type DrawnRow = { readonly at: number } | { readonly gap: number; readonly before: number };

/** Which rows of a long table are drawn: those in sight of the page, and the one that holds the focus. */
export function useLineWindow(body: HTMLTableSectionElement | null, keys: readonly number[]) {
  const latest = useRef(keys);
  const [sight, setSight] = useState<Sight>({ from: 0, to: fewRows, heights: new Map() });
  const [held, setHeld] = useState<number | null>(null);
  const isWhole = keys.length <= fewRows;

  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (isWhole || !body) return;
    const look = () => setSight((before) => sightOf(body, latest.current, before));
    const frame = requestAnimationFrame(look);
    addEventListener("scroll", look, { capture: true, passive: true }); // whichever box around it scrolls
    addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", look, { capture: true });
      removeEventListener("resize", look);
    };
  }, [isWhole, body]);

  const first = isWhole ? 0 : Math.max(0, Math.min(sight.from, keys.length - 1) - beyond);
  const last = isWhole ? keys.length - 1 : Math.min(keys.length - 1, sight.to + beyond);
  const heldAt = held === null ? -1 : keys.indexOf(held);
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  const around = heldAt < 0 ? [] : [heldAt - 1, heldAt, heldAt + 1].filter((at) => at >= 0 && at < keys.length);
  const shown = [...new Set([...inSight, ...around])].toSorted((a, b) => a - b);
  const rows: DrawnRow[] = [];
  let next = 0;
  for (const at of [...shown, keys.length]) {
    const gap = keys.slice(next, at).reduce((sum, key) => sum + (sight.heights.get(key) ?? usualHeight), 0);
    if (gap > 0) rows.push({ gap, before: at });
    if (at < keys.length) rows.push({ at });
    next = at + 1;
  }
  return {
    rows,
    /** The row that has the focus stays drawn, with its neighbours, however far the page is scrolled. */
    hold: setHeld,
  };
}

/** What is in sight now; the same object while the rows that are drawn do. */
function sightOf(body: HTMLElement, keys: readonly number[], before: Sight): Sight {
  const heights = new Map(before.heights);
  for (const row of body.querySelectorAll<HTMLElement>("[data-key]")) {
    const note = row.nextElementSibling;
    const own = note instanceof HTMLElement && note.dataset["noteOf"] === row.dataset["key"] ? note.offsetHeight : 0;
    heights.set(Number(row.dataset["key"]), usualHeight + own);
  }
  let { top } = body.getBoundingClientRect();
  let from = 0;
  for (; from < keys.length - 1; from += 1) {
    top += heights.get(keys[from] ?? -1) ?? usualHeight;
    if (top > 0) break;
  }
  const to = from + Math.ceil(innerHeight / usualHeight);
  return Math.abs(before.from - from) < beyond / 2 && before.to >= to ? before : { from, to: to + beyond / 2, heights };
}
