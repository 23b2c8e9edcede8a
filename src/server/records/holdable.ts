import type { RouteShape } from "#shared/contract/contract.ts";
import type { holdable } from "#shared/flow/holdable.ts";
import type { Ctx } from "../http/context.ts";
import type { Handler } from "../http/serve.ts";
import { flowHandlers } from "./flow.ts";
import type { KindOf, RecordTable } from "./records.ts";

type HoldRoutes = { readonly hold: RouteShape; readonly activate: RouteShape };
interface HoldSource {
  readonly record: KindOf<RecordTable>;
  readonly read: (ctx: Ctx, req: { id: string }) => Promise<unknown>;
}

/** The handlers of a `holdable` flow: holding keeps the reason, activating forgets it. The table has a `hold_reason`. */
export function holdHandlers<C extends HoldRoutes>(
  contract: C,
  flow: ReturnType<typeof holdable>,
  source: HoldSource,
): { readonly [K in keyof HoldRoutes]: Handler<C[K]> } {
  const works = {
    hold: { set: (_ctx: Ctx, _record: unknown, { reason }: { reason: string }) => ({ holdReason: reason }) },
    activate: { set: () => ({ holdReason: null }) },
  };
  return flowHandlers(contract, flow, source, works as never) as never; // updateRow writes the columns that the table has
}
