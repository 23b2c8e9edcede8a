/** Names for states that are treated alike. `done` and `failed` tell lists of states which ends are good and which are not. */
export type Groups<S extends string = string> = Readonly<Record<string, readonly S[]>>;

/** States with groups: a flow, or the states of a record that moves without steps of its own. */
export interface Grouped<S extends string = string, G extends Groups<S> = Groups<S>> {
  readonly states: readonly S[];
  /** Wherever code, SQL or a screen asks for one of several states, it names one of these. */
  readonly groups: G;
}

/** Declares the states of a record without a flow: `itemStates = states({ states: [...], groups: { over: [...] } })`. */
export function states<const S extends string, const G extends Groups<NoInfer<S>>>(g: Grouped<S, G>): Grouped<S, G> {
  return g;
}

/** Whether a state is in a group: `inGroup(purchaseOrderFlow, "live", order.status)`. */
export function inGroup<G extends Groups, K extends keyof G & string>(
  { groups }: { readonly groups: G },
  group: K,
  state: string,
): state is G[K][number] {
  return groups[group]?.includes(state) ?? false;
}
