import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { documentTypeRecord, documentTypes, type documentTypeInput } from "./document-types.contract.ts";
import { stoppedByType } from "./stopped-by-type.server.ts";

const standard = crudHandlers(documentTypes, { record: documentTypeRecord, defaultSort: "name" });

/** A type that keeps drivers and vehicles from driving is switched off by who administers the fleet, once there are documents of it. */
async function mustStopNobody(ctx: Ctx, type: RecordOf<"document_types">): Promise<void> {
  const isBlocking = type.blocksDispatch && type.isActive && type.archivedAt === null;
  if (!isBlocking || ctx.can("CAN_ADMIN_FLEET")) return;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from papers
    where company_id = current_company() and type_id = ${type.id}`.execute(ctx.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw conflict(
      "type_in_use",
      message(
        "Nobody drives without this, and there are {count} documents of it. Who administers the fleet switches it off.",
        {
          count,
        },
      ),
    );
}

/** Only a driver has qualifications, and what keeps a vehicle or goods from leaving is told to whoever plans. */
function refuseContradictions(type: z.output<typeof documentTypeInput>): void {
  const { subject, proves, blocksDispatch, isConfidential } = type;
  if (proves !== null && subject !== "driver")
    throw invalid({ proves: message("Only documents of drivers prove a qualification.") });
  if (isConfidential && blocksDispatch && subject !== "driver")
    throw invalid({
      isConfidential: message("Nobody drives without this: whoever plans has to know what is missing."),
    });
}

export default serve(documentTypes, {
  ...standard,
  stopped: (ctx, { query }) => stoppedByType(ctx, query),
  async create(ctx, req) {
    refuseContradictions(req.body);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    refuseContradictions(req.body);
    const before = await lockById(ctx.db, "document_types", req.id);
    const differs = (["subject", "isConfidential", "proves"] as const).find(
      (field) => before[field] !== req.body[field],
    );
    if (differs !== undefined) {
      const { rows } =
        await sql`select from papers where company_id = current_company() and type_id = ${req.id} limit 1`.execute(
          ctx.db,
        );
      if (rows.length > 0)
        throw conflict(
          "type_in_use",
          message(
            "There are documents of this type: what they are about, what they prove and who sees them stays. Make a new type.",
          ),
        );
    }
    if (!req.body.blocksDispatch || !req.body.isActive) await mustStopNobody(ctx, before);
    const after = await standard.update(ctx, req);
    const holdsOthers = (["blocksDispatch", "isActive"] as const).some((field) => before[field] !== after[field]);
    if (after.subject === "vehicle" && holdsOthers) await ctx.enqueue("settle-holds-of-type", { typeId: req.id });
    return after;
  },
  async archive(ctx, req) {
    await mustStopNobody(ctx, await lockById(ctx.db, "document_types", req.id));
    return standard.archive(ctx, req);
  },
});
