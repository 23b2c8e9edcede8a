import type { Tone } from "#web/ui/theme/tones.ts";

export interface StateName {
  /** The list of states, e.g. `delivery_schedule_statuses`. */
  readonly list: string;
  readonly code: string;
  readonly label: string;
  readonly color: Tone | null;
}

const listOf = new WeakMap<object, string>();
let names: ReadonlyMap<string, StateName> = new Map();

/** Looks whose words and colours a company may choose, under the list of that name: `stateStyles("receipt_statuses", { … })`. */
export function stateStyles<L extends object>(list: string, statusStyles: L): L {
  listOf.set(statusStyles, list);
  return statusStyles;
}

/** Takes over how the company calls its states; it comes with the user. */
export function nameStates(given: readonly StateName[]): void {
  names = new Map(given.map((one) => [`${one.list} ${one.code}`, one]));
}

/**
 * What the company calls a state of these looks; nothing where it says as the product does. The drawing stays, so that
 * it is known again.
 */
export function nameOfState(statusStyles: object, state: string): { label: { id: string }; tone: Tone } | undefined {
  const own = names.get(`${listOf.get(statusStyles) ?? ""} ${state}`);
  return own && { label: { id: own.label }, tone: own.color ?? "n" };
}
