import { containerCheckDigit } from "#modules/fleet/assets/container-no.ts";
import type { Db } from "#server/db/database.ts";
import { addRows, type Row } from "./bulk.ts";
import { Random } from "./random.ts";
import type { SiteName } from "./sites.ts";
import type { SiteRecords } from "./add-site.ts";
import type { DemoUsers } from "./users.ts";

interface Filling {
  readonly at: Date;
  readonly users: DemoUsers;
  readonly sites: Readonly<Record<SiteName, SiteRecords>>;
}

interface Kept {
  readonly type: string;
  readonly name?: string;
  /** The site where it stands; with `behind` the tractor of that site, counted from 0, that pulls or carries it. */
  readonly site: SiteName;
  readonly behind?: number;
  readonly container?: string;
  readonly plate?: readonly [country: string, number: string];
  readonly serial?: string;
  readonly quantity?: number;
  readonly volumeM3?: string;
  readonly condition?: "worn" | "damaged";
  readonly state?: readonly [status: "maintenance" | "lost" | "retired", reason: string];
}

/** What stands in the yards and hangs behind the tractors; numbers are painted on as they come. */
const kept: readonly Kept[] = [
  {
    type: "CURTAIN",
    site: "tilburg",
    behind: 0,
    plate: ["NL", "OL-35-KB"],
    serial: "WKESD000001204417",
    volumeM3: "91",
  },
  {
    type: "CURTAIN",
    site: "tilburg",
    behind: 1,
    plate: ["NL", "OL-36-KB"],
    serial: "WKESD000001204418",
    volumeM3: "91",
  },
  { type: "CURTAIN", site: "tilburg", plate: ["NL", "OK-71-RT"], serial: "WSM00000003117760", volumeM3: "91" },
  {
    type: "CURTAIN",
    name: "Mega trailer, 3 m inside",
    site: "tilburg",
    plate: ["NL", "OP-08-ZF"],
    serial: "WSM00000003220145",
    volumeM3: "100",
    condition: "worn",
  },
  {
    type: "CURTAIN",
    site: "antwerp",
    behind: 0,
    plate: ["BE", "1-QDA-418"],
    serial: "WKESD000001099312",
    volumeM3: "91",
  },
  {
    type: "CURTAIN",
    site: "antwerp",
    behind: 1,
    plate: ["BE", "1-QDA-419"],
    serial: "WKESD000001099313",
    volumeM3: "91",
  },
  {
    type: "CURTAIN",
    site: "antwerp",
    plate: ["BE", "1-QCF-207"],
    serial: "WSM00000002984410",
    volumeM3: "91",
    condition: "damaged",
    state: ["maintenance", "Curtain torn on the left, new one is ordered"],
  },
  {
    type: "REEFER",
    site: "antwerp",
    behind: 2,
    plate: ["BE", "1-QGH-551"],
    serial: "WKESD000001310027",
    volumeM3: "86",
  },
  { type: "REEFER", site: "antwerp", plate: ["BE", "1-QGH-552"], serial: "WKESD000001310028", volumeM3: "86" },
  {
    type: "REEFER",
    site: "tilburg",
    plate: ["NL", "OR-44-LD"],
    serial: "WSK00000001187302",
    volumeM3: "86",
    state: ["maintenance", "Cooling unit: yearly test and new filters"],
  },
  {
    type: "BOX",
    site: "tilburg",
    plate: ["NL", "OJ-19-PX"],
    serial: "VFKSB000000774120",
    volumeM3: "88",
    condition: "worn",
  },
  {
    type: "DRYVAN-53",
    site: "newark",
    behind: 0,
    plate: ["US", "T 418 73C"],
    serial: "1UYVS2537RU114302",
    volumeM3: "112",
  },
  {
    type: "DRYVAN-53",
    site: "newark",
    behind: 1,
    plate: ["US", "T 418 74C"],
    serial: "1UYVS2537RU114303",
    volumeM3: "112",
  },
  { type: "DRYVAN-53", site: "newark", plate: ["US", "T 402 19C"], serial: "1JJV532D8KL090551", volumeM3: "112" },
  {
    type: "DRYVAN-53",
    site: "newark",
    plate: ["US", "T 377 02C"],
    serial: "1JJV532W4DL744018",
    volumeM3: "112",
    condition: "damaged",
    state: ["retired", "Frame is cracked, sold for parts"],
  },
  { type: "CONT-40", site: "antwerp", container: "NHLU418203", volumeM3: "67.7" },
  { type: "CONT-40", site: "antwerp", container: "NHLU418204", volumeM3: "67.7" },
  { type: "CONT-40", site: "tilburg", container: "NHLU418311", volumeM3: "67.7", condition: "worn" },
  { type: "CONT-20", site: "antwerp", container: "NHLU207755", volumeM3: "33.2" },
  {
    type: "CONT-20",
    site: "tilburg",
    container: "NHLU207761",
    volumeM3: "33.2",
    state: ["lost", "Not returned by the terminal, claim is filed"],
  },
  { type: "SWAP-BODY", site: "tilburg", container: "NHLB104420", volumeM3: "46" },
  { type: "GENERATOR", site: "antwerp", serial: "SG4000-118830" },
  { type: "EUR-POOL", name: "EUR pallets, Tilburg", site: "tilburg", quantity: 1240 },
  { type: "EUR-POOL", name: "EUR pallets, Antwerp", site: "antwerp", quantity: 865 },
  { type: "CAGE-POOL", name: "Roll cages, Tilburg", site: "tilburg", quantity: 310, condition: "worn" },
];

