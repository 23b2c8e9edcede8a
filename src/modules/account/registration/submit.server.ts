import { sql } from "kysely";
import type { BodyOf } from "#shared/contract/contract.ts";
import { conflict, invalid, notFound, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Db } from "#server/db/database.ts";
import { randomSecret } from "#server/crypto/keys.ts";
import { updateRow, lockById } from "#server/records/records.ts";
import { companyFlow } from "#modules/settings/companies/companies.flow.ts";
import type { registrations } from "./registration.contract.ts";

/** The details are complete: the company waits for a SUPER_ADMIN, and who registered it is its administrator from then on. */
export async function submit(
  ctx: Ctx,
  { body }: { body: BodyOf<typeof registrations.submit> },
): Promise<Record<string, never>> {
  const { db, companyId } = ctx;
  const { company, userId, isFirst } = await takeOwn(ctx, ["registering"]);
  const type = await db
    .selectFrom("company_types")
    .select("id")
    .where("id", "=", body.companyTypeId)
    .where("is_active", "=", true)
    .executeTakeFirst();
  if (!type) throw invalid({ companyTypeId: "Choose what your company does." });
  const code = isFirst ? { code: await freeCode(db, body.legalName) } : {};
  await updateRow(db, "companies", company, { ...body, ...code, status: "pending" });
  if (isFirst) {
    await ctx.app.modules.fillCompany(db);
    await sql`insert into user_roles (user_id, role_id) select ${userId}, id from roles
      where code = 'COMPANY_ADMIN' and company_id = ${companyId}`.execute(db);
  }
  await updateRow(db, "users", { id: userId }, { status: "pending_approval" });
  const sent = JSON.stringify(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)));
  await db
    .updateTable("company_registrations")
    .set({ draft: sent, submitted_at: new Date(), rejected_at: null, rejection_reason: null })
    .where("company_id", "=", companyId)
    .execute();
  await ctx.emit("company.submitted", company, { from: "registering", to: "pending" });
  await ctx.enqueue("mail-registration-news", { userId, news: "received" });
  await ctx.enqueue("mail-registration-waits", {});
  return {};
}

/** Takes the details back, to correct them and send them in again. */
export async function reopen(ctx: Ctx): Promise<Record<string, never>> {
  const { company, userId } = await takeOwn(ctx, companyFlow.groups.reopenable);
  await updateRow(ctx.db, "companies", company, { status: "registering" });
  await updateRow(ctx.db, "users", { id: userId }, { status: "registering" });
  await ctx.emit("company.takenBack", company, { from: company.status, to: "registering" });
  return {};
}

/** Locks the company that the caller registers, while it is in one of these states. */
async function takeOwn(ctx: Ctx, states: readonly string[]) {
  const company = await lockById(ctx.installation, "companies", ctx.companyId);
  const own = await ctx.db
    .selectFrom("company_registrations")
    .select(["user_id", "submitted_at"])
    .where("company_id", "=", ctx.companyId)
    .where("user_id", "=", ctx.user?.id ?? null)
    .executeTakeFirst();
  if (!own) throw notFound("no_registration", "There is no registration to complete.");
  if (!states.includes(company.status))
    throw conflict(
      "wrong_state",
      message("This cannot be done any more: it is {status} now. Reload to see it.", { status: company.status }),
      { status: company.status },
    );
  return { company, userId: own.user_id, isFirst: own.submitted_at === null };
}

/** A short code of the name; a SUPER_ADMIN may change it. */
async function freeCode(db: Db, name: string): Promise<string> {
  const code =
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 20) || "COMPANY";
  const taken = await db
    .selectFrom("companies")
    .select("id")
    .where(sql`lower(code)`, "=", code.toLowerCase())
    .executeTakeFirst();
  return taken
    ? `${code}-${randomSecret()
        .replace(/[^A-Za-z0-9]/g, "")
        .slice(0, 4)
        .toUpperCase()}`
    : code;
}
