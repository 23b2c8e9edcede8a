import type { Db } from "#server/db/database.ts";

const trailer = { kind: "trailer", is_serialised: true, has_meter: false, allows_commodities: true };
const container = { ...trailer, kind: "container" };
const equipment = { kind: "equipment", is_serialised: true, has_meter: true, allows_commodities: false };
const pool = { kind: "returnable", is_serialised: false, has_meter: false, allows_commodities: true };

/** What the fleets of Europe and North America pull, carry and lend; weights are those of the usual build. */
const defaults = [
  {
    ...trailer,
    code: "CURTAIN",
    name: "Curtain trailer",
    tare_kg: "6400",
    max_gross_kg: "39000",
    description: "13.6 m, 33 euro pallets, loaded from the side",
  },
  {
    ...trailer,
    code: "REEFER",
    name: "Reefer trailer",
    has_meter: true,
    tare_kg: "8700",
    max_gross_kg: "39000",
    description: "13.4 m with a cooling unit, whose hours are counted",
  },
  {
    ...trailer,
    code: "DRYVAN-53",
    name: "Dry van, 53 ft",
    tare_kg: "6350",
    max_gross_kg: "30800",
    description: "16.2 m, 26 pallets of 48 x 40 in",
  },
  {
    ...trailer,
    code: "BOX",
    name: "Box trailer",
    tare_kg: "7400",
    max_gross_kg: "39000",
    description: "13.6 m, solid sides, loaded from the rear",
  },
  {
    ...container,
    code: "CONT-20",
    name: "20 ft container",
    tare_kg: "2300",
    max_gross_kg: "30480",
    description: "ISO 22G1",
  },
  {
    ...container,
    code: "CONT-40",
    name: "40 ft container",
    tare_kg: "3750",
    max_gross_kg: "30480",
    description: "ISO 42G1",
  },
  {
    ...container,
    code: "SWAP-BODY",
    name: "Swap body",
    tare_kg: "2900",
    max_gross_kg: "16000",
    description: "7.45 m, class C, stands on its own legs",
  },
  {
    ...equipment,
    code: "REEFER-UNIT",
    name: "Reefer unit",
    tare_kg: "850",
    max_gross_kg: "1100",
    description: "Cooling unit with its own engine, whose hours are counted",
  },
  {
    ...equipment,
    code: "GENERATOR",
    name: "Generator",
    tare_kg: "900",
    max_gross_kg: "1050",
    description: "Genset that feeds reefer containers on the road",
  },
  {
    ...equipment,
    code: "FORKLIFT",
    name: "Forklift",
    tare_kg: "4200",
    max_gross_kg: "6700",
    description: "Counterbalanced, 2.5 t",
  },
  {
    ...equipment,
    code: "PALLET-JACK",
    name: "Pallet jack",
    has_meter: false,
    tare_kg: "75",
    max_gross_kg: "2575",
    description: "Pushed by hand",
  },
  {
    ...pool,
    code: "EUR-POOL",
    name: "Euro pallet pool",
    tare_kg: "25",
    max_gross_kg: "1525",
    description: "EPAL 1, 800 x 1200 mm, exchanged one for one",
  },
  {
    ...pool,
    code: "CAGE-POOL",
    name: "Roll cage pool",
    tare_kg: "38",
    max_gross_kg: "538",
    description: "Comes back empty, nested",
  },
];

/** Gives a new company its asset types. The transaction works in that company. */
export async function addDefaultAssetTypes(db: Db): Promise<void> {
  await db.insertInto("asset_types").values(defaults).execute();
}
