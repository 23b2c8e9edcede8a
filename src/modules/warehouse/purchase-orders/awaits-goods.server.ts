import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { purchaseOrderFlow } from "./purchase-orders.flow.ts";

/** `awaitsGoods` of the flow in SQL: goods may come for the order of this alias. */
export const awaitsGoodsSql = (order: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${order}.status`)} in (${statesIn(purchaseOrderFlow, "outstanding")})
    or ${sql.ref(`${order}.waits_from`)} is not null)`;
