import { sql } from "kysely";
import { serve } from "#server/http/serve.ts";
import { named, ownList, statesOf, valuesOf } from "./list-values.server.ts";
import { nameState, resetState } from "./own-states.server.ts";
import { ownLists, referenceLists } from "./reference-lists.contract.ts";
import { createValue, lockValue, removeValue, step, updateValue } from "./values.server.ts";

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
  create: (ctx, { params, body }) => createValue(ctx, ownList(ctx, params), body),
  update: (ctx, { id, params, body }) => updateValue(ctx, { list: ownList(ctx, params), id }, body),
  async move(ctx, { id, params, body }) {
    const record = await lockValue(ctx, { list: ownList(ctx, params), id });
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
  remove: (ctx, { id, params, query }) => removeValue(ctx, { list: ownList(ctx, params), id }, query.version),
  nameState: (ctx, { params, body }) => nameState(ctx, params, body),
  resetState: (ctx, { params }) => resetState(ctx, params),
});
