import type { Step } from "./flow.ts";

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

interface Ends<S extends string> {
  readonly done: readonly S[];
  readonly failed: readonly S[];
}

/**
 * Reads the list out of a flow; what is neither done nor failed is open: `statesOfFlow("Dock statuses", dockFlow, {
 * done: [], failed: ["inactive"] })`.
 */
export function statesOfFlow<S extends string>(
  title: string,
  flow: { readonly states: readonly S[]; readonly steps: Readonly<Record<string, Step<S>>> },
  ends: Ends<S>,
): StateList {
  const left = new Set(
    Object.values(flow.steps).flatMap((step) =>
      step.from.filter((state) => [step.to].flat().some((to) => to !== state)),
    ),
  );
  return statesOfValues(title, flow.states, { ...ends, terminal: flow.states.filter((state) => !left.has(state)) });
}

/** The same of states without a flow. A list without ends is no list of states: its values belong to no group. */
export function statesOfValues<S extends string>(
  title: string,
  codes: readonly S[],
  ends: (Ends<S> & { readonly terminal?: readonly S[] }) | null,
): StateList {
  return {
    title,
    values: codes.map((code) => ({
      code,
      group: ends && (ends.done.includes(code) ? "done" : ends.failed.includes(code) ? "failed" : "open"),
      isTerminal: ends?.terminal?.includes(code) ?? false,
    })),
  };
}
