import type { z } from "zod";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { deleteRow, insertRow, updateRow } from "#server/records/records.ts";
import type { ReferenceValue, stateNaming } from "./reference-lists.contract.ts";
import { named, statesOf, valuesOf } from "./list-values.server.ts";

type Params = Readonly<Record<string, string>>;

/** Keeps how the company calls a state. Codes stay as they are, so that programs and other companies mean the same by them. */
export async function nameState(ctx: Ctx, params: Params, body: z.output<typeof stateNaming>): Promise<ReferenceValue> {
  const { list, state } = stateOf(ctx, params);
  const before = await given(ctx, list, state.code);
  const record = before
    ? await updateRow(ctx.db, "reference_values", before, body)
    : await insertRow(ctx.db, "reference_values", { ...body, list, code: state.code, createdBy: ctx.user?.id ?? null });
  await ctx.emit("reference-value.updated", record, {
    changes: { list, code: state.code, ...difference(before ?? { ...state }, body) },
  });
  const [value] = await named(ctx.db, list, [state]);
  return value ?? state;
}

/** Forgets it; the state is called as the product calls it. */
export async function resetState(ctx: Ctx, params: Params): Promise<void> {
  const { list, state } = stateOf(ctx, params);
  const before = await given(ctx, list, state.code);
  if (!before) return;
  await deleteRow(ctx.db, "reference_values", before.id);
  await ctx.emit("reference-value.updated", before, {
    changes: { list, code: state.code, ...difference(before, { label: state.label, color: state.color }) },
  });
}

function stateOf(ctx: Ctx, params: Params): { list: string; state: ReferenceValue } {
  const states = statesOf(ctx, params);
  if (!states) throw notFound("no_list", "There is no such list.");
  const state = states.find(({ code }) => code === params["code"]);
  if (!state) throw notFound();
  return { list: params["list"] ?? "", state };
}

const given = async (ctx: Ctx, list: string, code: string): Promise<(ReferenceValue & { id: string }) | undefined> =>
  (await valuesOf(ctx.db, list)).find(
    (value): value is ReferenceValue & { id: string } => value.code === code && value.id !== null,
  );
