import { sql, type RawBuilder } from "kysely";
import type { StepWork } from "#server/records/flow.ts";
import type { Changes } from "#server/records/records.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { undoMinutes, type UndoableStep } from "../delivery-schedules.flow.ts";

/** What a step changed, kept with it: the delivery as it was before. */
export interface KeptStep {
  readonly step: UndoableStep;
  /** When it was recorded, whenever it happened: the time of its transaction. */
  readonly at: string;
  readonly from: Delivery["status"];
  readonly before: Partial<Delivery>;
  /** What the person said of the truck, as it was written. */
  readonly told: Partial<Delivery>;
}

/** What a person says of a truck; who changes it after the step knows better. */
const toldKeys = ["driverName", "driverPhone", "tractorPlate", "trailerNumber"] as const;

/** A step that can be taken back: it keeps what it changes. */
export function undoable<B, S extends string>(
  step: UndoableStep,
  work: StepWork<"delivery_schedules", B, S>,
): StepWork<"delivery_schedules", B, S> {
  return {
    ...work,
    async set(ctx, delivery, body) {
      const changes = { ...(await work.set?.(ctx, delivery, body)) };
      return { ...changes, undoableSteps: withStep(delivery, step, changes) };
    },
  };
}

type Steps = RawBuilder<Delivery["undoableSteps"]>;

/** The steps of a delivery that can be taken back, and this one. */
export function withStep(
  delivery: Pick<Delivery, "status" | "undoableSteps">,
  step: UndoableStep,
  changes: Changes<"delivery_schedules">,
): Steps {
  const row: Partial<Delivery> = delivery;
  const pick = (keys: readonly string[], of: object) =>
    Object.fromEntries(keys.map((key) => [key, (of as Record<string, unknown>)[key] ?? null])); // columns of its table
  const told = toldKeys.filter((key) => key in changes);
  return sql`${JSON.stringify(keptSteps(delivery))}::jsonb || jsonb_build_object('step', ${step}::text,
    'at', now()::timestamptz(3), 'from', ${delivery.status}::text,
    'before', ${JSON.stringify(pick(Object.keys(changes), row))}::jsonb, 'told', ${JSON.stringify(pick(told, changes))}::jsonb)`;
}

/** The steps of a delivery that can still be taken back, the newest last. */
export function keptSteps({ undoableSteps }: Pick<Delivery, "undoableSteps">): readonly KeptStep[] {
  const kept = undoableSteps as unknown as readonly KeptStep[]; // written above
  return kept.filter(({ at }) => Date.parse(at) > Date.now() - undoMinutes * 60_000);
}

/** The columns as they were before a step. What somebody wrote of the truck since stays. */
export function columnsBefore(delivery: Delivery, { from, before, told }: KeptStep): Partial<Delivery> {
  const isTold = (key: string): boolean => toldKeys.some((one) => one === key);
  const back = Object.entries(before).filter(
    ([key]) => !isTold(key) || delivery[key as keyof Delivery] === told[key as keyof Delivery], // columns of its table
  );
  return { ...Object.fromEntries(back), status: from };
}
