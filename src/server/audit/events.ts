import { sql, type RawBuilder } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Actor, Caller, EventDetails, Subject } from "../http/context.ts";
import type { Db } from "../db/database.ts";
import { ofCompany, type RecordTable } from "../records/records.ts";

/** Writes one event for each subject in the transaction at hand: audit trail, history of the record and feed in one row. */
export async function writeEvents(
  db: Db,
  caller: Caller,
  name: string,
  subjects: readonly Subject[],
  details: EventDetails = {},
): Promise<void> {
  if (subjects.length === 0) return;
  const dot = name.indexOf(".");
  const actor = details.by ?? actorOf(caller);
  const event = {
    entity: name.slice(0, dot),
    step: name.slice(dot + 1),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: details.actorName ?? actor.name,
    from_status: details.from ?? null,
    to_status: details.to ?? null,
    reason: details.reason ?? null,
    note: details.note ?? null,
    request_id: caller.requestId,
    address: details.address ?? null,
    changes: details.changes ? JSON.stringify(details.changes) : null,
  };
  await db
    .insertInto("events")
    .values(subjects.map(({ id }) => ({ ...event, entity_id: id })))
    .execute();
}

function actorOf({ user, link }: Caller): Actor {
  if (user) return { kind: "user", id: user.id, name: `${user.firstName} ${user.lastName}`.trim() || user.email };
  if (link) return { kind: "link", id: link.linkId, name: link.recipient };
  return { kind: "system", id: null, name: null };
}

/** The history of one record, newest first. Throws 404 where the record `t` cannot be read, as every read does. */
export async function historyOf(
  db: Db,
  table: RecordTable,
  entity: string,
  id: string,
  isShown: RawBuilder<unknown> = sql`true`,
) {
  const { rows: found } = await sql`select 1 from ${sql.table(table)} as t
    where t.id = ${id} and ${ofCompany(table, "t")} and ${isShown}`.execute(db);
  if (!found.length) throw notFound();
  const rows = await db
    .selectFrom("events")
    .select([
      "id",
      "at",
      "actor_kind as actorKind",
      "actor_name as actorName",
      "step",
      "from_status as fromStatus",
      "to_status as toStatus",
      "reason",
      "note",
      "changes",
    ])
    .where("company_id", "=", sql<string>`current_company()`)
    .where("entity", "=", entity)
    .where("entity_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  // written by writeEvents as an object
  return { items: rows.map((row) => ({ ...row, changes: (row.changes ?? null) as Record<string, unknown> | null })) };
}
