import { sql, type RawBuilder } from "kysely";
import type { OwnRecords } from "#shared/contract/record.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { allows, type Can } from "#shared/permissions/permissions.ts";
import type { Caller } from "../http/context.ts";

/** Who is shown all records of a kind: holders of one of these permissions. Everybody else is shown their own. */
export interface SeenBy {
  readonly own: OwnRecords;
  readonly all: readonly string[];
}

/** Who sees all and who their own, where holders of any of these come in; undefined where all who come in see all. */
export function seenBy(own: OwnRecords | undefined, can: Can | readonly Can[]): SeenBy | undefined {
  const alone: readonly string[] = own?.can ?? [];
  return own && { own, all: permissionsOf(can).filter((name) => !alone.includes(name)) };
}

/** The condition under which the caller is shown a row `t`. Jobs and links, who are nobody, see what they ask for. */
export function isSeen({ user }: Pick<Caller, "user">, seen: SeenBy | undefined): RawBuilder<unknown> {
  if (!seen || !user || allows(user, seen.all)) return sql`true`;
  const { column, of } = seen.own;
  const owner = sql.ref(`t.${column}`);
  return of === undefined
    ? sql`${owner} = ${user.id}`
    : sql`${owner} in (select o.id from ${sql.table(of)} o where o.company_id = t.company_id and o.user_id = ${user.id})`;
}
