import { checkDigitOf } from "#modules/fleet/vehicles/vin.ts";
import type { Db } from "#server/db/database.ts";
import { addRows, daysFrom, minutesFrom, type Row } from "./bulk.ts";
import { dateAt } from "./hours.ts";
import type { Random } from "./random.ts";
import type { SiteName } from "./sites.ts";
import type { SiteRecords } from "./add-site.ts";
import type { DemoUsers } from "./users.ts";

interface Series {
  readonly maker: string;
  readonly model: string;
  readonly wmi: string;
  readonly type: string;
  readonly fuel: string;
  readonly site: SiteName;
  readonly count: number;
  readonly payloadKg: number;
  readonly pallets: number | null;
  readonly volumeM3: number | null;
  readonly tankL: number | null;
  /** What one drives on a working day, in its own unit. */
  readonly daily: readonly [number, number];
  readonly unit: "km" | "mi" | "h";
}

const of = (
  [maker, model, wmi]: readonly [string, string, string],
  [type, fuel, site, count]: readonly [string, string, SiteName, number],
  [payloadKg, pallets, volumeM3, tankL]: readonly [number, number | null, number | null, number | null],
  daily: readonly [number, number],
  unit: Series["unit"] = "km",
): Series => ({ maker, model, wmi, type, fuel, site, count, payloadKg, pallets, volumeM3, tankL, daily, unit });

/** Sixty of them, at the sites where they stand at night. */
const series: readonly Series[] = [
  of(["DAF", "XF", "XLR"], ["TRACTOR", "DIESEL", "antwerp", 6], [18_000, null, null, 850], [380, 620]),
  of(["Volvo Trucks", "FH", "YV2"], ["TRACTOR", "DIESEL", "tilburg", 6], [18_500, null, null, 900], [350, 600]),
  of(["Scania", "R series", "XLE"], ["TRACTOR", "HVO", "tilburg", 4], [18_200, null, null, 800], [300, 560]),
  of(["Iveco", "S-Way NP", "ZCF"], ["TRACTOR", "LNG", "antwerp", 3], [17_400, null, null, null], [300, 500]),
  of(
    ["Freightliner", "Cascadia", "1FU"],
    ["TRACTOR", "DIESEL", "newark", 6],
    [20_000, null, null, 900],
    [240, 420],
    "mi",
  ),
  of(["MAN", "TGM", "WMA"], ["RIGID", "DIESEL", "tilburg", 8], [8640, 18, 52, 300], [160, 320]),
  of(["Volvo Trucks", "FE", "YV2"], ["RIGID", "DIESEL", "antwerp", 5], [9100, 18, 50, 315], [140, 300]),
  of(["Mitsubishi Fuso", "Canter", "TYB"], ["RIGID-7.5", "DIESEL", "tilburg", 4], [3500, 10, 30, 100], [90, 200]),
  of(["Mercedes-Benz", "Sprinter", "W1V"], ["VAN", "DIESEL", "antwerp", 5], [1150, 4, 14, 71], [120, 260]),
  of(["Ford", "E-Transit", "WF0"], ["VAN", "ELECTRIC", "tilburg", 6], [1000, 4, 11, null], [60, 160]),
  of(["Volkswagen", "Crafter", "WV1"], ["VAN", "DIESEL", "newark", 3], [1180, 4, 14, 75], [60, 140], "mi"),
  of(["Linde", "E20", ""], ["FORKLIFT", "ELECTRIC", "tilburg", 4], [2000, null, null, null], [4, 9], "h"),
];

const letters = "BDFGHJKLNPRSTVXZ";
const signs = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

function plateOf(random: Random, country: string): string {
  const some = (from: string, count: number) => Array.from({ length: count }, () => random.pick([...from])).join("");
  const digits = (count: number) => some("0123456789", count);
  if (country === "US") return `X${some(letters, 2)} ${digits(2)}${some(letters, 1)}`;
  if (country === "BE") return `1-${some(letters, 3)}-${digits(3)}`;
  return `${digits(2)}-${some(letters, 3)}-${random.whole(1, 9)}`;
}

