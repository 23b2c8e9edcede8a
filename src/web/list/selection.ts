import { useState } from "react";
import type { Saved } from "./data/resource.ts";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Turns one row; with the range, all from the row that was turned before. */
  readonly toggle: (id: string, isRange: boolean) => void;
  /** Selects all loaded rows, or none. */
  readonly toggleAll: () => void;
  /** Selects these and no others. */
  readonly keep: (ids: readonly string[]) => void;
  readonly clear: () => void;
  readonly state: "none" | "some" | "all";
}

/** Which rows are selected; rows that left the list are forgotten. */
export function useSelection(records: readonly Saved[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const ids = new Set(records.filter(({ id }) => chosen.has(id)).map(({ id }) => id));
  return {
    ids,
    toggle(id, isRange) {
      setChosen(isRange && anchor !== null ? withRange(records, ids, anchor, id) : turned(ids, id));
      setAnchor(id);
    },
    toggleAll: () => setChosen(ids.size === records.length ? new Set() : new Set(records.map(({ id }) => id))),
    keep: (kept) => setChosen(new Set(kept)),
    clear: () => setChosen(new Set()),
    state: ids.size === 0 ? "none" : ids.size === records.length ? "all" : "some",
  };
}

function turned(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function withRange(records: readonly Saved[], ids: ReadonlySet<string>, from: string, to: string): ReadonlySet<string> {
  const ends = [from, to].map((id) => records.findIndex((record) => record.id === id)).sort((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  return new Set([...ids, ...records.slice(Math.max(0, first), last + 1).map(({ id }) => id)]);
}
