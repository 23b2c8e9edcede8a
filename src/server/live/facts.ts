import type pg from "pg";
import type { FeedEvent } from "./feed.ts";
import type { Viewers } from "./viewers.ts";

/** What decides who is told of a record. */
export interface LineFacts {
  /** Whose own it is. */
  readonly owner: string | null;
  readonly isConfidential: boolean;
}

/** Record → what decides who is told of it, of those among these events that are not for all. One that is gone has none. */
export async function factsOf(
  pool: pg.Pool,
  viewers: ReadonlyMap<string, Viewers>,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, LineFacts>> {
  const found = await Promise.all(
    [...Map.groupBy(events, ({ entity }) => entity)].map(async ([entity, about]) => {
      const { table, own, confidential } = viewers.get(entity) ?? {};
      if (!table) return [];
      const { rows } = await pool.query<LineFacts & { id: string }>(
        `select id, owner, is_confidential as "isConfidential" from facts_of($1::regclass, $2, $3::regclass, $4, $5)`,
        [
          table,
          own?.column ?? null,
          own?.of ?? null,
          confidential?.column ?? null,
          about.map(({ entity_id: id }) => id),
        ],
      );
      return rows.map(({ id, ...facts }) => [id, facts] as const);
    }),
  );
  return new Map(found.flat());
}
