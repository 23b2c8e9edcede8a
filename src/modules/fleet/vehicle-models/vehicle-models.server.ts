import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { vehicleModels, type vehicleModelInput, vehicleModelRecord } from "./vehicle-models.contract.ts";

const standard = crudHandlers(vehicleModels, {
  record: vehicleModelRecord,
  defaultSort: "name",
  add: {
    makerName: sql`(select r.name from vehicle_makers r where r.company_id = t.company_id and r.id = t.maker_id)`,
    typeName: sql`(select r.name from vehicle_types r where r.company_id = t.company_id and r.id = t.type_id)`,
    fuelTypeName: sql`(select r.name from fuel_types r where r.company_id = t.company_id and r.id = t.fuel_type_id)`,
  },
});

export default serve(vehicleModels, {
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

function refuseContradictions({ yearFrom, yearTo }: z.output<typeof vehicleModelInput>): void {
  if (yearFrom !== null && yearTo !== null && yearTo < yearFrom)
    throw invalid({
      yearTo: message("It was built from {from} on: give that year or a later one.", { from: String(yearFrom) }),
    });
}
