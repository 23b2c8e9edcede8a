import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { deleteRow, insertRow, updateRow, stale, lockById, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { named, ownList, shown, statesOf, valuesOf } from "./list-values.server.ts";
import { nameState, resetState } from "./own-states.server.ts";
import { ownLists, referenceLists } from "./reference-lists.contract.ts";

/** Between two neighbours in a list, so that a program may put values of its own between them. */
const step = 10;

export default serve(referenceLists, {
  async lists(ctx) {
    const { rows } = await sql<{
      list: string;
      count: number;
    }>`select list, count(*)::int as count from reference_values where company_id = current_company() group by list`.execute(
      ctx.db,
    );
    const counts = new Map(rows.map(({ list, count }) => [list, count]));
    const own = Object.entries(ownLists).map(([list, { title, meaning }]) => ({
      list,
      title,
      meaning,
      isEditable: true,
      count: counts.get(list) ?? 0,
    }));
    const statuses = Object.entries(ctx.app.modules.stateLists).map(([list, { title, values }]) => ({
      list,
      title,
      meaning: "The product's own states; only how they are called can be changed",
      isEditable: false,
      count: values.length,
    }));
    return { items: [...own, ...statuses] };
  },
  async list(ctx, { params, query }) {
    const states = statesOf(ctx, params);
    const list = states ? (params["list"] ?? "") : ownList(ctx, params);
    return { items: states ? await named(ctx.db, list, states) : await valuesOf(ctx.db, list, query.inactive) };
  },
  async create(ctx, { params, body }) {
    const list = ownList(ctx, params);
    const { sortOrder, ...values } = body;
    const code = usesOf(ctx, list).reduce((given, use) => use.code(given), body.code);
    const position = sortOrder ?? ((await valuesOf(ctx.db, list)).at(-1)?.sortOrder ?? 0) + step;
    const record = await insertRow(ctx.db, "reference_values", {
      ...values,
      code,
      list,
      position,
      createdBy: ctx.user?.id ?? null,
    });
    await ctx.emit("reference-value.created", record, { changes: { list, code } });
    return shown(record);
  },
  async update(ctx, { id, params, body }) {
    const before = await taken(ctx, id, params);
    if (before.version !== body.version) throw stale(shown(before));
    const { sortOrder, version: _version, ...values } = body;
    const changes = { ...values, position: sortOrder ?? before.position };
    const record = await updateRow(ctx.db, "reference_values", before, changes);
    await ctx.emit("reference-value.updated", record, { changes: difference(before, changes) });
    return shown(record);
  },
  async move(ctx, { id, params, body }) {
    const record = await taken(ctx, id, params);
    const others = (await valuesOf(ctx.db, record.list)).flatMap((value) =>
      value.id === null || value.id === id ? [] : [value.id],
    );
    const order = others.toSpliced(body.to, 0, id);
    await sql`update reference_values v set position = o.at * ${step}
      from unnest(${order}::uuid[]) with ordinality as o(id, at)
      where v.company_id = current_company() and v.id = o.id and v.position <> o.at * ${step}`.execute(ctx.db);
    await ctx.emit("reference-value.moved", record, {
      changes: { list: record.list, code: record.code, to: body.to + 1 },
    });
    return { items: await valuesOf(ctx.db, record.list) };
  },
  async remove(ctx, { id, params, query }) {
    const record = await taken(ctx, id, params);
    if (record.version !== query.version) throw stale(shown(record));
    for (const use of usesOf(ctx, record.list)) await use.refuseUsed(ctx, record.code);
    await deleteRow(ctx.db, "reference_values", id);
    await ctx.emit("reference-value.removed", record, { changes: { list: record.list, code: record.code } });
  },
  nameState: (ctx, { params, body }) => nameState(ctx, params, body),
  resetState: (ctx, { params }) => resetState(ctx, params),
});

/** Whoever holds codes of the list as plain text. */
const usesOf = ({ app: { modules } }: Ctx, list: string) => modules.usedBy.filter((use) => use.list === list);

async function taken(
  ctx: Ctx,
  id: string,
  params: Readonly<Record<string, string>>,
): Promise<RecordOf<"reference_values">> {
  const list = ownList(ctx, params);
  const record = await lockById(ctx.db, "reference_values", id);
  if (record.list !== list) throw notFound();
  return record;
}
