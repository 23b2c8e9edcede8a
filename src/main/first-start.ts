import { makePasswordToken } from "#modules/settings/users/password-tokens.server.ts";
import { inTransaction, openDatabase } from "#server/db/database.ts";

/** The one-time link that creates the first SUPER_ADMIN (24 h); null once there is any user. A new one is made at each start until then. */
export async function setUpLink(databaseUrl: string, appUrl: string): Promise<string | null> {
  const database = openDatabase({ url: databaseUrl }, { work: 1, auth: 1, owner: 1 });
  try {
    return await inTransaction(database.work, { role: "waybill_auth", companyId: null }, async (db) => {
      const known = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
      if (known) return null;
      await db.deleteFrom("password_tokens").where("purpose", "=", "setup").execute();
      const { secret } = await makePasswordToken(db, "setup", null);
      return `${appUrl}/set-up#t=${secret}`;
    });
  } finally {
    await database.close();
  }
}
