import { sql, type RawBuilder } from "kysely";
import { SUPER_ADMIN } from "#shared/permissions/permissions.ts";
import { conflict, invalid, notFound, message } from "#shared/contract/problem.ts";
import type { ReplyOf } from "#shared/contract/contract.ts";
import type { Ctx } from "#server/http/context.ts";
import { enterCompany } from "#server/db/database.ts";
import { serve } from "#server/http/serve.ts";
import { dropExports } from "../company-exports/drop-exports.server.ts";
import { erasures, type Leaver } from "./erasures.contract.ts";
import { forgetMails } from "./forget-mails.server.ts";

const nobody = { kind: "system", id: null, name: null } as const;

export default serve(erasures, {
  list: async (ctx) => ({ items: await leavers(ctx, sql`u.erased_at is null`) }),
  async preview(ctx, { query: { userId } }) {
    const { rows } = await sql<{ events: number; mails: number }>`
      select (select count(*)::int from events e where e.company_id = u.company_id and e.actor_id = u.id) as events,
        (select count(*)::int from mails m where m.company_id = u.company_id and lower(m.recipient) = lower(u.email)) as mails
      from users u where u.company_id = current_company() and u.id = ${userId}`.execute(ctx.installation);
    const leaver = await leaverOf(ctx, userId);
    const replaced = await wordsOf(ctx, userId);
    const { rows: drivers } = await sql<{ id: string; name: string }>`
      select driver as id, name from drivers_of_person(${userId})`.execute(ctx.installation);
    return { ...leaver, events: rows[0]?.events ?? 0, mails: rows[0]?.mails ?? 0, replaced, drivers };
  },
  async erase(ctx, { body }) {
    const before = await ctx.openInstallation(ctx.companyId, (inner) => mayErase(inner, body));
    // Before the rows, which still say whose they are: done twice it does no harm, left out it would.
    const words = before.words.filter(({ kind }) => kind !== "bare_phone").map(({ value }) => value);
    await forgetMails(ctx.app.dataDir, before.places, words);
    ctx.app.wholeMails?.forget();
    return ctx.openInstallation(ctx.companyId, (inner) => eraseRows(inner, body.userId));
  },
});

async function leaverOf(ctx: Ctx, id: string): Promise<Leaver> {
  const [leaver] = await leavers(ctx, sql`u.erased_at is null and u.id = ${id}`);
  if (!leaver) throw notFound();
  return leaver;
}

async function leavers(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Leaver[]> {
  const { rows } = await sql<Leaver>`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
      u.archived_at as "removedAt" from users u
    where u.company_id = current_company() and u.status = 'deactivated' and u.archived_at is not null and ${condition}
    order by u.last_name, u.first_name, u.id limit 500`.execute(ctx.installation);
  return rows;
}

/** Who is to be erased, and in which companies they left something. */
async function mayErase(ctx: Ctx, { userId, name }: { userId: string; name: string }) {
  const { rows } = await sql<{
    name: string;
    email: string;
    status: string;
    is_super_admin: boolean;
    erased: boolean;
    places: string[];
  }>`
    select trim(first_name || ' ' || last_name) as name, email, status, is_super_admin,
      erased_at is not null as erased,
      array(select c.id from companies c
        where c.id = u.company_id or exists (select from events e
        where e.company_id = c.id and e.actor_id = u.id)) as places
    from users u where company_id = current_company() and id = ${userId}`.execute(ctx.installation);
  const [person] = rows;
  if (!person) throw notFound();
  if (person.erased) throw conflict("erased", "This person was erased already.");
  if (person.status !== "deactivated")
    throw conflict("not_removed", "Only somebody who was removed can be erased. Remove the user first.");
  if (person.is_super_admin && ctx.user?.roleMap[SUPER_ADMIN] !== true)
    throw conflict("super_admin", "This account belongs to the whole installation. Only a SUPER_ADMIN can change it.");
  if (name !== (person.name || person.email)) throw invalid({ name: message("Type the name as it stands above.") });
  return { ...person, words: await wordsOf(ctx, userId) };
}

type ReplacedWord = ReplyOf<typeof erasures.preview>["replaced"][number];

/** What names this person, now and in their history: an erasure looks for this and for nothing else. */
async function wordsOf(ctx: Ctx, userId: string): Promise<ReplacedWord[]> {
  const { rows } = await sql<ReplacedWord>`
    select kind, value from words_of_person(${userId}) order by kind, value`.execute(ctx.installation);
  return rows;
}

/** One transaction: either nothing names the person any more, or nothing has changed. */
async function eraseRows(ctx: Ctx, userId: string): Promise<{ events: number }> {
  await sql`select set_config('statement_timeout', '120s', true)`.execute(ctx.installation); // a long trail is read as a whole
  const { rows: places } = await sql<{ company: string; event_count: number; events_digest: string }>`
    select company, event_count, events_digest
      from erase_person(${userId}, ${ctx.user?.id ?? null}, ${JSON.stringify(ctx.app.modules.personalColumns)}::jsonb)`.execute(
    ctx.installation,
  );
  if (places.length === 0) throw conflict("erased", "This person was erased already.");
  for (const { company, event_count: events, events_digest: digest } of places) {
    await enterCompany(ctx.installation, company);
    // The digest binds what was left of the events into the sealed trail. Other companies learn of the erasure, not of who asked.
    await ctx.emit(
      "user.erased",
      { id: userId },
      { changes: { events, digest }, ...(company === ctx.companyId ? {} : { by: nobody }) },
    );
    await dropExports(ctx);
  }
  await enterCompany(ctx.installation, ctx.companyId);
  await ctx.enqueue("note-erasure", { entity: "user", id: userId });
  return { events: places.reduce((sum, { event_count: count }) => sum + count, 0) };
}
