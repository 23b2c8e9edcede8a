import { sql } from "kysely";
import type { RouteShape } from "#shared/contract/contract.ts";
import { entityOf } from "#shared/contract/entity.ts";
import { invalid, message, notFound } from "#shared/contract/problem.ts";
import type { RecordKind } from "#shared/contract/record.ts";
import type { Can } from "#shared/permissions/permissions.ts";
import type { Db } from "../db/database.ts";
import type { Caller, Ctx } from "../http/context.ts";
import type { Served } from "../http/serve.ts";
import { isSeen, seenBy, seesAll, type SeenBy } from "./own.ts";
import { ofCompany, type RecordTable } from "./records.ts";

type Kind = RecordKind & { readonly table: RecordTable };

/** The kind of record whose id stands in the address of a route, and who is shown which of them. */
export interface NamedRecord {
  readonly table: RecordTable;
  readonly seen: SeenBy;
}

/**
 * Route → the kind of record that it names, of kinds that are not shown to all alike: every route below `/:id` of their list, in
 * whichever contract it stands. Who is shown which is said by the permissions of the list.
 */
export function namedRecords(
  served: readonly Served[],
  records: readonly Kind[],
): ReadonlyMap<RouteShape, NamedRecord> {
  // What has a list and no records of its own to read, such as files, may be called alike.
  const lists = served.flatMap(({ contract: { list, read } }) => {
    const kind = list && read && records.find(({ entity }) => entity === entityOf(list.path));
    const seen = kind && seenBy(kind, list.can);
    return seen ? [{ path: `${list.path}/:id`, table: kind.table, seen }] : [];
  });
  const routes = served.flatMap(({ contract }) => Object.values(contract));
  return new Map(
    routes.flatMap((route) => {
      const list = lists.find(({ path }) => route.path === path || route.path.startsWith(`${path}/`));
      return list ? [[route, { table: list.table, seen: list.seen }] as const] : [];
    }),
  );
}

/** Whether the caller is shown a record; nothing is asked for who is shown each of its kind. */
export async function isShown(
  db: Db,
  caller: Pick<Caller, "user">,
  { table, seen }: { readonly table: RecordTable; readonly seen: SeenBy | undefined },
  id: string,
): Promise<boolean> {
  if (seesAll(caller, seen)) return true;
  const { rows } = await sql`/* prepared */ select from ${sql.table(table)} as t
    where t.id = ${id} and ${ofCompany(table, "t")} and ${isSeen(caller, seen)}`.execute(db);
  return rows.length > 0;
}

/** 404 unless the caller is shown the record that a route names, whatever else it would answer. */
export async function mustBeShown(
  db: Db,
  caller: Pick<Caller, "user">,
  named: NamedRecord | undefined,
  id: string,
): Promise<void> {
  if (named && !(await isShown(db, caller, named, id))) throw notFound();
}

/** Of a record that a field of a body names and the caller is not shown nothing is said: 422, as of one that is not there. */
export async function mustBeChoosable(
  ctx: Ctx,
  kind: Kind,
  can: Can | readonly Can[],
  [field, id]: readonly [field: string, id: string | null],
): Promise<void> {
  if (id !== null && !(await isShown(ctx.db, ctx, { table: kind.table, seen: seenBy(kind, can) }, id)))
    throw invalid({ [field]: message("Choose one from the list.") });
}
