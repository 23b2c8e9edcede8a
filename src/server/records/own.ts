import { sql, type RawBuilder } from "kysely";
import type { RecordKind } from "#shared/contract/record.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, type Can } from "#shared/permissions/permissions.ts";
import type { Caller } from "../http/context.ts";

/** Which records of a kind are shown to whom. */
export interface SeenBy extends Pick<RecordKind, "own" | "confidential"> {
  /** Holders of one of these see all but the confidential ones, and those too where none are. */
  readonly all: readonly string[];
}

/** Who sees which records, where holders of any of these permissions come in; undefined where all of them see all. */
export function seenBy(
  { own, confidential }: Pick<RecordKind, "own" | "confidential">,
  can: Can | readonly Can[],
): SeenBy | undefined {
  if (!own && !confidential) return undefined;
  const special: readonly string[] = [...(own?.can ?? []), ...(confidential?.can ?? [])];
  const all = permissionsOf(can).filter((name) => !special.includes(name));
  return { all, ...(own ? { own } : {}), ...(confidential ? { confidential } : {}) };
}

/** Whether the caller is shown every record of a kind. Jobs and links, who are nobody, see what they ask for. */
export function seesAll({ user }: Pick<Caller, "user">, seen: SeenBy | undefined): boolean {
  if (!seen || !user) return true;
  const { all, confidential } = seen;
  return allows(user, all) && (!confidential || allows(user, confidential.can));
}

/** The condition under which the caller is shown a row `t`. */
export function isSeen({ user }: Pick<Caller, "user">, seen: SeenBy | undefined): RawBuilder<unknown> {
  if (!seen || !user || seesAll({ user }, seen)) return sql`true`;
  const { all, own, confidential } = seen;
  const isOrdinary = allows(user, all);
  const isTrusted = confidential !== undefined && allows(user, confidential.can);
  const closed = sql.ref(`t.${confidential?.column ?? ""}`);
  const ways = [
    ...(isOrdinary ? [sql`not ${closed}`] : []),
    ...(isTrusted ? [sql`${closed}`] : []),
    ...(own && allows(user, own.can) ? [isOwn(user.id, own)] : []),
  ];
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

function isOwn(userId: string, { column, of, sharedBy }: NonNullable<SeenBy["own"]>): RawBuilder<unknown> {
  const owner = sql.ref(`t.${column}`);
  if (of === undefined) return sql`${owner} = ${userId}`;
  const persons = sql`(select o.id from ${sql.table(of)} o where o.company_id = t.company_id and o.user_id = ${userId})`;
  if (!sharedBy) return sql`${owner} in ${persons}`;
  const { table, record, person, key = "id" } = sharedBy;
  return sql`(${owner} in ${persons} or ${sql.ref(`t.${key}`)} in (select c.${sql.ref(record)} from ${sql.table(table)} c
    where c.company_id = t.company_id and c.${sql.ref(person)} in ${persons}))`;
}
