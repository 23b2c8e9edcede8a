import type { z } from "zod";
import { allows, type Holder, type Can } from "#shared/permissions/permissions.ts";
import type { Sentence } from "#shared/contract/problem.ts";
import type { Grouped, Groups } from "./groups.ts";

/** Why a step is not possible now, though the state would allow it. */
export interface Refusal {
  readonly code: string;
  readonly sentence: Sentence;
}

/** Who takes a step, as far as a guard may ask. */
export interface Actor {
  readonly id: string | null;
  /** The company in which they work now. */
  readonly companyId?: string;
}

export interface Step<S extends string = string> {
  readonly from: readonly S[];
  /** One state, or those among which the server decides. */
  readonly to: S | readonly S[];
  /** Past participle: the event is called `purchase-order.<done>`. */
  readonly done: string;
  readonly can: Can | readonly Can[];
  /** What the API document says of it, where the name does not say enough. */
  readonly summary?: string;
  /** What the person has to give, e.g. a reason. */
  readonly input?: z.ZodObject;
  /** It decides about what somebody has read: the call names the version that they saw. Others name it if they can. */
  readonly decides?: true;
  /** A pure rule on the record or the person beyond the state; the same on both sides. `never`: each flow knows its record. */
  readonly guard?: (record: never, who: Actor) => Refusal | null;
}

/** What may be done with a record beyond the steps of its flow: by whom, and in which states. */
export interface Ability<S extends string = string> {
  /** Whose it is. `edit`, `archive`, `restore` and `remove` are whose their routes are. */
  readonly can?: Can | readonly Can[];
  /** The states in which it may be done; each, unless given. */
  readonly in?: readonly S[];
  /** A pure rule on the record or the person beyond the state. `never`: each flow knows its record. */
  readonly when?: (record: never, who: Holder & Actor) => boolean;
}
export type Abilities<S extends string = string> = Readonly<Record<string, Ability<S>>>;

export interface Flow<
  S extends string = string,
  T extends Readonly<Record<string, Step<S>>> = Readonly<Record<string, Step<S>>>,
  G extends Groups<S> = Groups<S>,
> extends Grouped<S, G> {
  readonly start: S;
  /** The states in which the ordinary form may change the record. */
  readonly editable: readonly S[];
  readonly steps: T;
  /** What may be done beyond the steps, and where `edit`, `archive`, `restore` and `remove` are for fewer states than their routes. */
  readonly abilities?: Abilities<S>;
}

/** Declares the states of an entity and the steps between them; checked by the compiler, drawn into docs/flows by a test. */
export function flow<
  const S extends string,
  const T extends Readonly<Record<string, Step<NoInfer<S>>>>,
  const G extends Groups<NoInfer<S>>,
>(f: Flow<S, T, G>): Flow<S, T, G> {
  return f;
}

/** The permissions among a `can`, without the by-link principals. */
export function permissionsOf(can: Can | readonly Can[]): readonly string[] {
  return [can].flat().filter((name) => !name.startsWith("link:"));
}

/** Asks a step's guard about a record of the flow. */
export function refusal(step: Step, record: unknown, who: Actor): Refusal | null {
  return step.guard?.(record as never, who) ?? null; // the guard was declared for the records of this flow
}

const holders = new WeakMap<Step, readonly string[]>();

/** Whose step it is; asked for each step of each row of a list. */
function holdersOf(step: Step): readonly string[] {
  const known = holders.get(step) ?? permissionsOf(step.can);
  holders.set(step, known);
  return known;
}

/** The steps that this user may take on this record now: the buttons of its screen, and nothing else. */
export function stepsFor<T extends Readonly<Record<string, Step>>>(
  f: { readonly steps: T },
  record: { readonly status: string },
  user: (Holder & Actor) | null,
): (keyof T & string)[] {
  return Object.entries(f.steps)
    .filter(
      ([, step]) =>
        step.from.includes(record.status) &&
        allows(user, holdersOf(step)) &&
        !refusal(step, record, user ?? { id: null }),
    )
    .map(([name]) => name);
}
