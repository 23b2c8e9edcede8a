import type { Db } from "#server/db/database.ts";

/** Makers of what fleets drive and pull, with the codes that their VINs begin with. Those not sure of are left out. */
const defaults: readonly (readonly [name: string, wmi?: string])[] = [
  ["BMW", "WBA"],
  ["BYD"],
  ["Citroën", "VF7"],
  ["DAF", "XLR"],
  ["Fiat", "ZFA"],
  ["Ford", "WF0 NM0 1FT"],
  ["Freightliner", "1FU 3AK"],
  ["Great Dane", "1GR"],
  ["Hyundai", "KMH"],
  ["International", "1HT 3HA"],
  ["Isuzu", "JAL"],
  ["Iveco", "ZCF WJM"],
  ["Jungheinrich"],
  ["Kenworth", "1XK"],
  ["Kögel", "WK0"],
  ["Krone", "WKE"],
  ["Linde"],
  ["Mack", "1M1"],
  ["MAN", "WMA"],
  ["Mercedes-Benz", "WDB WDF W1T W1V"],
  ["Mitsubishi Fuso", "TYB"],
  ["Nissan", "VSK"],
  ["Opel", "W0L W0V"],
  ["Peterbilt", "1XP"],
  ["Peugeot", "VF3"],
  ["Renault", "VF1"],
  ["Renault Trucks", "VF6"],
  ["Scania", "YS2 XLE VLU"],
  ["Schmitz Cargobull", "WSM"],
  ["Škoda", "TMB"],
  ["STILL"],
  ["Tesla", "5YJ LRW XP7"],
  ["Toyota"],
  ["Utility Trailer", "1UY"],
  ["Volkswagen", "WVW WV1 WV2"],
  ["Volvo Trucks", "YV2 4V4"],
  ["Wabash", "1JJ"],
];

/** Gives a new company its makers. The transaction works in that company. */
export async function addDefaultVehicleMakers(db: Db): Promise<void> {
  await db
    .insertInto("vehicle_makers")
    .values(defaults.map(([name, wmi = null]) => ({ name, wmi })))
    .execute();
}
