import { z } from "zod";
import { anyOf, crud, date, instant, numeric, saved, stepRoutes, yesNo } from "#shared/contract/contract.ts";
import { codeLine, country, decimal, notes, typedCode, wholeNumber } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow, statesOfValues } from "#shared/flow/state-list.ts";
import { modelDetails } from "../vehicle-models/vehicle-models.contract.ts";
import { vehicleFlow } from "./vehicles.flow.ts";
import { vin } from "./vin.ts";

export const meterUnit = z.enum(["km", "mi", "h"]);
export const ownership = z.enum(["owned", "leased", "rented", "subcontracted"]);
/** What a vehicle is to somebody who looks for one now; computed from its life, its holds and its bookings. */
export const vehicleAvailability = z.enum(["available", "booked", "on_trip", "held", "laid_up", "retired"]);
export const healthLevel = z.enum(["unknown", "good", "attention", "critical"]);
const kilograms = decimal(3, { above: 0, max: 10_000_000 }).nullable().default(null);
const metres = decimal(3, { above: 0, max: 100 }).nullable().default(null);
const reference = z.uuid().nullable().default(null);

export const vehicleInput = z.object({
  /** What people say on the radio. */
  unitNumber: typedCode(40),
  plateNumber: codeLine(20),
  plateCountry: country,
  vin,
  /** Of what has no VIN: trailers, and what was built before 1981. */
  serialNumber: codeLine(40),
  makerId: reference,
  modelId: reference,
  modelYear: wholeNumber(1950, 2100).nullable().default(null),
  ...modelDetails,
  secondaryFuelTypeId: reference,
  curbWeightKg: kilograms,
  gvwrKg: kilograms,
  gcwrKg: kilograms,
  lengthM: metres,
  widthM: metres,
  heightM: metres,
  /** In which unit its meter is shown; readings are kept in metres and seconds. */
  meterUnit: meterUnit.default("km"),
  /** The one that new vehicles begin with, unless given. */
  vehicleStatusId: reference,
  homeLocationId: reference,
  /** Whose it is, where somebody else drives it for the company. */
  carrierId: reference,
  ownership: ownership.default("owned"),
  acquiredOn: date.nullable().default(null),
  fuelCardLast4: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Give the last four digits of the card, never more.")
    .nullable()
    .default(null),
  fuelCardRef: codeLine(40),
  notes,
});

/** Why a vehicle may not leave today. */
export const vehicleBlock = z.object({
  code: z.enum(["not_in_service", "hold", "document_missing", "status", "health"]),
  /** Of a hold: what kind; of a life: which. */
  kind: z.string().nullable(),
  /** In the words of whoever said it. */
  reason: z.string().nullable(),
  /** Who said it; null: the product itself. */
  by: z.string().nullable(),
  since: instant.nullable(),
  until: date.nullable(),
  holdId: z.uuid().nullable(),
  /** Of a paper that has ended, or is missing: which, of what type, and its last day. */
  documentId: z.uuid().nullable(),
  documentType: z.string().nullable(),
  endedOn: date.nullable(),
});

const nullableName = z.string().nullable();
export const vehicle = saved(vehicleInput, {
  status: z.enum(vehicleFlow.states),
  statusReason: nullableName,
  healthCode: nullableName,
  healthReason: nullableName,
  healthUntil: date.nullable(),
  typeName: z.string(),
  makerName: nullableName,
  modelName: nullableName,
  fuelTypeName: nullableName,
  requiredLicenceClass: nullableName,
  vehicleStatusName: z.string(),
  vehicleStatusColor: nullableName,
  homeLocationName: nullableName,
  carrierName: nullableName,
  /** Who usually drives it today; null also for whoever sees no drivers. */
  driverName: nullableName,
  availability: vehicleAvailability,
  /** Nothing keeps it in the yard; whether it is free is another question. */
  mayLeave: z.boolean(),
  blocks: z.array(vehicleBlock),
  healthLevel,
  /** In the company's words, while what a person said of it counts. */
  healthName: nullableName,
  /** What its meter shows, in its own unit. */
  meterValue: numeric.nullable(),
  meterReadAt: instant.nullable(),
  steps: z.array(z.string()),
});
export type Vehicle = z.output<typeof vehicle>;

/** A vehicle in a list: without what is measured, noted and written of it, which its page shows. */
const vehicleRow = vehicle.omit({
  serialNumber: true,
  tankCapacityL: true,
  batteryCapacityKwh: true,
  secondaryFuelTypeId: true,
  curbWeightKg: true,
  gvwrKg: true,
  gcwrKg: true,
  lengthM: true,
  widthM: true,
  heightM: true,
  fuelCardLast4: true,
  fuelCardRef: true,
  notes: true,
  statusReason: true,
  vehicleStatusColor: true,
});
export type VehicleRow = z.output<typeof vehicleRow>;

const path = "/api/fleet/vehicles";
export const vehicles = {
  ...crud(path, {
    name: "vehicle",
    record: vehicle,
    row: vehicleRow,
    input: vehicleInput,
    sort: ["unitNumber", "createdAt"],
    filter: {
      status: anyOf(z.enum(vehicleFlow.states)),
      availability: anyOf(vehicleAvailability),
      mayLeave: yesNo(),
      healthLevel: anyOf(healthLevel),
      typeId: anyOf(z.uuid()),
      makerId: anyOf(z.uuid()),
      modelId: anyOf(z.uuid()),
      fuelTypeId: anyOf(z.uuid()),
      vehicleStatusId: anyOf(z.uuid()),
      homeLocationId: anyOf(z.uuid()),
      carrierId: anyOf(z.uuid()),
      ownership: anyOf(ownership),
      /** What is assigned to one of these today. */
      driverId: anyOf(z.uuid()),
    },
    view: "CAN_VIEW_VEHICLES",
    edit: "CAN_MANAGE_VEHICLES",
  }),
  ...stepRoutes(path, vehicleFlow, vehicle),
};

export const vehicleRecord = record({
  entity: "vehicle",
  table: "vehicles",
  label: "unit_number",
  files: { view: ["CAN_VIEW_VEHICLES"], edit: ["CAN_MANAGE_VEHICLES"] },
  personal: { vehicles: ["status_reason", "health_reason", "notes"] },
  states: {
    vehicle_life: statesOfFlow("Life of vehicles", vehicleFlow),
    vehicle_availability: statesOfValues("Availability of vehicles", vehicleAvailability.options),
  },
});
