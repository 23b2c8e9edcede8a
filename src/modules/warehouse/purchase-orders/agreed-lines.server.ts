import { sql, type RawBuilder } from "kysely";
import { statesIn } from "#server/records/states.ts";
import { itemStates } from "./lines/lines.contract.ts";

/** What is owed of the line of this alias: while a change of its order waits for approval, what was agreed before the change. */
export const agreedQtyOf = (line: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${line}.agreed_qty`)}, ${sql.ref(`${line}.ordered_qty`)})`;
export const agreedQty = agreedQtyOf("i");

/** Where the line of this alias stands by what is agreed: one that a waiting change takes out is open until that is approved. */
export const agreedStatusOf = (line: string): RawBuilder<unknown> =>
  sql`(case when ${sql.ref(`${line}.agreed_qty`)} > 0 and ${sql.ref(`${line}.status`)} in (${statesIn(itemStates, "dropped")})
    then 'open' else ${sql.ref(`${line}.status`)} end)`;
export const agreedStatus = agreedStatusOf("i");

/** What a line of this alias is judged by once it is over: what was agreed, where that is anything. */
export const judgedQtyOf = (line: string): RawBuilder<unknown> =>
  sql`coalesce(nullif(${sql.ref(`${line}.agreed_qty`)}, 0), ${sql.ref(`${line}.ordered_qty`)})`;

/** The site of the order of this alias by what is agreed. */
export const agreedSiteOf = (order: string): RawBuilder<unknown> =>
  sql`coalesce((${sql.ref(`${order}.agreed_version`)} ->> 'shipToLocationId')::uuid, ${sql.ref(`${order}.ship_to_location_id`)})`;
export const agreedSite = agreedSiteOf("o");

/** The day that is agreed for the line of the one alias, of the order of the other: promised, else asked for. */
export const agreedDayOf = (line: string, order: string): RawBuilder<unknown> =>
  sql`(case when ${sql.ref(`${order}.agreed_version`)} is null
    then coalesce(${sql.ref(`${line}.promised_date`)}, ${sql.ref(`${line}.requested_date`)})
    else (select coalesce(a.line ->> 'promisedDate', a.line ->> 'requestedDate')::date
      from jsonb_array_elements(${sql.ref(`${order}.agreed_version`)} -> 'lines') as a(line)
      where a.line ->> 'id' = ${sql.ref(`${line}.id`)}::text) end)`;
