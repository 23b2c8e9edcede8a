import type { BareCtx } from "#server/http/context.ts";
import { serve } from "#server/http/serve.ts";
import { preferredLanguage } from "#server/mail/language.ts";
import { deliveryNote } from "./delivery-note.server.ts";
import { paperFacts } from "./paper-facts.server.ts";
import { deliveryPapers } from "./papers.contract.ts";
import { waybill } from "./waybill.server.ts";

/** Prints a paper outside of the transaction that reads what stands on it. */
async function print(ctx: BareCtx, id: string, [paper, name]: readonly [typeof deliveryNote, string]): Promise<void> {
  const facts = await ctx.open((inner) => paperFacts(inner, id));
  const pdf = await paper(facts, preferredLanguage(ctx.language));
  await ctx.reply
    .type("application/pdf")
    .header("content-disposition", `inline; filename="${facts.number.replace(/[^\w.-]+/g, "-")} ${name}.pdf"`)
    .send(pdf);
}

export default serve(deliveryPapers, {
  note: (ctx, { id }) => print(ctx, id, [deliveryNote, "delivery note"]),
  waybill: (ctx, { id }) => print(ctx, id, [waybill, "waybill"]),
});
