import { sql } from "kysely";
import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { vehicleMakers, vehicleMakerRecord } from "./vehicle-makers.contract.ts";

export default serve(
  vehicleMakers,
  crudHandlers(vehicleMakers, {
    record: vehicleMakerRecord,
    defaultSort: "name",
    where: { wmi: (codes: string[]) => sql`string_to_array(t.wmi, ' ') && ${codes}` },
  }),
);
