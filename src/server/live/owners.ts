import type pg from "pg";
import type { FeedEvent } from "./feed.ts";
import type { Viewers } from "./viewers.ts";

/** Record → the user whose own it is, of the records among these events that some are told of only if they are theirs. */
export async function ownersOf(
  pool: pg.Pool,
  viewers: ReadonlyMap<string, Viewers>,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...Map.groupBy(events, ({ entity }) => entity)].map(async ([entity, about]) => {
      const own = viewers.get(entity)?.own;
      if (!own) return [];
      const ids = about.map(({ entity_id }) => entity_id);
      const { rows } = await pool.query<{ id: string; owner: string }>(
        "select id, owner from owners_of($1::regclass, $2, $3::regclass, $4)",
        [own.table, own.column, own.of ?? null, ids],
      );
      return rows.map(({ id, owner }) => [id, owner] as const);
    }),
  );
  return new Map(found.flat());
}
