import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, decimal, flag, name } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** How much of it is bought, by UNECE Recommendation 20: litres, kilograms of what is a gas, kilowatt hours. */
export const fuelUnit = z.enum(["LTR", "KGM", "KWH"]);

export const fuelTypeInput = z.object({
  code,
  name,
  unitCode: fuelUnit.default("LTR"),
  /** It moves the vehicle. AdBlue does not, and counts in no consumption. */
  isPropulsion: flag.default(true),
  /** Factors differ by country and by what they count, so that each company gives its own. */
  co2KgPerUnit: decimal(4, { min: 0, max: 10_000 }).nullable().default(null),
  isActive: flag.default(true),
});
export const fuelType = saved(fuelTypeInput, {});
export type FuelType = z.output<typeof fuelType>;

/** What vehicles are filled with or charged with, and in which unit that is counted. */
export const fuelTypes = crud("/api/fleet/fuel-types", {
  name: "fuel type",
  record: fuelType,
  input: fuelTypeInput,
  sort: ["name", "code", "createdAt"],
  filter: { unitCode: anyOf(fuelUnit), isPropulsion: yesNo(), isActive: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_EDIT_VEHICLE_TYPES",
});

export const fuelTypeRecord = record({
  entity: "fuel-type",
  table: "fuel_types",
  label: "name",
  notPersonal: { "fuel_types.name": "the name of a thing" },
});
