import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";

/** Rows that are judged or written in one go: enough to save trips, few enough that nobody waits for their turn. */
const atOnce = 500;

/** Tells how many rows of an import are done, while that goes on; others read it at once. */
export const tellProgress = ({ app, companyId }: Ctx, importId: string, rowsDone: number): Promise<void> =>
  app.beside(companyId, async (db) => {
    await db.updateTable("import_progress").set({ rows_done: rowsDone }).where("import_id", "=", importId).execute();
  });

/** The next rows of an import behind that number, in the order of the file. */
export const stagedRows = (db: Db, importId: string, after: number) =>
  db
    .selectFrom("import_rows")
    .where("import_id", "=", importId)
    .where("row_no", ">", after)
    .orderBy("row_no")
    .limit(atOnce);
