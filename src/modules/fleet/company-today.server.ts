import { sql } from "kysely";

/** The day that it is at the company, whichever of its places asks. */
export const companyToday = sql<string>`(now() at time zone (select c.timezone from companies c
  where c.id = current_company()))::date`;
