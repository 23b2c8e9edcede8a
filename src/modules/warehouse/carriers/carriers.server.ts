import { crudHandlers } from "#server/records/crud.ts";
import { holdHandlers } from "#server/records/holdable.ts";
import { serve } from "#server/http/serve.ts";
import { carriers } from "./carriers.contract.ts";
import { carrierFlow } from "./carriers.flow.ts";

const standard = crudHandlers(carriers, {
  table: "carriers",
  entity: "carrier",
  defaultSort: "name",
  flow: carrierFlow,
});

export default serve(carriers, {
  ...standard,
  ...holdHandlers(carriers, carrierFlow, { table: "carriers", entity: "carrier", read: standard.read }),
});
