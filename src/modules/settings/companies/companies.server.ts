import { sql } from "kysely";
import { conflict } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { findById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { companies, companyRoutes, companyRecord } from "./companies.contract.ts";
import { companyFlow } from "./companies.flow.ts";
import { inCompany } from "./in-company.server.ts";

const standard = crudHandlers(companyRoutes, {
  record: companyRecord,
  defaultSort: "legalName",
  flow: companyFlow,
  add: {
    companyTypeName: sql`(select y.name from company_types y where y.id = t.company_type_id)`,
    userCount: sql`(select count(*)::int from users u where u.company_id = t.id and u.archived_at is null)`,
  },
});

export default serve(companies, {
  ...standard,
  ...flowHandlers(
    companies,
    companyFlow,
    { record: companyRecord, read: standard.read },
    {
      deactivate: {
        check(ctx, company) {
          if (company.id === ctx.companyId || company.id === ctx.user?.homeCompanyId)
            throw conflict("own_company", "You work in this company yourself. Act in another one first.");
        },
        then: (ctx, company) => endSessions(ctx, company.id),
      },
    },
  ),
  async create(ctx, req) {
    const created = await standard.create(ctx, req);
    await inCompany(ctx, created.id, async () => {
      await ctx.app.modules.fillCompany(ctx.db);
      await ctx.emit("company.created", created);
    });
    return created;
  },
  /** What the installation did with the company, and what the company did itself. */
  async history(ctx, { id }) {
    const { items: ours } = await standard.history(ctx, { id } as never); // takes no query
    const { items: theirs } = await inCompany(ctx, id, () => standard.history(ctx, { id } as never));
    const once = new Map([...theirs, ...ours].map((item) => [`${item.step} ${item.at}`, item])); // making a company is told to both
    return { items: [...once.values()].sort((a, b) => (a.at < b.at ? 1 : -1)) };
  },
  async act(ctx, { id }) {
    const company = await findById(ctx.installation, "companies", id);
    await ctx.installation
      .updateTable("sessions")
      .set({ company_id: id })
      .where("id", "=", ctx.user?.sessionId ?? null)
      .execute();
    await ctx.emit("company.left", { id: ctx.companyId }); // who reads this there learns of no other company
    await inCompany(ctx, id, () => ctx.emit("company.entered", company));
    return {};
  },
});

async function endSessions(ctx: Ctx, companyId: string): Promise<void> {
  await sql`delete from sessions
    where company_id = ${companyId} or user_id in (select id from users where company_id = ${companyId})`.execute(
    ctx.installation,
  );
}
