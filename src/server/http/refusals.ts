import type { RouteShape } from "#shared/contract/contract.ts";
import { Problem } from "#shared/contract/problem.ts";
import type { Caller } from "./context.ts";
import { inTransaction, type Database } from "../db/database.ts";
import { writeEvents } from "../audit/events.ts";

/** Notes that a signed-in person was refused for want of a permission; by itself, for the request's transaction is gone. */
export async function noteRefusal(
  database: Database,
  caller: Caller,
  { method, path }: RouteShape,
  error: unknown,
): Promise<void> {
  const { user, address } = caller;
  if (!user || !(error instanceof Problem) || error.status !== 403) return;
  await inTransaction(database.work, { role: "waybill_app", companyId: user.companyId }, (db) =>
    writeEvents(db, caller, "user.accessRefused", [user], { note: `${method} ${path}`, address }),
  );
}
