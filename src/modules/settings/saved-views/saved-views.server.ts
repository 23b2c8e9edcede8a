import { sql } from "kysely";
import { conflict, invalid, message, notFound, signInRequired } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { difference } from "#server/records/crud.ts";
import { camelRow } from "#server/db/names.ts";
import { deleteRow, findById, insertRow, updateRow, type RecordOf } from "#server/records/records.ts";
import { fitted, questionsOf, refuseUnfit, type Search } from "./list-search.server.ts";
import { mostViews, savedViews, type SavedView } from "./saved-views.contract.ts";

type View = RecordOf<"saved_views">;

export default serve(savedViews, {
  own: async (ctx) => ({ items: describe(ctx, await viewsOf(ctx)) }),
  async create(ctx, { body }) {
    const { list, name, search, isDefault } = body;
    const userId = whose(ctx);
    await lockList(ctx, list);
    refuseStrange(ctx, list, search);
    const views = await viewsOf(ctx, list);
    if (views.length >= mostViews)
      throw conflict(
        "too_many_views",
        message("You have {count} views of this list, and no more fit. Remove one first.", { count: views.length }),
      );
    refuseTaken(views, name);
    if (isDefault) await endDefault(ctx, list);
    const position = (views.at(-1)?.position ?? -1) + 1;
    const view = await insertRow(ctx.db, "saved_views", { userId, list, name, search, isDefault, position });
    await ctx.emit("user.viewSaved", { id: userId }, { changes: { list, view: { from: null, to: name } } });
    return described(ctx, view);
  },
  async update(ctx, { id, body: { name, search, isDefault } }) {
    const before = await lockOwn(ctx, id);
    if (search) refuseStrange(ctx, before.list, search);
    if (name !== undefined) {
      const others = (await viewsOf(ctx, before.list)).filter((view) => view.id !== id);
      refuseTaken(others, name);
    }
    const given = Object.entries({ name, search, isDefault }).filter(([, value]) => value !== undefined);
    const changes = difference(before, Object.fromEntries(given));
    if (Object.keys(changes).length === 0) return described(ctx, before);
    if (isDefault) await endDefault(ctx, before.list);
    const view = await updateRow(ctx.db, "saved_views", before, Object.fromEntries(given));
    // Who reads the trail learns that a view was changed, not what somebody looks for.
    const told = "search" in changes ? { ...changes, search: { from: null, to: "changed" } } : changes;
    await ctx.emit(
      "user.viewChanged",
      { id: before.userId },
      { changes: { list: before.list, view: before.name, ...told } },
    );
    return described(ctx, view);
  },
  async move(ctx, { id, body: { to } }) {
    const { list } = await lockOwn(ctx, id);
    const others = (await viewsOf(ctx, list)).map((view) => view.id).filter((one) => one !== id);
    await sql`update saved_views v set position = place.at
      from unnest(${others.toSpliced(to, 0, id)}::uuid[]) with ordinality as place(id, at)
      where v.company_id = current_company() and v.id = place.id`.execute(ctx.db);
    return { items: describe(ctx, await viewsOf(ctx, list)) };
  },
  async remove(ctx, { id }) {
    const { list, name, userId } = await lockOwn(ctx, id);
    await deleteRow(ctx.db, "saved_views", id);
    await ctx.emit("user.viewRemoved", { id: userId }, { changes: { list, view: { from: name, to: null } } });
  },
});

function whose({ user }: Ctx): string {
  if (!user) throw signInRequired();
  return user.id;
}

/** The caller's views in their order, of one list or of all. */
async function viewsOf(ctx: Ctx, list?: string): Promise<View[]> {
  let views = ctx.db
    .selectFrom("saved_views")
    .selectAll()
    .where("company_id", "=", ctx.companyId)
    .where("user_id", "=", whose(ctx))
    .orderBy("list")
    .orderBy("position")
    .orderBy("id");
  if (list !== undefined) views = views.where("list", "=", list);
  return (await views.execute()).map((row) => camelRow(row) as View); // every column of the table, renamed
}

/** One of the caller's views, with everything of its list kept from others until the end; another person's is not found. */
async function lockOwn(ctx: Ctx, id: string): Promise<View> {
  const { list, userId } = await findById(ctx.db, "saved_views", id);
  if (userId !== whose(ctx)) throw notFound();
  await lockList(ctx, list);
  return findById(ctx.db, "saved_views", id); // as it is behind the lock
}

/** Of two calls about one person's views of one list the second waits: for the limit, the names, the order and the default. */
async function lockList(ctx: Ctx, list: string): Promise<void> {
  const name = `views ${ctx.companyId} ${whose(ctx)} ${list}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
}

async function endDefault(ctx: Ctx, list: string): Promise<void> {
  await sql`update saved_views set is_default = false
    where company_id = current_company() and user_id = ${whose(ctx)} and list = ${list} and is_default`.execute(ctx.db);
}

function refuseTaken(views: readonly View[], name: string): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ name: message("You have a view of this name already. Choose another name.") });
}

function refuseStrange(ctx: Ctx, list: string, search: Search): void {
  const questions = questionsOf(ctx, list);
  if (!questions) throw invalid({ list: message("There is no such list.") });
  refuseUnfit(questions, search);
}

/** Views of lists that the caller may see; those of others wait until they may again. */
function describe(ctx: Ctx, views: readonly View[]): SavedView[] {
  return views.flatMap((view) => (questionsOf(ctx, view.list) ? [described(ctx, view)] : []));
}

function described(ctx: Ctx, { id, list, name, search, isDefault }: View): SavedView {
  const saved = search as Search; // what the contract let in
  return { id, list, name, isDefault, ...fitted(questionsOf(ctx, list) ?? {}, saved) };
}
