import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { flag, name } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** The first three characters of a VIN, which name the maker; no I, O and Q (ISO 3780). */
const wmi = z.string().regex(/^[A-HJ-NPR-Z0-9]{3}$/, "Give three letters or digits, without I, O and Q, like WMA.");
const written = /^$|^[A-HJ-NPR-Z0-9]{3}([ ,;]+[A-HJ-NPR-Z0-9]{3})*$/;

export const vehicleMakerInput = z.object({
  name,
  /** As it is read and shown: `WDB WDF W1V`. */
  wmi: z
    .string()
    .trim()
    .toUpperCase()
    .max(200)
    .regex(written, "Give three letters or digits each, without I, O and Q, like WMA WMH.")
    .nullable()
    .default(null)
    .transform((text) => [...new Set(text?.split(/[ ,;]+/).filter(Boolean))].join(" ") || null),
  isActive: flag.default(true),
});
export const vehicleMaker = saved(vehicleMakerInput, {});
export type VehicleMaker = z.output<typeof vehicleMaker>;

/** Who builds vehicles, with the codes by which their VINs begin. */
export const vehicleMakers = crud("/api/fleet/vehicle-makers", {
  name: "vehicle maker",
  record: vehicleMaker,
  input: vehicleMakerInput,
  sort: ["name", "createdAt"],
  /** `wmi`: makers whose VINs begin so. */
  filter: { wmi: anyOf(wmi), isActive: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_EDIT_VEHICLE_TYPES",
});

export const vehicleMakerRecord = record({
  entity: "vehicle-maker",
  table: "vehicle_makers",
  label: "name",
  notPersonal: { "vehicle_makers.name": "the name of a company" },
});