/** Vehicles of that maker are numbered on; one of North America has its check digit. */
function vinOf(random: Random, wmi: string, serial: number): string | null {
  if (wmi === "") return null;
  const body = Array.from({ length: 8 }, () => random.pick([...signs])).join("");
  const vin = `${wmi}${body}${String(serial).padStart(6, "0")}`;
  return /^[1-5]/.test(wmi) ? `${vin.slice(0, 8)}${checkDigitOf(vin)}${vin.slice(9)}` : vin;
}

/** Most of them drive; what became of the others. */
function lifeOf(serial: number): { status: string; reason: string | null; label: string } {
  if (serial === 17) return { status: "out_of_service", reason: "No work for it before spring", label: "laid_up" };
  if (serial === 29) return { status: "retired", reason: "Sold to a dealer in Breda", label: "disposed" };
  const status = serial === 41 || serial === 58 ? "onboarding" : "in_service";
  return { status, reason: null, label: serial % 23 === 20 ? "spare" : "in_use" };
}

interface Filling {
  readonly moment: Date;
  readonly random: Random;
  readonly at: Date;
  readonly users: DemoUsers;
  readonly sites: Readonly<Record<SiteName, SiteRecords>>;
}

interface Vehicle extends Row {
  readonly id: string;
  readonly status: string;
}

/** The fleet as it stands at the moment: what drives, what is held and why, what was read from the meters. */
export async function addVehicles(db: Db, { moment, random, at, users, sites }: Filling): Promise<void> {
  const ids = async (table: "vehicle_types" | "fuel_types" | "vehicle_statuses") =>
    new Map((await db.selectFrom(table).select(["id", "code"]).execute()).map(({ id, code }) => [code, id]));
  const names = async (table: "vehicle_makers" | "vehicle_models") =>
    new Map((await db.selectFrom(table).select(["id", "name"]).execute()).map(({ id, name }) => [name, id]));
  const [types, fuels, statuses] = [await ids("vehicle_types"), await ids("fuel_types"), await ids("vehicle_statuses")];
  const [makers, models] = [await names("vehicle_makers"), await names("vehicle_models")];

  const made: { row: Vehicle; series: Series }[] = [];
  for (const one of series)
    for (let n = 0; n < one.count; n += 1) {
      const country = { antwerp: "BE", tilburg: "NL", newark: "US" }[one.site];
      const serial = made.length;
      const isForklift = one.type === "FORKLIFT";
      const { status, reason, label } = lifeOf(serial);
      const bought = daysFrom(at, -random.whole(30, one.fuel === "ELECTRIC" ? 700 : 1900));
      made.push({
        series: one,
        row: {
          id: random.id(at),
          status,
          status_reason: reason,
          unit_number: `${country}-${String(101 + serial * 7)}`,
          plate_number: isForklift ? null : plateOf(random, country),
          plate_country: isForklift ? null : country,
          vin: vinOf(random, one.wmi, 400_000 + random.whole(1, 900) * 100 + serial),
          serial_number: isForklift ? `LDE-${20_000 + serial * 13}` : null,
          type_id: types.get(one.type),
          maker_id: makers.get(one.maker),
          model_id: models.get(one.model),
          model_year: bought.getUTCFullYear(),
          fuel_type_id: fuels.get(one.fuel),
          payload_kg: String(one.payloadKg),
          pallet_positions: one.pallets,
          cargo_volume_m3: one.volumeM3 === null ? null : String(one.volumeM3),
          tank_capacity_l: one.tankL === null ? null : String(one.tankL),
          meter_unit: one.unit,
          vehicle_status_id: statuses.get(label),
          health_code: serial === 36 ? "service_due" : null,
          health_reason: serial === 36 ? "Service light is on, workshop is booked" : null,
          home_location_id: sites[one.site].id,
          ownership: random.chance(0.3) ? "leased" : "owned",
          acquired_on: dateAt("UTC", bought),
          fuel_card_last4: isForklift || one.fuel === "ELECTRIC" ? null : String(random.whole(1000, 9999)),
          created_by: users.admin.id,
          created_at: at,
        },
      });
    }
  await addRows(
    db,
    "vehicles",
    made.map(({ row }) => row),
  );
  await addRows(
    db,
    "vehicle_holds",
    holdsOf(
      made.map(({ row }) => row),
      { moment, random, users },
    ),
  );
  const readings = made.flatMap((one, at) =>
    one.row.status === "onboarding" ? [] : readingsOf(one, at, { moment, random, users }),
  );
  await addRows(db, "meter_readings", readings);
}

