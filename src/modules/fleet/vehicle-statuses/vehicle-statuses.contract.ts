import { z } from "zod";
import { anyOf, crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, flag, name } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

/** All that programs read of a status: whether a vehicle may be sent, may not for now, or is gone. */
export const statusEffect = z.enum(["dispatchable", "blocked", "retired"]);
export const statusColor = z.enum(["grey", "blue", "green", "amber", "red", "violet"]);

export const vehicleStatusInput = z.object({
  code,
  name,
  color: statusColor.nullable().default(null),
  effect: statusEffect,
  /** What a new vehicle begins with: one status is. */
  isDefault: flag,
  isActive: flag.default(true),
});
export const vehicleStatus = saved(vehicleStatusInput, {
  /** There from the first day: renamed as one likes, but it keeps its code and its effect, and stays. */
  isSystem: z.boolean(),
});
export type VehicleStatus = z.output<typeof vehicleStatus>;

/** How a company calls what its vehicles are in; what follows from it is said by the effect. */
export const vehicleStatuses = crud("/api/fleet/vehicle-statuses", {
  name: "vehicle status",
  record: vehicleStatus,
  input: vehicleStatusInput,
  sort: ["name", "code", "createdAt"],
  filter: { effect: anyOf(statusEffect), isDefault: yesNo(), isSystem: yesNo(), isActive: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_EDIT_VEHICLE_TYPES",
});

export const vehicleStatusRecord = record({
  entity: "vehicle-status",
  table: "vehicle_statuses",
  label: "name",
  notPersonal: { "vehicle_statuses.name": "the name of a state" },
});
