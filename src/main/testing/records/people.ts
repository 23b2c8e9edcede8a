import { randomUUID } from "node:crypto";
import { Client, type TestApp } from "#main/testing/test-app.ts";
import { inTransaction } from "#server/db/database.ts";
import { randomSecret, sha256 } from "#server/crypto/keys.ts";

/** A signed-in client of a user who may do just this, and nothing else. */
export async function clientWith(
  testApp: TestApp,
  permissions: readonly string[],
  company: "a" | "b" = "a",
): Promise<Client> {
  const companyId = testApp.companies[company];
  const email = `${randomUUID()}@example.com`;
  const token = randomSecret();
  await inTransaction(testApp.database.work, { role: "waybill_auth", companyId }, async (db) => {
    const code = `R${randomUUID().replaceAll("-", "").toUpperCase()}`;
    const role = await db
      .insertInto("roles")
      .values({ code, name: code, permissions: [...permissions] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const user = await db
      .insertInto("users")
      .values({ company_id: companyId, email, first_name: "One", last_name: "Permission", status: "active" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("user_roles").values({ user_id: user.id, role_id: role.id }).execute();
    await db
      .insertInto("sessions")
      .values({
        token_hash: sha256(token),
        user_id: user.id,
        company_id: companyId,
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
  });
  return holding(testApp, "waybill-session", token);
}

/** Another session of a user of company A, without signing in. */
export async function sessionOf(testApp: TestApp, userId: string): Promise<Client> {
  const token = randomSecret();
  await inTransaction(testApp.database.work, { role: "waybill_auth", companyId: null }, (db) =>
    db
      .insertInto("sessions")
      .values({
        token_hash: sha256(token),
        user_id: userId,
        company_id: testApp.companies.a,
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute(),
  );
  return holding(testApp, "waybill-session", token);
}

/** A client that came by a mailed link of this purpose to this record. */
export async function clientByLink(
  testApp: TestApp,
  link: { purpose: string; subjectId: string; subjectRevision?: number },
): Promise<Client> {
  const token = randomSecret();
  await inTransaction(testApp.database.work, { role: "waybill_auth", companyId: testApp.companies.a }, async (db) => {
    const { id } = await db
      .insertInto("links")
      .values({
        token_hash: sha256(randomSecret()),
        purpose: link.purpose,
        subject_id: link.subjectId,
        subject_revision: link.subjectRevision ?? 0,
        recipient: "orders@vendor.example",
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("link_sessions")
      .values({
        token_hash: sha256(token),
        company_id: testApp.companies.a,
        link_id: id,
        expires_at: new Date(Date.now() + 1_800_000),
      })
      .execute();
  });
  return holding(testApp, "waybill-link", token);
}

async function holding(testApp: TestApp, cookie: string, token: string): Promise<Client> {
  const client = new Client(testApp.app);
  client.cookies.set(cookie, token);
  await client.get("/api/settings");
  return client;
}