/** Which vehicle, what for, opened how many hours ago, how many days it will last, and for how many hours it lasted. */
const holds: readonly (readonly [
  at: number,
  kind: string,
  reason: string,
  since: number,
  lasts: number | null,
  took?: number,
])[] = [
  [3, "maintenance", "Clutch slips, gearbox is out", 52, 3],
  [22, "manual", "Tachograph card reader is broken", 20, 1],
  [27, "maintenance", "Yearly service", 6, 0],
  [44, "manual", "Sliding door does not lock", 30, null],
  [33, "incident", "Mirror and step torn off at the gate", 76, 5],
  [8, "manual", "Mirror broken", 340, 0, 3],
  [12, "maintenance", "Brake pads changed", 500, 0, 26],
  [31, "manual", "Tail lift stuck", 700, 0, 8],
];

function holdsOf(
  vehicles: readonly Vehicle[],
  { moment, random, users }: Pick<Filling, "moment" | "random" | "users">,
): Row[] {
  return holds.map(([at, kind, reason, since, lasts, took]) => {
    const opened = minutesFrom(moment, -since * 60);
    const closed = took === undefined ? null : minutesFrom(opened, took * 60);
    return {
      id: random.id(opened),
      vehicle_id: vehicles[at]?.id,
      kind,
      reason,
      expected_end: lasts === null ? null : dateAt("UTC", daysFrom(moment, lasts)),
      closed_at: closed,
      closed_by: closed && users.docks.id,
      close_reason: closed && "Mended and tried",
      created_by: users.docks.id,
      created_at: opened,
      updated_at: closed ?? opened,
    };
  });
}

const inBase = { km: 1000, mi: 1609.344, h: 3600 };

/** What its meter showed every third day for six weeks; at one in nine somebody typed a digit too many, and took it back. */
function readingsOf(
  { row, series: { daily, unit } }: { row: Vehicle; series: Series },
  at: number,
  { moment, random, users }: Pick<Filling, "moment" | "random" | "users">,
): Row[] {
  const reading = (value: number, read: Date, over: Row = {}): Row => ({
    id: random.id(read),
    vehicle_id: row.id,
    meter: unit === "h" ? "engine_hours" : "odometer",
    value: String(Math.round(value * inBase[unit])),
    entered_value: String(value),
    entered_unit: unit,
    read_at: read,
    voided_at: null,
    voided_by: null,
    void_reason: null,
    created_by: users.docks.id,
    created_at: read,
    updated_at: read,
    ...over,
  });
  let value = random.whole(...daily) * random.whole(60, 900);
  const rows: Row[] = [];
  for (let day = 42; day >= 0; day -= 3) {
    const read = minutesFrom(daysFrom(moment, -day), -random.whole(30, 600));
    if (at % 9 === 4 && day === 6) {
      const voided = minutesFrom(read, 20);
      const over = {
        voided_at: voided,
        voided_by: users.admin.id,
        void_reason: "A digit too many",
        updated_at: voided,
      };
      rows.push(reading(value * 10, minutesFrom(read, -5), over));
    }
    rows.push(reading(value, read));
    value += random.whole(...daily) * 2;
  }
  return row.status === "retired" || row.status === "out_of_service" ? rows.slice(0, 4) : rows;
}
