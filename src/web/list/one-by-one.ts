import { useRef, useState } from "react";
import { asProblem } from "#web/api/problem.ts";

/** What became of records that something was done to: each may be refused for a reason of its own. */
export interface Outcome<Rec> {
  readonly done: readonly Rec[];
  readonly refused: readonly { readonly record: Rec; readonly why: string }[];
}

/** Does something to one record after another, says how far it is, and can be stopped after the one it is at. */
export function useOneByOne<Rec>() {
  const [progress, setProgress] = useState<{ readonly at: number; readonly of: number } | null>(null);
  const isStopped = useRef(false);
  const run = async (records: readonly Rec[], act: (record: Rec) => Promise<unknown>): Promise<Outcome<Rec>> => {
    const done: Rec[] = [];
    const refused: { record: Rec; why: string }[] = [];
    isStopped.current = false;
    for (const [at, record] of records.entries()) {
      if (isStopped.current) break;
      setProgress({ at: at + 1, of: records.length });
      try {
        await act(record);
        done.push(record);
      } catch (error) {
        const problem = asProblem(error);
        refused.push({ record, why: problem.message });
        if (problem.status === 0 || problem.status === 401) break; // without network or session the others fare the same
      }
    }
    setProgress(null);
    return { done, refused };
  };
  return { progress, run, stop: () => (isStopped.current = true) };
}
