import type { Db } from "#server/db/database.ts";

const system = { is_system: true, is_default: false };
const own = { is_system: false, is_default: false };

/** One of each effect that stays, and those that most fleets add to them. */
const defaults = [
  { ...system, is_default: true, code: "in_use", name: "In use", color: "green", effect: "dispatchable" },
  { ...own, code: "spare", name: "Spare", color: "blue", effect: "dispatchable" },
  { ...system, code: "workshop", name: "In the workshop", color: "amber", effect: "blocked" },
  { ...own, code: "damaged", name: "Damaged", color: "red", effect: "blocked" },
  { ...own, code: "laid_up", name: "Laid up", color: "grey", effect: "blocked" },
  { ...system, code: "disposed", name: "Sold or scrapped", color: "grey", effect: "retired" },
];

/** Gives a new company the statuses of its vehicles. The transaction works in that company. */
export async function addDefaultVehicleStatuses(db: Db): Promise<void> {
  await db.insertInto("vehicle_statuses").values(defaults).execute();
}
