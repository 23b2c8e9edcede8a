import type { Step } from "./flow.ts";
import type { Grouped, Groups } from "./groups.ts";

/** One state of a record, as lists of states show it. */
interface ListedState {
  readonly code: string;
  /** Null where the values are no states and belong to no group. */
  readonly group: "open" | "done" | "failed" | null;
  /** Whether no step leads out of it. */
  readonly isTerminal: boolean;
}

/** States of a record that a company may call by names of its own. */
export interface StateList {
  readonly title: string;
  readonly values: readonly ListedState[];
}

type Ends = { readonly done: readonly string[]; readonly failed: readonly string[] };
type Ending<S extends string> = Grouped<S, Groups<S> & Ends>;

/**
 * Reads the list out of a flow: a state is terminal when no step leads out of it, and open when it is in neither `done`
 * nor `failed`.
 */
export function statesOfFlow<S extends string>(
  title: string,
  flow: Ending<S> & { readonly steps: Readonly<Record<string, Step<S>>> },
): StateList {
  const left = new Set(
    Object.values(flow.steps).flatMap((step) =>
      step.from.filter((state) => [step.to].flat().some((to) => to !== state)),
    ),
  );
  return statesOfGroups(title, flow, new Set(flow.states.filter((state) => !left.has(state))));
}

/** The same of states without a flow; `terminal` are those that nothing leads out of. */
export function statesOfGroups<S extends string>(
  title: string,
  { states, groups }: Ending<S>,
  terminal: ReadonlySet<S> = new Set(),
): StateList {
  const end = (code: S) => (groups.done.includes(code) ? "done" : groups.failed.includes(code) ? "failed" : "open");
  return {
    title,
    values: states.map((code) => ({ code, group: end(code), isTerminal: terminal.has(code) })),
  };
}

/** Values that are no states: they belong to no group. */
export function statesOfValues(title: string, codes: readonly string[]): StateList {
  return { title, values: codes.map((code) => ({ code, group: null, isTerminal: false })) };
}
