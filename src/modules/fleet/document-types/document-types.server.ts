import { sql } from "kysely";
import { conflict, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { documentTypeRecord, documentTypes } from "./document-types.contract.ts";

const standard = crudHandlers(documentTypes, { record: documentTypeRecord, defaultSort: "name" });

export default serve(documentTypes, {
  ...standard,
  async update(ctx, req) {
    const before = await lockById(ctx.db, "document_types", req.id);
    const differs = (["subject", "isConfidential"] as const).find((field) => before[field] !== req.body[field]);
    if (differs !== undefined) {
      const { rows } =
        await sql`select from papers where company_id = current_company() and type_id = ${req.id} limit 1`.execute(
          ctx.db,
        );
      if (rows.length > 0)
        throw conflict(
          "type_in_use",
          message("There are documents of this type: what they are about, and who sees them, stays. Make a new type."),
        );
    }
    const after = await standard.update(ctx, req);
    const holdsOthers = (["blocksDispatch", "isActive"] as const).some((field) => before[field] !== after[field]);
    if (after.subject === "vehicle" && holdsOthers) await ctx.enqueue("settle-holds-of-type", { typeId: req.id });
    return after;
  },
});
