import { crudHandlers } from "#server/records/crud.ts";
import { holdHandlers } from "#server/records/holdable.ts";
import { serve } from "#server/http/serve.ts";
import { carriers, carrierRecord } from "./carriers.contract.ts";
import { carrierFlow } from "./carriers.flow.ts";

const standard = crudHandlers(carriers, {
  record: carrierRecord,
  defaultSort: "name",
  flow: carrierFlow,
});

export default serve(carriers, {
  ...standard,
  ...holdHandlers(carriers, carrierFlow, { record: carrierRecord, read: standard.read }),
});
