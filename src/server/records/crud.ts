import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import { stepsFor, type Abilities, type Flow } from "#shared/flow/flow.ts";
import { conflict, notFound, message } from "#shared/contract/problem.ts";
import { columns } from "../db/columns.ts";
import { snake } from "../db/names.ts";
import type { BareCtx, Ctx } from "../http/context.ts";
import { historyOf } from "../audit/events.ts";
import { withAbilities } from "./abilities.ts";
import { exportCsv, isRows, type ExportQuery } from "./export.ts";
import { isSeen, seenBy } from "./own.ts";
import { one, page, type Additions, type ListQuery, type ListSource } from "./list.ts";
import {
  deleteRow,
  insertRow,
  updateRow,
  stale,
  lockById,
  type Changes,
  type KindOf,
  type RecordTable,
} from "./records.ts";
import { removeFilesOf } from "./record-files.ts";
import { addChildRows, replaceChildRows, childRowsJson, type ChildRows } from "./child-rows.ts";
import type { Handlers } from "../http/serve.ts";

/** The routes that `crud()` of shared/contract/contract.ts returns. */
export type CrudContract = {
  readonly list: RouteShape & {
    readonly reply: z.ZodObject<{ readonly items: z.ZodArray<z.ZodObject> }>;
    readonly query: z.ZodType;
  };
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
  /** What it is: its table, and its word in events. */
  readonly record: KindOf<RecordTable>;
  readonly defaultSort: string;
  readonly add?: Additions;
  readonly joins?: ListSource["joins"];
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
  const { rows = {}, flow } = source;
  const { table, entity } = source.record;
  const seen = seenBy(source.record, contract.list.can);
  const row = contract.list.reply.shape.items.element;
  const whole = contract.read.reply.shape;
  const leftOut = Object.keys(whole).filter((key) => !(key in row.shape));
  const listed: ListSource = {
    table,
    record: contract.read.reply,
    add: { ...Object.fromEntries(Object.entries(rows).map(([key, own]) => [key, childRowsJson(own)])), ...source.add },
    joins: source.joins,
    where: source.where,
    defaultSort: source.defaultSort,
    path: contract.list.path,
    seen,
  };
  /** Whoever enters one is answered what they have entered, whether they are shown it afterwards or not. */
  const justEntered: ListSource = { ...listed, seen: undefined };
  const without = (keys: readonly string[]): ListSource => ({
    ...listed,
    record: z.object(Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)))),
    add: Object.fromEntries(Object.entries(listed.add ?? {}).filter(([key]) => !keys.includes(key))),
  });
  /** As `listed`, without what the list leaves out of the record. */
  const inRows = without(leftOut);
  /** All of a record that has a place in a line. */
  const exported = without(leftOut.filter((key) => isRows(whole[key] as z.ZodType)));
  const shaped = (ctx: Ctx, row: Values): Values => {
    if (flow) row["steps"] = stepsFor(flow, row as { status: string }, ctx.user); // a flow's records have a status
    return row;
  };

  const answer = async (ctx: Ctx, from: ListSource, id: string): Promise<Values> => {
    const row = await one(ctx, from, id);
    if (!row) throw notFound();
    return withAbilities(ctx, { contract, flow, abilities: source.abilities }, shaped(ctx, row));
  };
  const read = (ctx: Ctx, { id }: { id: string }): Promise<Values> => answer(ctx, listed, id);

  const writeRows = async (write: typeof replaceChildRows, ctx: Ctx, id: string, body: Values) => {
    for (const [key, own] of Object.entries(rows)) {
      if (body[key] !== undefined) await write(ctx.db, own, id, body[key] as Values[]); // the body's schema says so
    }
  };

  const handlers = {
    read,
    async list(ctx: Ctx, { query }: { query: ListQuery }) {
      const found = await page(ctx, inRows, query);
      return { ...found, items: found.items.map((row) => shaped(ctx, row)) };
    },
    exportCsv: (ctx: BareCtx, { query }: { query: ExportQuery }) => exportCsv(ctx, exported, query),
    history: (ctx: Ctx, { id }: { id: string }) => historyOf(ctx.db, table, entity, id, isSeen(ctx, seen)),
    async create(ctx: Ctx, { body }: { body: Values }) {
      const record = await insertRow(ctx.db, table, {
        ...body,
        createdBy: ctx.user?.id ?? null,
      } as Changes<RecordTable>); // insertRow keeps the table's columns only
      await writeRows(addChildRows, ctx, record.id, body);
      await ctx.emit(`${entity}.created`, record);
      return answer(ctx, justEntered, record.id);
    },
    async update(ctx: Ctx, { id, body }: { id: string; body: Values }) {
      const record: Values & { id: string } = await lockById(ctx.db, table, id);
      if (flow && !flow.editable.includes(String(record["status"])))
        throw conflict(
          "wrong_state",
          message("It can be changed only while it is {states}.", { states: flow.editable }),
        );
      const { version, ...values } = body;
      const isStale = record["version"] !== version;
      const before = isStale || !Object.keys(values).every((key) => key in record) ? await read(ctx, { id }) : record;
      if (isStale) throw stale(contract.read.reply.parse(before));
      const saved: Values = await updateRow(ctx.db, table, record, values as Changes<RecordTable>); // its columns only
      await writeRows(replaceChildRows, ctx, id, body);
      const after = await read(ctx, { id });
      const told = (row: Values, whole: Values) =>
        Object.fromEntries(
          Object.keys(values).map((key) => [key, key in saved ? plain(table, key, row[key]) : whole[key]]),
        );
      await ctx.emit(`${entity}.updated`, record, { changes: difference(told(record, before), told(saved, after)) });
      return after;
    },
    async remove(ctx: Ctx, { id, query }: { id: string; query: { version: number } }) {
      const record = await lockById(ctx.db, table, id);
      if (record.version !== query.version) throw stale(contract.read.reply.parse(await read(ctx, { id })));
      for (const own of Object.values(rows)) await replaceChildRows(ctx.db, own, id, []);
      await deleteRow(ctx.db, table, id);
      const files = source.record.files ? await removeFilesOf(ctx, entity, id) : [];
      await ctx.emit(`${entity}.removed`, record, files.length > 0 ? { note: files.join(", ") } : {});
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
  { record: { table, entity } }: Pick<CrudSource, "record">,
  saved: { readonly id: string; readonly archivedAt: string | null },
  isArchived: boolean,
): Promise<void> {
  if ((saved.archivedAt !== null) === isArchived) return;
  const archivedAt = isArchived ? new Date() : null;
  await updateRow(ctx.db, table, saved, { archivedAt } as Changes<RecordTable>); // every record table has the column
  await ctx.emit(`${entity}.${isArchived ? "archived" : "restored"}`, saved);
}

/** Rows as a person wrote them: their ids say nothing to anybody, and are new with each save. */
function withoutIds(list: unknown): unknown {
  return Array.isArray(list) ? list.map(({ id: _id, ...row }: Values) => row) : list;
}

/** A column's value: 12.50 is 12.5. */
function plain(table: RecordTable, key: string, value: unknown): unknown {
  const { [snake(key)]: type } = columns[table] as Readonly<Record<string, string>>;
  return type === "numeric" && String(value).includes(".") ? String(value).replace(/\.?0+$/, "") : value;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Field → { from, to } for every value that is not the same; rows are compared and told without their ids. */
export function difference(before: Values, after: Values): Record<string, { from: unknown; to: unknown }> {
  const changed: Record<string, { from: unknown; to: unknown }> = {};
  for (const [key, value] of Object.entries(after)) {
    const [from, to] = [withoutIds(before[key]), withoutIds(value)];
    if (!isDeepStrictEqual(asJson(from), asJson(to))) changed[key] = { from: from ?? null, to };
  }
  return changed;
}

/** Handlers of one contract by who asks: each call goes to those that `of` chooses, all of which have what `some` of them have. */
export function handlersBy<H extends object>(some: H, of: (ctx: Pick<Ctx, "can">) => H): H {
  type Called = Readonly<Record<string, (ctx: Pick<Ctx, "can">, req: unknown) => unknown>>;
  const call = (name: string) => (ctx: Pick<Ctx, "can">, req: unknown) => (of(ctx) as Called)[name]?.(ctx, req);
  return Object.fromEntries(Object.keys(some).map((name) => [name, call(name)])) as H; // under the same names
}
