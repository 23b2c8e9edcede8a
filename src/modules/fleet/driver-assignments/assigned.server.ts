import { sql, type RawBuilder } from "kysely";
import { companyToday } from "../company-today.server.ts";
import { fullName } from "#server/db/full-name.ts";

/** Whether an assignment `a` holds on a day. */
export const holdsOn = (a: string, day: RawBuilder<unknown>) => sql`(${sql.ref(`${a}.archived_at`)} is null
  and ${sql.ref(`${a}.first_day`)} <= ${day} and coalesce(${sql.ref(`${a}.last_day`)}, 'infinity') >= ${day})`;

/** Who usually drives a vehicle `t` today, by name. */
export const primaryDriver = sql`(select ${fullName("d")} from driver_assignments a
  join drivers d on (d.company_id, d.id) = (a.company_id, a.driver_id)
  where a.company_id = t.company_id and a.vehicle_id = t.id and a.role = 'primary' and ${holdsOn("a", companyToday)})`;

/** Which vehicle is a driver's `t` today. */
export const ownVehicle = sql`(select v.unit_number from driver_assignments a
  join vehicles v on (v.company_id, v.id) = (a.company_id, a.vehicle_id)
  where a.company_id = t.company_id and a.driver_id = t.id and a.role = 'primary' and ${holdsOn("a", companyToday)})`;

/** Whether a vehicle `t` is assigned today to one of these drivers, in whichever role. */
export const isAssignedTo = (driverIds: readonly string[]) => sql`t.id in (select a.vehicle_id from driver_assignments a
  where a.company_id = current_company() and a.driver_id = any(${[...driverIds]}::uuid[]) and ${holdsOn("a", companyToday)})`;

/** Whether a driver `t` is assigned today to one of these vehicles, in whichever role. */
export const isAssignedOn = (vehicleIds: readonly string[]) => sql`t.id in (select a.driver_id from driver_assignments a
  where a.company_id = current_company() and a.vehicle_id = any(${[...vehicleIds]}::uuid[]) and ${holdsOn("a", companyToday)})`;
