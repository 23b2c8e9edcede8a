import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { decimal, flag, name, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** Years of vehicles that still drive; who buys early has next year's model. */
const modelYear = wholeNumber(1950, 2100).nullable().default(null);

/** What a model says of all its vehicles, under the names that a vehicle has for it: there it fills what is left empty. */
export const modelDetails = {
  typeId: z.uuid().nullable().default(null),
  fuelTypeId: z.uuid().nullable().default(null),
  tankCapacityL: decimal(3, { above: 0, max: 100_000 }).nullable().default(null),
  batteryCapacityKwh: decimal(3, { above: 0, max: 100_000 }).nullable().default(null),
  payloadKg: decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null),
  cargoVolumeM3: decimal(3, { above: 0, max: 100_000 }).nullable().default(null),
  palletPositions: wholeNumber(1, 1000).nullable().default(null),
};

export const vehicleModelInput = z.object({
  makerId: z.uuid(),
  name,
  yearFrom: modelYear,
  yearTo: modelYear,
  ...modelDetails,
  isActive: flag.default(true),
});
export const vehicleModel = saved(vehicleModelInput, {
  makerName: z.string(),
  typeName: z.string().nullable(),
  fuelTypeName: z.string().nullable(),
});
export type VehicleModel = z.output<typeof vehicleModel>;

/** What makers build: a vehicle that is one of them takes over what the model says. */
export const vehicleModels = crud("/api/fleet/vehicle-models", {
  name: "vehicle model",
  record: vehicleModel,
  input: vehicleModelInput,
  sort: ["name", "createdAt"],
  filter: { makerId: anyOf(z.uuid()), typeId: anyOf(z.uuid()), fuelTypeId: anyOf(z.uuid()), isActive: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_EDIT_VEHICLE_TYPES",
});

export const vehicleModelRecord = record({
  entity: "vehicle-model",
  table: "vehicle_models",
  label: "name",
  notPersonal: { "vehicle_models.name": "the name of a thing" },
});
