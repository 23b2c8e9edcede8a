import type { Client, TestApp } from "#main/testing/test-app.ts";
import { inTransaction } from "#server/db/database.ts";
import { oneOfEverything } from "../conform/everything.ts";
import type { OpenApiDocument } from "./calls.ts";
import { fuzz, type FuzzOptions, type FuzzResult } from "./fuzz.ts";
import { clientByLink, sessionOf } from "../records/people.ts";

/**
 * Fuzzes a world, signed in as its SUPER_ADMIN, and for each sixth request as somebody of another role: whoever sees only
 * their own records asks the database in other words.
 */
export async function fuzzApp(testApp: TestApp, options: FuzzOptions): Promise<FuzzResult> {
  const document = (await testApp.visitor().get("/api/openapi.json")).body as unknown as OpenApiDocument; // openApi() makes it so
  const { SUPER_ADMIN: superAdmin, ...others } = testApp.users;
  const sessions = new Map<string, Client>();
  let calls = 0;
  const of = async (userId: string) => {
    const client = sessions.get(userId) ?? (await sessionOf(testApp, userId));
    sessions.set(userId, client);
    return client;
  };
  const fresh = async () => {
    await restoreUsers(testApp);
    return sessionOf(testApp, superAdmin);
  };
  return fuzz(
    document,
    {
      async signedIn() {
        calls += 1;
        if (calls % 100 === 1) {
          sessions.clear();
          sessions.set(superAdmin, await fresh());
        }
        const users = Object.values(others);
        return of(calls % 6 === 0 ? (users[(calls / 6) % users.length] ?? superAdmin) : superAdmin);
      },
      oneTime: fresh,
      prepare: oneOfEverything,
      byLink: async (purpose, subjectId) =>
        clientByLink(testApp, { purpose, subjectId, subjectRevision: await revisionOf(testApp, subjectId) }),
    },
    options,
  );
}

/** The requests may have suspended us, or given the company rules under which nothing goes on. */
async function restoreUsers(testApp: TestApp): Promise<void> {
  await inTransaction(testApp.database.work, { role: "waybill_auth", companyId: null }, async (db) => {
    await db
      .updateTable("users")
      .set({ status: "active", is_super_admin: true })
      .where("id", "=", testApp.users.SUPER_ADMIN)
      .execute();
    await db.updateTable("users").set({ status: "active" }).where("id", "in", Object.values(testApp.users)).execute();
    await db
      .updateTable("companies")
      .set({
        status: "active",
        default_currency: "EUR",
        timezone: "Europe/Amsterdam",
        po_approval_threshold: null,
        over_receipt_pct: "0",
        hard_limit_factor: "2",
      })
      .where("id", "=", testApp.companies.a)
      .execute();
    await db.deleteFrom("sign_in_attempts").execute();
  });
}

/** The revision that a link mailed now would be for. */
async function revisionOf(testApp: TestApp, id: string): Promise<number> {
  const found = await Promise.all(
    (["purchase_orders", "delivery_schedules"] as const).map((table) =>
      testApp.database.owner.query<{ revision: number }>(`select revision from ${table} where id = $1`, [id]),
    ),
  );
  return found.flatMap(({ rows }) => rows)[0]?.revision ?? 0;
}
