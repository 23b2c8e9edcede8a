import type { z } from "zod";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { deleteRow, insertRow, lockById, stale, updateRow, type RecordOf } from "#server/records/records.ts";
import { dataOf } from "./list-data.server.ts";
import { shown, valuesOf } from "./list-values.server.ts";
import type { OwnList, ReferenceValue, referenceInput } from "./reference-lists.contract.ts";

type Input = z.output<typeof referenceInput>;
interface Value {
  readonly list: OwnList;
  readonly id: string;
}

/** Between two neighbours in a list, so that a program may put values of its own between them. */
export const step = 10;

/** Adds a value to a list of the company's own; last, unless its place is said. */
export async function createValue(ctx: Ctx, list: OwnList, input: Input): Promise<ReferenceValue> {
  const { sortOrder, data: given, ...values } = input;
  const code = usesOf(ctx, list).reduce((before, use) => use.code(before), input.code);
  const data = dataOf(list, code, given);
  const position = sortOrder ?? ((await valuesOf(ctx.db, list)).at(-1)?.sortOrder ?? 0) + step;
  const row = { ...values, code, list, position, data, createdBy: ctx.user?.id ?? null };
  const record = await insertRow(ctx.db, "reference_values", row);
  await ctx.emit("reference-value.created", record, { changes: { list, code } });
  return shown(record);
}

/** Changes what a value says; its code stays. */
export async function updateValue(
  ctx: Ctx,
  value: Value,
  input: Omit<Input, "code"> & { version: number },
): Promise<ReferenceValue> {
  const before = await lockValue(ctx, value);
  if (before.version !== input.version) throw stale(shown(before));
  const { sortOrder, version: _version, data: given, ...values } = input;
  const data = given ? dataOf(value.list, before.code, given) : before.data;
  for (const use of usesOf(ctx, value.list)) await use.refuseMeaning?.(ctx, before.code, before.data, data);
  const changes = { ...values, data, position: sortOrder ?? before.position };
  const record = await updateRow(ctx.db, "reference_values", before, changes);
  await ctx.emit("reference-value.updated", record, { changes: difference(before, changes) });
  return shown(record);
}

/** Removes a value that no record holds. */
export async function removeValue(ctx: Ctx, value: Value, version: number): Promise<void> {
  const record = await lockValue(ctx, value);
  if (record.version !== version) throw stale(shown(record));
  for (const use of usesOf(ctx, record.list)) await use.refuseUsed(ctx, record.code);
  await deleteRow(ctx.db, "reference_values", value.id);
  await ctx.emit("reference-value.removed", record, { changes: { list: record.list, code: record.code } });
}

/** Locks a value; 404 for one of another list. */
export async function lockValue(ctx: Ctx, { list, id }: Value): Promise<RecordOf<"reference_values">> {
  const record = await lockById(ctx.db, "reference_values", id);
  if (record.list !== list) throw notFound();
  return record;
}

/** Whoever holds codes of the list as plain text. */
const usesOf = ({ app: { modules } }: Ctx, list: string) => modules.usedBy.filter((use) => use.list === list);
