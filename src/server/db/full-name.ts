import { sql, type RawBuilder } from "kysely";

/** How a person is called, by the alias of their row: `fullName("d")`. */
export const fullName = (row: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${row}.first_name`)} || ' ' || ${sql.ref(`${row}.last_name`)}`;