/** How assets of a type are numbered. */
const numbered: Readonly<Record<string, string>> = {
  CURTAIN: "CT",
  REEFER: "RF",
  BOX: "BX",
  "DRYVAN-53": "DV",
  "CONT-40": "C40",
  "CONT-20": "C20",
  "SWAP-BODY": "SB",
  GENERATOR: "GEN",
  "EUR-POOL": "POOL-EUR",
  "CAGE-POOL": "POOL-RC",
};

type Goods = readonly [
  code: string,
  name: string,
  hsCode: string,
  unit: string,
  weightKg: string,
  isStackable: boolean,
  more?: Readonly<Record<string, string>>,
];

const goods: readonly Goods[] = [
  ["BEER-KEG", "Beer in kegs of 50 l", "220300", "XPX", "310", false],
  ["MINERAL", "Mineral water in PET", "220110", "XPX", "890", false],
  ["BANANA", "Bananas, green", "080390", "XCT", "19.5", true, { temp_min_c: "13", temp_max_c: "14" }],
  ["FROZEN-VEG", "Vegetables, deep-frozen", "071080", "XPX", "620", true, { temp_max_c: "-18" }],
  ["CHEESE", "Cheese in wheels", "040690", "KGM", "1", true, { temp_min_c: "2", temp_max_c: "7" }],
  ["VACCINE", "Vaccines for humans", "300241", "XBX", "4.2", true, { temp_min_c: "2", temp_max_c: "8" }],
  ["TYRES", "Truck tyres, new", "401120", "EA", "62", true],
  ["BOARD", "Corrugated board in stacks", "480810", "XPX", "480", true],
  [
    "PAINT",
    "Paint, solvent-based",
    "320890",
    "XDR",
    "24",
    true,
    { un_number: "UN1263", hazard_class: "3", packing_group: "III" },
  ],
  ["LI-BATT", "Lithium-ion batteries", "850760", "XBX", "11.8", true, { un_number: "UN3480", hazard_class: "9" }],
  [
    "PROPANE",
    "Propane in cylinders of 11 kg",
    "271112",
    "EA",
    "22.5",
    false,
    { un_number: "UN1978", hazard_class: "2.1" },
  ],
  [
    "BLEACH",
    "Sodium hypochlorite solution",
    "282890",
    "XJR",
    "28",
    false,
    { un_number: "UN1791", hazard_class: "8", packing_group: "II" },
  ],
];

/** Trailers, containers and pools where they stand, and the goods that they carry. */
export async function addAssets(db: Db, { at, users, sites }: Filling): Promise<void> {
  const random = new Random(20);
  const types = new Map(
    (
      await db.selectFrom("asset_types").select(["id", "code", "is_serialised", "tare_kg", "max_gross_kg"]).execute()
    ).map((type) => [type.code, type]),
  );
  const tractors = await db
    .selectFrom("vehicles")
    .innerJoin("vehicle_types", "vehicle_types.id", "vehicles.type_id")
    .select(["vehicles.id", "vehicles.home_location_id"])
    .where("vehicle_types.code", "=", "TRACTOR")
    .where("vehicles.status", "=", "in_service")
    .orderBy("vehicles.unit_number")
    .execute();
  const rows = kept.map((one, n): Row => {
    const type = types.get(one.type);
    if (!type) throw new Error(`no asset type ${one.type}`);
    const siteId = sites[one.site].id;
    const tractor =
      one.behind === undefined
        ? undefined
        : tractors.filter(({ home_location_id: home }) => home === siteId)[one.behind];
    const [country, plate] = one.plate ?? [null, null];
    return {
      id: random.id(at),
      asset_no: `${numbered[one.type]}-${String(101 + n * 3)}`,
      type_id: type.id,
      is_serialised: type.is_serialised,
      name: one.name ?? null,
      container_no: one.container === undefined ? null : one.container + containerCheckDigit(one.container),
      plate_country: country,
      plate_number: plate,
      serial_number: one.serial ?? null,
      quantity: one.quantity ?? null,
      tare_kg: type.tare_kg,
      max_gross_kg: type.max_gross_kg,
      cargo_volume_m3: one.volumeM3 ?? null,
      condition: one.condition ?? "good",
      location_id: tractor ? null : siteId,
      vehicle_id: tractor?.id ?? null,
      status: one.state?.[0] ?? "available",
      status_reason: one.state?.[1] ?? null,
      created_by: users.admin.id,
      created_at: at,
    };
  });
  await addRows(db, "assets", rows);
  await addRows(
    db,
    "asset_commodities",
    goods.map(([code, name, hsCode, unit, weight, isStackable, more = {}]): Row => ({
      id: random.id(at),
      code,
      name,
      hs_code: hsCode,
      un_number: null,
      hazard_class: null,
      packing_group: null,
      temp_min_c: null,
      temp_max_c: null,
      quantity_type: unit,
      unit_weight_kg: weight,
      is_stackable: isStackable,
      created_by: users.admin.id,
      created_at: at,
      ...more,
    })),
  );
}
