import { sql } from "kysely";
import { userFlow } from "#modules/settings/users/users.flow.ts";
import { makePasswordToken } from "#modules/settings/users/password-tokens.server.ts";
import { enterCompany, inTransaction, openDatabase } from "#server/db/database.ts";

/**
 * A link with which somebody chooses a new password, for whoever runs the server: it works once, for an hour, and an older
 * one is over. The audit trail of the person's company tells of it. Null where nobody with this address may sign in.
 */
export async function resetLink(databaseUrl: string, appUrl: string, email: string): Promise<string | null> {
  const database = openDatabase({ url: databaseUrl }, { work: 1, auth: 1, owner: 1 });
  try {
    return await inTransaction(database.work, { role: "waybill_auth", companyId: null }, async (db) => {
      const user = await db
        .selectFrom("users")
        .select(["id", "company_id"])
        .where(sql`lower(email)`, "=", email.trim().toLowerCase())
        .where("status", "in", userFlow.groups.mayLogIn)
        .executeTakeFirst();
      if (!user) return null;
      await enterCompany(db, user.company_id);
      const { secret } = await makePasswordToken(db, "reset", user.id);
      await db
        .insertInto("events")
        .values({ actor_kind: "system", entity: "user", entity_id: user.id, step: "resetLinkMade" })
        .execute();
      return `${appUrl}/change-password#t=${secret}`;
    });
  } finally {
    await database.close();
  }
}
