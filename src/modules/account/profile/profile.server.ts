import { sql } from "kysely";
import { notFound, signInRequired } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { enterCompany } from "#server/db/database.ts";
import { difference } from "#server/records/crud.ts";
import { updateRow, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { describeMe } from "../session/me.server.ts";
import { profile } from "./profile.contract.ts";
import { cleanPhoto } from "./photo.server.ts";

export default serve(profile, {
  async update(ctx, { body }) {
    const { user } = ctx;
    if (!user) throw signInRequired();
    const { photo, ...values } = body;
    // A SUPER_ADMIN who acts in another company is a user of their own one still.
    await enterCompany(ctx.installation, user.homeCompanyId);
    const before = await lockById(ctx.installation, "users", user.id);
    await updateRow(ctx.installation, "users", before, values);
    if (photo !== undefined) await keepPhoto(ctx, user.id, photo);
    await ctx.emit("user.profileUpdated", before, {
      changes: {
        ...difference(before, values),
        ...(photo === undefined ? {} : { photo: { from: null, to: photo === null ? "removed" : "changed" } }),
      },
    });
    await enterCompany(ctx.installation, user.companyId);
    return describeMe(ctx, user);
  },
  async photo(ctx, { id }) {
    const found = await ctx.openInstallation(ctx.companyId, ({ installation }) =>
      installation
        .selectFrom("user_photos as p")
        .innerJoin("users as u", "u.id", "p.user_id")
        .select(["p.media_type", "p.content"])
        .where("u.id", "=", id)
        .where((has) => has.or([has("u.company_id", "=", ctx.companyId), has("u.id", "=", ctx.user?.id ?? null)]))
        .executeTakeFirst(),
    );
    if (!found) throw notFound("no_photo", "There is no photo.");
    ctx.reply
      .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
      .type(found.media_type)
      .send(found.content);
  },
});

async function keepPhoto({ installation }: Ctx, userId: string, photo: string | null): Promise<void> {
  if (photo === null) {
    await installation.deleteFrom("user_photos").where("user_id", "=", userId).execute();
    return;
  }
  const { mediaType, content } = cleanPhoto(Buffer.from(photo, "base64"));
  await sql`
    insert into user_photos (user_id, media_type, content) values (${userId}, ${mediaType}, ${content})
    on conflict (user_id) do update set media_type = excluded.media_type, content = excluded.content, updated_at = now()`.execute(
    installation,
  );
}
