import { sql } from "kysely";
import { notFound } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
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
      select s.id, s.device, s.address, s.created_at, s.last_seen_at from sessions s join users u on u.id = s.user_id
        join companies c on c.id = u.company_id
      where s.user_id = ${me(ctx).id} and session_holds(s, c)
        order by s.id = ${me(ctx).sessionId} desc, s.last_seen_at desc, s.id desc`.execute(ctx.installation);
    return {
      items: rows.map(({ id, device, address, created_at, last_seen_at }) => ({
        id,
        isCurrent: id === me(ctx).sessionId,
        device: deviceOf(device),
        address,
        createdAt: created_at,
        lastSeenAt: last_seen_at,
      })),
    };
  },
  async end(ctx, { id }) {
    const ended = await ctx.installation
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("user_id", "=", me(ctx).id)
      .returning("id")
      .executeTakeFirst();
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
