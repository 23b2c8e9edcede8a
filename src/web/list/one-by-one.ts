import { useEffect, useRef, useState } from "react";
import { asProblem } from "#web/api/problem.ts";

/** What became of records that something was done to: each may be refused for a reason of its own. */
export interface Outcome<Rec> {
  readonly done: readonly Rec[];
  /** Refused, or not come to: somebody stopped, or the network was gone. */
  readonly left: readonly Rec[];
  /** `isLost`: no answer came, so it may have been done. */
  readonly refused: readonly { readonly record: Rec; readonly why: string; readonly isLost: boolean }[];
  /** Whether whoever began it is still there to see what became of it. */
  readonly isSeen: boolean;
}

/** Does something to one record after another and says how far it is; Stop, or leaving the screen, ends it after the one it is at. */
export function useOneByOne<Rec>() {
  const [progress, setProgress] = useState<{ readonly at: number; readonly of: number } | null>(null);
  const isStopped = useRef(false);
  const isSeen = useRef(true);
  useEffect(() => {
    isSeen.current = true;
    return () => void (isStopped.current = !(isSeen.current = false));
  }, []);
  const run = async (records: readonly Rec[], act: (record: Rec) => Promise<unknown>): Promise<Outcome<Rec>> => {
    const done: Rec[] = [];
    const refused: Outcome<Rec>["refused"][number][] = [];
    isStopped.current = false;
    for (const [at, record] of records.entries()) {
      if (isStopped.current) break;
      setProgress({ at: at + 1, of: records.length });
      try {
        await act(record);
        done.push(record);
      } catch (error) {
        const problem = asProblem(error);
        refused.push({ record, why: problem.message, isLost: problem.status === 0 || problem.status >= 500 });
        if (problem.status === 0 || problem.status === 401) break; // without network or session the others fare the same
      }
    }
    setProgress(null);
    return { done, refused, left: records.filter((record) => !done.includes(record)), isSeen: isSeen.current };
  };
  return { progress, run, stop: () => (isStopped.current = true) };
}
