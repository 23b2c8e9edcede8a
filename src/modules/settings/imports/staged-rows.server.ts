import type { Db } from "#server/db/database.ts";

/** Rows that are judged or written in one go: enough to save trips, few enough that nobody waits for their turn. */
const atOnce = 500;

/** The next rows of an import behind that number, in the order of the file. */
export const stagedRows = (db: Db, importId: string, after: number) =>
  db
    .selectFrom("import_rows")
    .where("import_id", "=", importId)
    .where("row_no", ">", after)
    .orderBy("row_no")
    .limit(atOnce);
