import { sql } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { itemStates } from "./lines/lines.contract.ts";

/** What is owed of a line `i`: while a change of its order waits for approval, what was agreed before the change. */
export const agreedQty = sql`coalesce(i.agreed_qty, i.ordered_qty)`;

/** Where a line `i` stands by what is agreed: one that a waiting change takes out is open until that is approved. */
export const agreedStatus = sql`(case when i.agreed_qty > 0 and i.status in (${statesIn(itemStates, "dropped")})
  then 'open' else i.status end)`;

/** The site of an order `o` by what is agreed. */
export const agreedSite = sql`coalesce((o.agreed_version ->> 'shipToLocationId')::uuid, o.ship_to_location_id)`;
