import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { dropExports } from "../../settings/company-exports/drop-exports.server.ts";
import { forgetMails } from "../../settings/erasures/forget-mails.server.ts";

/**
 * Takes out of the company what names a driver, as an erasure does it for a user: records, mails, exports, and what the events
 * of the driver's own records tell. Returns what the event of the step binds into the sealed trail.
 */
export async function eraseDriver(ctx: Ctx, id: string): Promise<{ events: number; digest: string }> {
  const { rows: words } = await sql<{ value: string }>`
    select value from words_of_driver(${id}) where kind <> 'bare_phone'`.execute(ctx.db);
  // Before the rows, which still say what names them: done twice it does no harm, left out it would.
  await forgetMails(
    ctx.app.dataDir,
    [ctx.companyId],
    words.map(({ value }) => value),
  );
  ctx.app.wholeMails?.forget();
  await sql`select set_config('statement_timeout', '120s', true)`.execute(ctx.db); // a long trail is read as a whole
  const { rows } = await sql<{ events: number; digest: string }>`
    select event_count as events, events_digest as digest
      from erase_driver(${id}, ${ctx.user?.id ?? null}, ${JSON.stringify(ctx.app.modules.personalColumns)}::jsonb)`.execute(
    ctx.db,
  );
  await dropExports(ctx);
  return rows[0] ?? { events: 0, digest: "" };
}
