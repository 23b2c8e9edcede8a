import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { assetTypes, type assetTypeInput, assetTypeRecord } from "./asset-types.contract.ts";

const standard = crudHandlers(assetTypes, { record: assetTypeRecord, defaultSort: "name" });

export default serve(assetTypes, {
  ...standard,
  async create(ctx, req) {
    refuseMoreTareThanGross(req.body);
    return standard.create(ctx, req);
  },
  async update(ctx, req) {
    refuseMoreTareThanGross(req.body);
    return standard.update(ctx, req);
  },
});

function refuseMoreTareThanGross({ tareKg, maxGrossKg }: z.output<typeof assetTypeInput>): void {
  if (tareKg !== null && maxGrossKg !== null && Number(tareKg) > Number(maxGrossKg))
    throw invalid({
      tareKg: message("Empty it weighs at most {limit} kg, which is all it may weigh laden.", { limit: maxGrossKg }),
    });
}
