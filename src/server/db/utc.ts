import { sql, type RawBuilder } from "kysely";

/** An instant within JSON that PostgreSQL builds, written as those of columns are: `utc("s.arrived_at")`. */
export const utc = (instant: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${typeof instant === "string" ? sql.ref(instant) : instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
