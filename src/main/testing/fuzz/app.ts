import type { Client, TestApp } from "#main/testing/test-app.ts";
import { inTransaction } from "#server/db/database.ts";
import { oneOfEverything } from "../conform/everything.ts";
import type { OpenApiDocument } from "./calls.ts";
import { fuzz, type FuzzOptions, type FuzzResult } from "./fuzz.ts";
import { clientByLink, sessionOf } from "../records/people.ts";

/** Fuzzes a world, signed in as its SUPER_ADMIN. */
export async function fuzzApp(testApp: TestApp, options: FuzzOptions): Promise<FuzzResult> {
  const document = (await testApp.visitor().get("/api/openapi.json")).body as unknown as OpenApiDocument; // openApi() makes it so
  let client: Client | undefined;
  let calls = 0;
  const fresh = async () => {
    await restoreUser(testApp);
    return sessionOf(testApp, testApp.users.SUPER_ADMIN);
  };
  return fuzz(
    document,
    {
      async signedIn() {
        if (calls++ % 100 === 0) client = undefined;
        return (client ??= await fresh());
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
async function restoreUser(testApp: TestApp): Promise<void> {
  await inTransaction(testApp.database.work, { role: "waybill_auth", companyId: null }, async (db) => {
    await db
      .updateTable("users")
      .set({ status: "active", is_super_admin: true })
      .where("id", "=", testApp.users.SUPER_ADMIN)
      .execute();
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
