import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { difference } from "#server/records/crud.ts";
import { historyOf } from "#server/audit/events.ts";
import { one, type ListSource } from "#server/records/list.ts";
import { updateRow, stale, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { withAbilities } from "#server/records/abilities.ts";
import { companyProfile, ownCompany, type CompanyProfile } from "./companies.contract.ts";

const source: ListSource = {
  table: "companies",
  record: companyProfile,
  add: { companyTypeName: sql`(select y.name from company_types y where y.id = t.company_type_id)` },
  defaultSort: "legalName",
  path: ownCompany.read.path,
};

async function read(ctx: Ctx): Promise<CompanyProfile> {
  const profile = (await one(ctx, source, ctx.companyId)) as CompanyProfile; // its columns are the profile's fields, and who is signed in has a company
  return withAbilities(ctx, { contract: ownCompany }, profile);
}

export default serve(ownCompany, {
  read,
  history: (ctx) => historyOf(ctx.db, "companies", "company", ctx.companyId),
  async update(ctx, { body }) {
    const { version, ...values } = body;
    const company = await lockById(ctx.installation, "companies", ctx.companyId);
    if (company.version !== version) throw stale(await read(ctx));
    await updateRow(ctx.installation, "companies", company, values);
    await ctx.emit("company.updated", company, { changes: difference(company, values) });
    return read(ctx);
  },
});
