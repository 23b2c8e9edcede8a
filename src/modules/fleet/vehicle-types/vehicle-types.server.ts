import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { drivenCategories, vehicleTypes, type vehicleTypeInput, vehicleTypeRecord } from "./vehicle-types.contract.ts";

const standard = crudHandlers(vehicleTypes, { record: vehicleTypeRecord, defaultSort: "name" });

export default serve(vehicleTypes, {
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

function refuseContradictions({ category, isPowered, isTowable }: z.output<typeof vehicleTypeInput>): void {
  if (isPowered && (category === "trailer" || category === "container"))
    throw invalid({ isPowered: message("A trailer or a container has no engine of its own that drives it.") });
  if (!isPowered && drivenCategories.includes(category))
    throw invalid({ isPowered: message("What drives by itself has an engine: choose another category, or this.") });
  if (isTowable && drivenCategories.includes(category))
    throw invalid({ isTowable: message("Only what is pulled can be towed: choose the category trailer for it.") });
}
