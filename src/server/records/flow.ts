import type { BodyOf, ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import { refusal, type Flow, type Step } from "#shared/flow/flow.ts";
import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx, EventDetails } from "../http/context.ts";
import { updateRow, stale, lockById, type Changes, type KindOf, type RecordOf, type RecordTable } from "./records.ts";
import type { Handler } from "../http/serve.ts";

/** What one step does beyond moving the state; everything runs in the step's transaction. */
export interface StepWork<T extends RecordTable, B, S extends string> {
  /** Refuses by throwing; the record is locked. */
  check?: (ctx: Ctx, record: RecordOf<T>, body: B) => Promise<void> | void;
  /** Decides among several target states; without it the record stays what it is, where that is one of them. */
  to?: (ctx: Ctx, record: RecordOf<T>, body: B) => Promise<S> | S;
  /** Columns written together with the state. */
  set?: (ctx: Ctx, record: RecordOf<T>, body: B) => Promise<Changes<T>> | Changes<T>;
  /** What else belongs to the step, after the record was written; the record as it is now, and as it was before. */
  then?: (ctx: Ctx, record: RecordOf<T>, body: B, before: RecordOf<T>) => Promise<void> | void;
  /** What the event tells beyond from, to, reason and note. */
  event?: (ctx: Ctx, record: RecordOf<T>, body: B, before: RecordOf<T>) => Promise<EventDetails> | EventDetails;
}

type StepContract<K extends string> = { readonly [N in K]: RouteShape };

interface FlowSource<T extends RecordTable> {
  readonly record: KindOf<T>;
  /** Answers with the record as it is after the step. */
  readonly read: (ctx: Ctx, req: { id: string }) => Promise<unknown>;
}

type Works<T extends RecordTable, C, F extends Flow> = {
  readonly [K in keyof F["steps"] & keyof C]?: C[K] extends RouteShape
    ? StepWork<T, BodyOf<C[K]>, F["states"][number]>
    : never;
};

/**
 * One handler for each step of a flow. In one transaction: lock (404) → version where sent (409 stale_version) → state
 * (409 wrong_state) → the step's guard → `check` → write → `then` → one event `<entity>.<done>`.
 */
export function flowHandlers<T extends RecordTable, F extends Flow, C extends StepContract<keyof F["steps"] & string>>(
  _contract: C,
  flow: F,
  source: FlowSource<T>,
  works: Works<T, C, F>,
): { readonly [K in keyof F["steps"] & keyof C]: C[K] extends RouteShape ? Handler<C[K]> : never } {
  const names = Object.keys(flow.steps);
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (ctx: Ctx, { id, body }: { id: string; body: Record<string, unknown> }) => {
        const step = flow.steps[name] as Step; // name is a key of flow.steps
        // typed per step by Works
        const work = ((works as Record<string, unknown>)[name] ?? {}) as StepWork<T, Record<string, unknown>, string>;
        const record = await lockById(ctx.db, source.record.table, id);
        await assertStepAllowed(ctx, source, step, record, body["version"]);
        await work.check?.(ctx, record, body);
        const to = Array.isArray(step.to) ? await decide(step, work, ctx, record, body) : String(step.to);
        const changes = await work.set?.(ctx, record, body);
        // a flow's table has a status
        const after = await updateRow(ctx.db, source.record.table, { id }, { ...changes, status: to } as Changes<T>);
        await work.then?.(ctx, after, body, record);
        const more = await work.event?.(ctx, after, body, record);
        await ctx.emit(
          `${source.record.entity}.${step.done}`,
          { id },
          { from: statusOf(record), to, reason: text(body["reason"]), note: text(body["note"]), ...more },
        );
        return source.read(ctx, { id }) as Promise<ReplyOf<RouteShape>>; // the contract's reply is the record
      },
    ]),
  ) as never; // one handler per step, built just above
}

/**
 * Whether a step may be taken now: version (409 `stale_version`), state (409 `wrong_state`), guard. For steps that are
 * written out by hand.
 */
export async function assertStepAllowed<T extends RecordTable>(
  ctx: Ctx,
  source: FlowSource<T>,
  step: Step,
  record: RecordOf<T>,
  version: unknown,
): Promise<void> {
  const { version: current } = record as unknown as { version: number }; // every record table has one
  if (version !== undefined && version !== current)
    throw stale(await source.read(ctx, record as unknown as { id: string })); // and an id
  const status = statusOf(record);
  if (!step.from.includes(status))
    throw conflict(
      "wrong_state",
      message("This cannot be done any more: it is {status} now. Reload to see it.", {
        status: status,
      }),
      { status },
    );
  const no = refusal(step, record, { id: ctx.user?.id ?? null });
  if (no) throw conflict(no.code, no.sentence);
}

async function decide<T extends RecordTable>(
  step: Step,
  work: StepWork<T, Record<string, unknown>, string>,
  ctx: Ctx,
  record: RecordOf<T>,
  body: Record<string, unknown>,
): Promise<string> {
  if (work.to) return work.to(ctx, record, body);
  const status = statusOf(record);
  if (!step.to.includes(status)) throw new Error("a step with several target states needs `to`");
  return status;
}

const statusOf = (record: unknown): string => (record as { status: string }).status; // a flow's table has a status
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
