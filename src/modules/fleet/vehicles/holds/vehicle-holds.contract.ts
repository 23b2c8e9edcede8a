import { z } from "zod";
import { anyOf, crud, date, instant, route, saved, yesNo } from "#shared/contract/contract.ts";
import { reason, version } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { holdByHand } from "../vehicles.flow.ts";

export const holdKind = z.enum(["maintenance", "incident", "compliance", "manual"]);

export const vehicleHoldInput = z.object({
  vehicleId: z.uuid(),
  kind: holdByHand.default("manual"),
  reason,
  expectedEnd: date.nullable().default(null),
});
export const vehicleHold = saved(vehicleHoldInput, {
  kind: holdKind,
  unitNumber: z.string(),
  /** Null: the product itself. */
  openedByName: z.string().nullable(),
  closedAt: instant.nullable(),
  closedByName: z.string().nullable(),
  closeReason: z.string().nullable(),
  /** Of one for a paper that has ended: which, of what type, and its last day. */
  documentId: z.uuid().nullable(),
  documentType: z.string().nullable(),
  documentEndedOn: date.nullable(),
  /** Of one for a paper: a valid one is there by now, or nobody needs it any more. */
  isCauseGone: z.boolean(),
});
export type VehicleHold = z.output<typeof vehicleHold>;

const path = "/api/fleet/vehicle-holds";
export const allVehicleHolds = crud(path, {
  name: "vehicle hold",
  record: vehicleHold,
  input: vehicleHoldInput,
  sort: ["createdAt"],
  defaultSort: "-createdAt",
  filter: { vehicleId: anyOf(z.uuid()), kind: anyOf(holdKind), isOpen: yesNo() },
  view: "CAN_VIEW_VEHICLES",
  edit: "CAN_HOLD_VEHICLE",
});
const { list, exportCsv, read, history, create } = allVehicleHolds;

/** What keeps vehicles in the yard: opened by people, after an incident, or for a paper that has ended. */
export const vehicleHolds = {
  list,
  exportCsv,
  read,
  history,
  create,
  close: route({
    method: "POST",
    path: `${path}/:id/close`,
    can: ["CAN_HOLD_VEHICLE", "CAN_OVERRIDE_HOLD"],
    summary: "Let a vehicle go; after an incident or for a paper with the right to override, or once its cause is gone",
    body: z.strictObject({ reason, version }),
    reply: vehicleHold,
  }),
};

export const vehicleHoldRecord = record({
  entity: "vehicle-hold",
  table: "vehicle_holds",
  label: "reason",
  personal: { vehicle_holds: ["reason", "close_reason"] },
});
