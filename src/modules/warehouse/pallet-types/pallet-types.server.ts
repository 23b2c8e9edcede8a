import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { palletTypes, type palletTypeInput, palletTypeRecord } from "./pallet-types.contract.ts";

const standard = crudHandlers(palletTypes, { record: palletTypeRecord, defaultSort: "name" });

export default serve(palletTypes, {
  ...standard,
  async create(ctx, req) {
    refuseContradictions(req.body);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    refuseContradictions(req.body);
    return standard.update(ctx, req);
  },
});

function refuseContradictions(input: z.output<typeof palletTypeInput>): void {
  if (input.widthMm > input.lengthMm)
    throw invalid({
      widthMm: message("The width is the shorter side: give {limit} mm or less, or swap the two.", {
        limit: input.lengthMm,
      }),
    });
  if (input.depositPrice !== null && input.depositPriceCurrency === null)
    throw invalid({ depositPriceCurrency: message("Say in which currency the deposit is.") });
  if (input.depositPrice === null && input.depositPriceCurrency !== null)
    throw invalid({ depositPrice: message("Give the deposit for one, or leave the currency empty too.") });
}
