import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { exportCsv } from "#server/records/export.ts";
import { page, type ListQuery, type ListSource } from "#server/records/list.ts";
import { serve } from "#server/http/serve.ts";
import { audit, auditEvent, type AuditQuery } from "./audit.contract.ts";
import { isShown } from "./shown-events.server.ts";
import { eventsOfRecordsCalled, recordName } from "./record-names.server.ts";

const zone = sql`(select c.timezone from companies c where c.id = (select current_company()))`;
/** When a day begins on the company's clock; the database knows it before it opens a month. */
const start = (day: string, days: number) => sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${zone})`;
/** One value can be read from an index in the order of time; several cannot. */
const among = (column: string, values: readonly string[]) =>
  values.length === 1 ? sql`${sql.ref(column)} = ${values[0]}` : sql`${sql.ref(column)} = any(${values})`;

const source = ({ app }: Pick<Ctx, "app">): ListSource => ({
  table: "events",
  record: auditEvent,
  add: { version: sql`1`, archivedAt: sql`null`, recordName: recordName(app.modules.records) },
  where: {
    shown: (_always: string, ctx) => isShown(ctx),
    at(range: string) {
      const [from, until] = range.split("..");
      return sql`${from ? sql`t.at >= ${start(from, 0)}` : sql`true`} and ${until ? sql`t.at < ${start(until, 1)}` : sql`true`}`;
    },
    actor(who: readonly string[]) {
      const people = who.filter((one) => one.includes("-"));
      const kinds = who.filter((one) => !one.includes("-"));
      if (kinds.length === 0) return among("t.actor_id", people);
      return sql`(t.actor_id = any(${people}::uuid[]) or t.actor_kind = any(${kinds}))`;
    },
    entity: (kinds: readonly string[]) => among("t.entity", kinds),
    step: (steps: readonly string[]) => among("t.step", steps),
  },
  defaultSort: "-at",
  path: audit.list.path,
});

export default serve(audit, {
  async list(ctx, { query }) {
    return (await page(ctx, await sourceOf(ctx, query), asked(query))) as never; // the rows' shape is the record's
  },
  async seal(ctx) {
    const { rows } = await sql<{ sealedUpTo: string | null; verifiedAt: string | null; brokenAt: number | null }>`
      select (select event_at from event_seals where company_id = current_company() order by seq desc
        limit 1) as "sealedUpTo", c.checked_at as "verifiedAt", c.broken_seq::int as "brokenAt"
      from (select 1) as one
        left join lateral (select checked_at, broken_seq from seal_checks where company_id = current_company()
        order by checked_at desc limit 1) c on true`.execute(ctx.db);
    return rows[0] ?? { sealedUpTo: null, verifiedAt: null, brokenAt: null };
  },
  async exportCsv(ctx, { query: { columns, values, headings, timezone, ...query } }) {
    const file = { columns, values, headings, timezone };
    await exportCsv(ctx, await ctx.open((inner) => sourceOf(inner, query)), { ...asked(query), ...file });
  },
});

/** Always asked for: the filter that leaves out what the caller is not shown. */
const toldTo = { shown: "caller" };

/** The kit's search reads the table's own words; here they are those of the records. */
const asked = ({ q, ...query }: AuditQuery): ListQuery => ({
  ...query,
  archived: "without",
  ...toldTo,
  ...(q ? { words: q } : {}),
});

async function sourceOf(ctx: Ctx, { q }: AuditQuery): Promise<ListSource> {
  const all = source(ctx);
  if (!q) return all;
  const condition = await eventsOfRecordsCalled(ctx, q);
  return { ...all, where: { ...all.where, words: () => condition } };
}
