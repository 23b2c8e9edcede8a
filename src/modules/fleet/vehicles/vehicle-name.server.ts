import { sql, type RawBuilder } from "kysely";

/** How a vehicle is called, by the alias of its row: its number and its plate. */
export const vehicleName = (row: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${sql.ref(`${row}.unit_number`)}, ${sql.ref(`${row}.plate_number`)})`;
