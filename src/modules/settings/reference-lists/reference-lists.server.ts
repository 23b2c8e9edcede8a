import { sql } from "kysely";
import { conflict, notFound, say } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { difference } from "#server/crud.ts";
import { drop, insert, put, stale, take, type RecordOf } from "#server/records.ts";
import { serve } from "#server/serve.ts";
import { ownLists, referenceLists, type OwnList, type ReferenceValue } from "./reference-lists.contract.ts";
import { statusLists } from "./status-lists.server.ts";

export default serve(referenceLists, {
  async lists() {
    const own = Object.entries(ownLists).map(([list, { title, meaning }]) => ({ list, title, meaning, isEditable: true }));
    const statuses = Object.entries(statusLists).map(([list, { title }]) => ({ list, title, meaning: "The product's own states; they cannot be changed", isEditable: false }));
    return { items: [...own, ...statuses] };
  },
  async list(ctx, { params, query }) {
    const name = params["list"] ?? "";
    const states = Object.hasOwn(statusLists, name) ? statusLists[name] : undefined;
    if (states) return { items: [...states.values] };
    const { rows } = await sql<ReferenceValue>`
      select id, version, code, label, color, position as "sortOrder", is_active as "isActive", null as "group", false as "isTerminal" from reference_values
      where company_id = current_company() and list = ${ownList(params)} and (is_active or ${query.inactive === "with"}) order by position, code`.execute(ctx.db);
    return { items: rows };
  },
  async create(ctx, { params, body }) {
    const { sortOrder, ...values } = body;
    const record = await insert(ctx.db, "reference_values", { ...values, list: ownList(params), position: sortOrder, createdBy: ctx.user?.id ?? null });
    await ctx.emit("reference-value.created", record, { changes: { list: record.list, code: record.code } });
    return shown(record);
  },
  async update(ctx, { id, params, body }) {
    const before = await taken(ctx, id, params);
    if (before.version !== body.version) throw stale(shown(before));
    const { sortOrder, version: _version, ...values } = body;
    const changes = { ...values, position: sortOrder };
    const record = await put(ctx.db, "reference_values", before, changes);
    await ctx.emit("reference-value.updated", record, { changes: difference(before, changes) });
    return shown(record);
  },
  async remove(ctx, { id, params, query }) {
    const record = await taken(ctx, id, params);
    if (record.version !== query.version) throw stale(shown(record));
    if (await isUsed(ctx, record)) throw conflict("in_use", say("It is still used by {what}. Switch it off instead.", { what: "products" }), { usedBy: "products" });
    await drop(ctx.db, "reference_values", id);
    await ctx.emit("reference-value.removed", record, { changes: { list: record.list, code: record.code } });
  },
});

/** The list of the path if it is one that companies keep; the lists of states answer 409 to whoever wants to change them. */
function ownList(params: Readonly<Record<string, string>>): OwnList {
  const list = params["list"] ?? "";
  if (Object.hasOwn(ownLists, list)) return list as OwnList; // its own key
  if (Object.hasOwn(statusLists, list)) throw conflict("fixed_list", "These are the product's own states. They cannot be changed.");
  throw notFound("no_list", "There is no such list.");
}

async function taken(ctx: Ctx, id: string, params: Readonly<Record<string, string>>): Promise<RecordOf<"reference_values">> {
  const list = ownList(params);
  const record = await take(ctx.db, "reference_values", id);
  if (record.list !== list) throw notFound();
  return record;
}

function shown(record: RecordOf<"reference_values">): ReferenceValue {
  const { id, version, code, label, color, position, isActive } = record;
  return { id, version, code, label, color: color as ReferenceValue["color"], sortOrder: position, isActive, group: null, isTerminal: false }; // the contract let no other colour in
}

/** Units stand as text in products, where no foreign key watches over them. */
async function isUsed(ctx: Ctx, { list, code }: { list: string; code: string }): Promise<boolean> {
  if (list !== "quantity_types") return false;
  const { rows } = await sql`
    select 1 where exists (select from products where company_id = current_company() and base_uom = ${code})
      or exists (select from product_packages where company_id = current_company() and uom = ${code})`.execute(ctx.db);
  return rows.length > 0;
}
