import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { fuelTypes, fuelTypeRecord } from "./fuel-types.contract.ts";

export default serve(fuelTypes, crudHandlers(fuelTypes, { record: fuelTypeRecord, defaultSort: "name" }));
