import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

interface Details {
  readonly battery_capacity_kwh?: string;
  readonly cargo_volume_m3?: string;
  readonly year_from?: number;
}
type Model = readonly [name: string, details?: Details];

/** Maker, type and fuel → models. What depends on how a vehicle was ordered (payload, tank) is left to the vehicle. */
const defaults: readonly (readonly [maker: string, type: string, fuel: string | null, models: readonly Model[]])[] = [
  ["DAF", "TRACTOR", "DIESEL", [["XF"], ["XG", { year_from: 2021 }], ["XG+", { year_from: 2021 }]]],
  ["DAF", "RIGID", "DIESEL", [["CF"], ["LF"], ["XB", { year_from: 2023 }]]],
  ["Iveco", "TRACTOR", "DIESEL", [["S-Way", { year_from: 2019 }]]],
  ["Iveco", "TRACTOR", "LNG", [["S-Way NP", { year_from: 2019 }]]],
  ["Iveco", "RIGID-7.5", "DIESEL", [["Eurocargo"]]],
  ["Iveco", "VAN", "DIESEL", [["Daily 35"]]],
  ["MAN", "TRACTOR", "DIESEL", [["TGX"]]],
  ["MAN", "RIGID", "DIESEL", [["TGS"], ["TGM"]]],
  ["MAN", "RIGID-7.5", "DIESEL", [["TGL"]]],
  ["MAN", "VAN", "DIESEL", [["TGE", { year_from: 2017 }]]],
  ["Mercedes-Benz", "TRACTOR", "DIESEL", [["Actros"], ["Actros L", { year_from: 2021 }]]],
  ["Mercedes-Benz", "TRACTOR", "ELECTRIC", [["eActros 600", { year_from: 2024, battery_capacity_kwh: "600" }]]],
  ["Mercedes-Benz", "RIGID", "DIESEL", [["Arocs"], ["Atego"]]],
  ["Mercedes-Benz", "VAN", "DIESEL", [["Sprinter"], ["Vito"]]],
  ["Mercedes-Benz", "VAN", "ELECTRIC", [["eSprinter"], ["eVito"]]],
  ["Mitsubishi Fuso", "RIGID-7.5", "DIESEL", [["Canter"]]],
  [
    "Renault Trucks",
    "TRACTOR",
    "DIESEL",
    [
      ["T", { year_from: 2013 }],
      ["T High", { year_from: 2013 }],
    ],
  ],
  ["Renault Trucks", "RIGID", "DIESEL", [["D"], ["D Wide"], ["C"]]],
  ["Scania", "TRACTOR", "DIESEL", [["R series"], ["S series", { year_from: 2016 }]]],
  ["Scania", "RIGID", "DIESEL", [["P series"], ["G series"]]],
  ["Volvo Trucks", "TRACTOR", "DIESEL", [["FH"], ["FH16"], ["FM"], ["VNL"]]],
  ["Volvo Trucks", "TRACTOR", "ELECTRIC", [["FH Electric", { year_from: 2022, battery_capacity_kwh: "540" }]]],
  ["Volvo Trucks", "RIGID", "DIESEL", [["FE"], ["FL"], ["FMX"]]],
  ["Freightliner", "TRACTOR", "DIESEL", [["Cascadia"]]],
  ["International", "TRACTOR", "DIESEL", [["LT"]]],
  ["Kenworth", "TRACTOR", "DIESEL", [["T680"]]],
  ["Mack", "TRACTOR", "DIESEL", [["Anthem"]]],
  ["Peterbilt", "TRACTOR", "DIESEL", [["579"]]],
  ["Citroën", "VAN", "DIESEL", [["Jumper"], ["Jumpy"]]],
  ["Fiat", "VAN", "DIESEL", [["Ducato"], ["Ducato L3H2", { cargo_volume_m3: "13" }], ["Doblò"]]],
  ["Ford", "VAN", "DIESEL", [["Transit"], ["Transit Custom"]]],
  ["Ford", "VAN", "ELECTRIC", [["E-Transit", { year_from: 2022, battery_capacity_kwh: "68" }]]],
  ["Opel", "VAN", "DIESEL", [["Movano"], ["Vivaro"]]],
  ["Peugeot", "VAN", "DIESEL", [["Boxer"], ["Expert"]]],
  ["Renault", "VAN", "DIESEL", [["Master"], ["Trafic"]]],
  ["Renault", "VAN", "ELECTRIC", [["Kangoo E-Tech", { year_from: 2022 }]]],
  ["Toyota", "VAN", "DIESEL", [["Proace"]]],
  ["Volkswagen", "VAN", "DIESEL", [["Crafter"], ["Transporter"], ["Caddy Cargo"]]],
  ["Volkswagen", "VAN", "ELECTRIC", [["ID. Buzz Cargo", { year_from: 2022, battery_capacity_kwh: "77" }]]],
  ["Škoda", "CAR", "DIESEL", [["Octavia"]]],
  ["Tesla", "CAR", "ELECTRIC", [["Model Y"]]],
  ["Kögel", "SEMI-TRAILER", null, [["Cargo"], ["Mega"]]],
  ["Krone", "SEMI-TRAILER", null, [["Profi Liner"], ["Cool Liner"]]],
  ["Schmitz Cargobull", "SEMI-TRAILER", null, [["S.CS curtainsider"], ["S.KO reefer"]]],
  ["Great Dane", "SEMI-TRAILER", null, [["Champion dry van"]]],
  ["Jungheinrich", "FORKLIFT", "ELECTRIC", [["EFG 425"]]],
  ["Linde", "FORKLIFT", "ELECTRIC", [["E20"]]],
  ["STILL", "FORKLIFT", "ELECTRIC", [["RX 60"]]],
];

/** Gives a new company its models, of the makers, types and fuels that it has by then. The transaction works in it. */
export async function addDefaultVehicleModels(db: Db): Promise<void> {
  const rows = defaults.flatMap(([maker, type, fuel, models]) =>
    models.map(([name, details = {}]) => ({ maker, type, fuel, name, ...details })),
  );
  await sql`insert into vehicle_models (maker_id, name, type_id, fuel_type_id, battery_capacity_kwh, cargo_volume_m3, year_from)
    select m.id, v.name, t.id, f.id, v.battery_capacity_kwh, v.cargo_volume_m3, v.year_from
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (maker text, type text, fuel text, name text,
      battery_capacity_kwh numeric, cargo_volume_m3 numeric, year_from integer)
    join vehicle_makers m on m.company_id = current_company() and m.name = v.maker
    join vehicle_types t on t.company_id = current_company() and t.code = v.type
    left join fuel_types f on f.company_id = current_company() and f.code = v.fuel`.execute(db);
}
