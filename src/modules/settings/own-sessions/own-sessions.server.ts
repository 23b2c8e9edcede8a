import { sql } from "kysely";
import { notFound } from "#shared/problem.ts";
import type { Ctx } from "#server/context.ts";
import { serve } from "#server/serve.ts";
import { deviceOf } from "./device.server.ts";
import { ownSessions } from "./own-sessions.contract.ts";

interface Row {
  id: string;
  device: string | null;
  address: string | null;
  created_at: string;
  last_seen_at: string;
}

export default serve(ownSessions, {
  async list(ctx) {
    const { rows } = await sql<Row>`
      select id, device, address, created_at, last_seen_at from sessions
      where user_id = ${me(ctx).id} and expires_at > now() and last_seen_at > now() - interval '12 hours' order by id = ${me(ctx).sessionId} desc, last_seen_at desc, id desc`.execute(ctx.installation);
    return { items: rows.map(({ id, device, address, created_at, last_seen_at }) => ({ id, isCurrent: id === me(ctx).sessionId, device: deviceOf(device), address, createdAt: created_at, lastSeenAt: last_seen_at })) };
  },
  async end(ctx, { id }) {
    const ended = await ctx.installation.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", me(ctx).id).returning("id").executeTakeFirst();
    if (!ended) throw notFound("no_session", "This session has ended already.");
    await ctx.emit("user.sessionEnded", me(ctx));
  },
  async endAll(ctx) {
    await ctx.installation.deleteFrom("sessions").where("user_id", "=", me(ctx).id).execute();
    await ctx.emit("user.signedOutEverywhere", me(ctx));
  },
});

function me({ user }: Ctx) {
  if (!user) throw notFound(); // `can` lets nobody else in
  return user;
}
