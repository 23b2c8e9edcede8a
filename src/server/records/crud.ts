import type { z } from "zod";
import type { ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import { stepsFor, type Abilities, type Flow } from "#shared/flow/flow.ts";
import { conflict, notFound, message } from "#shared/contract/problem.ts";
import type { BareCtx, Ctx } from "../http/context.ts";
import { historyOf } from "../audit/events.ts";
import { withAbilities } from "./abilities.ts";
import { exportCsv } from "./export.ts";
import { one, page, type Additions, type ListQuery, type ListSource } from "./list.ts";
import { deleteRow, insertRow, updateRow, stale, lockById, type Changes, type RecordTable } from "./records.ts";
import { addChildRows, replaceChildRows, childRowsJson, type ChildRows } from "./child-rows.ts";
import type { Handlers } from "../http/serve.ts";

/** The routes that `crud()` of shared/contract/contract.ts returns. */
export type CrudContract = {
  readonly list: RouteShape & { readonly reply: z.ZodObject; readonly query: z.ZodType };
  readonly exportCsv: RouteShape;
  readonly read: RouteShape & { readonly reply: z.ZodObject };
  readonly history: RouteShape;
  readonly create: RouteShape;
  readonly update: RouteShape;
  readonly remove: RouteShape;
  readonly archive: RouteShape;
  readonly restore: RouteShape;
};

interface CrudSource {
  readonly table: RecordTable;
  /** The record in words of events: `purchase-order`. */
  readonly entity: string;
  readonly defaultSort: string;
  readonly add?: Additions;
  readonly where?: ListSource["where"];
  readonly rows?: Readonly<Record<string, ChildRows>>;
  readonly flow?: Flow;
  /** What may be done with a record that has no flow, beyond the ordinary routes. */
  readonly abilities?: Abilities;
}

type Values = Record<string, unknown>;
type ById<R extends RouteShape> = (ctx: Ctx, req: { readonly id: string }) => Promise<ReplyOf<R>>;
/** As the contract asks; those that need nothing but the id say so, and can be called from other handlers. */
type CrudHandlers<C extends CrudContract> = Pick<Handlers<C>, "list" | "exportCsv" | "create" | "update" | "remove"> & {
  readonly [K in "read" | "history" | "archive" | "restore"]: ById<C[K]>;
};

/** The handlers of the ordinary routes. They are plain functions over `(ctx, req)`: replace one, or call it from your own. */
export function crudHandlers<C extends CrudContract>(contract: C, source: CrudSource): CrudHandlers<C> {
  const { table, entity, rows = {}, flow } = source;
  const listed: ListSource = {
    table,
    record: contract.read.reply,
    add: { ...Object.fromEntries(Object.entries(rows).map(([key, own]) => [key, childRowsJson(own)])), ...source.add },
    where: source.where,
    defaultSort: source.defaultSort,
    path: contract.list.path,
  };
  const shaped = (ctx: Ctx, row: Values): Values =>
    flow ? { ...row, steps: stepsFor(flow, row as { status: string }, ctx.user) } : row; // a flow's records have a status

  const read = async (ctx: Ctx, { id }: { id: string }): Promise<Values> => {
    const row = await one(ctx, listed, id);
    if (!row) throw notFound();
    return withAbilities(ctx, { contract, flow, abilities: source.abilities }, shaped(ctx, row));
  };

  const writeRows = async (write: typeof replaceChildRows, ctx: Ctx, id: string, body: Values) => {
    for (const [key, own] of Object.entries(rows)) {
      if (body[key] !== undefined) await write(ctx.db, own, id, body[key] as Values[]); // the body's schema says so
    }
  };

  const handlers = {
    read,
    async list(ctx: Ctx, { query }: { query: ListQuery }) {
      const found = await page(ctx, listed, query);
      return { ...found, items: found.items.map((row) => shaped(ctx, row)) };
    },
    exportCsv: (ctx: BareCtx, { query }: { query: ListQuery & { columns?: string } }) => exportCsv(ctx, listed, query),
    history: (ctx: Ctx, { id }: { id: string }) => historyOf(ctx.db, table, entity, id),
    async create(ctx: Ctx, { body }: { body: Values }) {
      const record = await insertRow(ctx.db, table, {
        ...body,
        createdBy: ctx.user?.id ?? null,
      } as Changes<RecordTable>); // insert keeps the table's columns only
      await writeRows(addChildRows, ctx, record.id, body);
      await ctx.emit(`${entity}.created`, record);
      return read(ctx, record);
    },
    async update(ctx: Ctx, { id, body }: { id: string; body: Values }) {
      const record: Values & { id: string } = await lockById(ctx.db, table, id);
      if (flow && !flow.editable.includes(String(record["status"])))
        throw conflict(
          "wrong_state",
          message("It can be changed only while it is {states}.", { states: flow.editable.join(", ") }),
        );
      const before =
        Object.keys(rows).length > 0 || record["version"] !== body["version"] ? await read(ctx, { id }) : record;
      if (record["version"] !== body["version"]) throw stale(contract.read.reply.parse(before));
      const { version: _version, ...values } = body;
      await updateRow(ctx.db, table, record, values as Changes<RecordTable>); // put keeps the table's columns only
      await writeRows(replaceChildRows, ctx, id, body);
      await ctx.emit(`${entity}.updated`, record, { changes: difference(before, values) });
      return read(ctx, { id });
    },
    async remove(ctx: Ctx, { id, query }: { id: string; query: { version: number } }) {
      const record = await lockById(ctx.db, table, id);
      if (record.version !== query.version) throw stale(contract.read.reply.parse(await read(ctx, { id })));
      for (const own of Object.values(rows)) await replaceChildRows(ctx.db, own, id, []);
      await deleteRow(ctx.db, table, id);
      await ctx.emit(`${entity}.removed`, record);
    },
    async archive(ctx: Ctx, { id }: { id: string }) {
      await setArchived(ctx, source, await lockById(ctx.db, table, id), true);
      return read(ctx, { id });
    },
    async restore(ctx: Ctx, { id }: { id: string }) {
      await setArchived(ctx, source, await lockById(ctx.db, table, id), false);
      return read(ctx, { id });
    },
  };

  return handlers as unknown as CrudHandlers<C>; // the rows' shape is the reply's shape; what differs fails in `conform`
}

/** Puts a locked record into the archive or takes it out, with one event; nothing where it is there already. */
export async function setArchived(
  ctx: Ctx,
  { table, entity }: Pick<CrudSource, "table" | "entity">,
  record: { readonly id: string; readonly archivedAt: string | null },
  isArchived: boolean,
): Promise<void> {
  if ((record.archivedAt !== null) === isArchived) return;
  const archivedAt = isArchived ? new Date() : null;
  await updateRow(ctx.db, table, record, { archivedAt } as Changes<RecordTable>); // every record table has the column
  await ctx.emit(`${entity}.${isArchived ? "archived" : "restored"}`, record);
}

/** Field → { from, to } for every value that is not the same. */
export function difference(before: Values, after: Values): Record<string, { from: unknown; to: unknown }> {
  const changed: Record<string, { from: unknown; to: unknown }> = {};
  for (const [key, to] of Object.entries(after)) {
    const from = before[key];
    if (JSON.stringify(from ?? null) !== JSON.stringify(to ?? null)) changed[key] = { from: from ?? null, to };
  }
  return changed;
}
