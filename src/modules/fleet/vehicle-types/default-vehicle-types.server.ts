import type { Db } from "#server/db/database.ts";

const driven = { is_powered: true, is_towable: false };
const pulled = { is_powered: false, is_towable: true, required_licence_class: null };
const truck = { ...driven, marker_icon: "truck" };

/** What fleets of the trade consist of. Licences are those of the EU; a tractor unit is driven with its trailer. */
const defaults = [
  { ...truck, code: "TRACTOR", name: "Tractor unit", category: "power_unit", required_licence_class: "CE" },
  { ...truck, code: "RIGID", name: "Rigid truck", category: "rigid", required_licence_class: "C" },
  { ...truck, code: "RIGID-7.5", name: "Rigid truck up to 7.5 t", category: "rigid", required_licence_class: "C1" },
  { ...driven, code: "VAN", name: "Van up to 3.5 t", category: "van", marker_icon: "van", required_licence_class: "B" },
  { ...driven, code: "CAR", name: "Car", category: "car", marker_icon: "car", required_licence_class: "B" },
  { ...driven, code: "BUS", name: "Bus", category: "bus", marker_icon: "bus", required_licence_class: "D" },
  { ...pulled, code: "SEMI-TRAILER", name: "Semi-trailer", category: "trailer", marker_icon: "trailer" },
  { ...pulled, code: "DRAWBAR", name: "Drawbar trailer", category: "trailer", marker_icon: "trailer" },
  {
    ...pulled,
    is_towable: false,
    code: "CONTAINER",
    name: "Container",
    category: "container",
    marker_icon: "container",
  },
  {
    ...driven,
    code: "FORKLIFT",
    name: "Forklift",
    category: "handling",
    marker_icon: "forklift",
    required_licence_class: null,
  },
  { ...truck, code: "YARD", name: "Yard tractor", category: "handling", required_licence_class: null },
];

/** Gives a new company its vehicle types. The transaction works in that company. */
export async function addDefaultVehicleTypes(db: Db): Promise<void> {
  await db.insertInto("vehicle_types").values(defaults).execute();
}
