import { sql } from "kysely";
import { crudHandlers } from "#server/records/crud.ts";
import { holdHandlers } from "#server/records/holdable.ts";
import { serve } from "#server/http/serve.ts";
import { statesIn } from "#server/records/states.ts";
import { deliveryScheduleFlow } from "../delivery-schedules/delivery-schedules.flow.ts";
import { carriers, carrierRecord } from "./carriers.contract.ts";
import { carrierFlow } from "./carriers.flow.ts";

const standard = crudHandlers(carriers, {
  record: carrierRecord,
  defaultSort: "name",
  flow: carrierFlow,
  add: {
    openDeliveries: sql`(select count(*)::int from delivery_schedules d
      where d.company_id = t.company_id and d.carrier_id = t.id
      and d.status in (${statesIn(deliveryScheduleFlow, "live")}))`,
  },
});

export default serve(carriers, {
  ...standard,
  ...holdHandlers(carriers, carrierFlow, { record: carrierRecord, read: standard.read }),
});
