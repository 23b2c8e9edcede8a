import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, flag, name } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { licenceClass } from "../driver-licences/licence-classes.ts";

export const vehicleCategory = z.enum([
  "power_unit",
  "rigid",
  "van",
  "car",
  "motorcycle",
  "bus",
  "trailer",
  "container",
  "handling",
  "other",
]);
export type VehicleCategory = z.output<typeof vehicleCategory>;
/** Those that drive on public roads by themselves, and with those that are pulled there: each of these has a plate. */
export const drivenCategories: readonly VehicleCategory[] = ["power_unit", "rigid", "van", "car", "motorcycle", "bus"];
export const roadCategories: readonly VehicleCategory[] = [...drivenCategories, "trailer"];
/** Those that carry goods, of which one has to know how much. */
export const cargoCategories: readonly VehicleCategory[] = ["rigid", "van", "trailer", "container"];

export const markerIcon = z.enum([
  "truck",
  "van",
  "car",
  "motorcycle",
  "bus",
  "trailer",
  "container",
  "forklift",
  "other",
]);

export const vehicleTypeInput = z.object({
  code,
  name,
  category: vehicleCategory,
  isPowered: flag.default(true),
  isTowable: flag,
  /** What whoever drives it has to hold at least. */
  requiredLicenceClass: licenceClass.nullable().default(null),
  /** Its drawing on maps. */
  markerIcon: markerIcon.nullable().default(null),
  isActive: flag.default(true),
});
export const vehicleType = saved(vehicleTypeInput, {});
export type VehicleType = z.output<typeof vehicleType>;

/** Kinds of vehicles: what licence they ask for, whether they have an engine, and whether they are pulled. */
export const vehicleTypes = crud("/api/fleet/vehicle-types", {
  name: "vehicle type",
  record: vehicleType,
  input: vehicleTypeInput,
  sort: ["name", "code", "createdAt"],
  filter: { category: anyOf(vehicleCategory), isPowered: yesNo(), isTowable: yesNo(), isActive: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_EDIT_VEHICLE_TYPES",
});

export const vehicleTypeRecord = record({
  entity: "vehicle-type",
  table: "vehicle_types",
  label: "name",
  notPersonal: { "vehicle_types.name": "the name of a thing" },
});
