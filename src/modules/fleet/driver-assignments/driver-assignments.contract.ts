import { z } from "zod";
import { anyOf, between, crud, date, route, saved } from "#shared/contract/contract.ts";
import { notes, pointInTime } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { ownDriver } from "../drivers/drivers.contract.ts";

/** Whose vehicle it is, and who steps in for them. */
export const assignmentRole = z.enum(["primary", "relief"]);

export const driverAssignmentInput = z.object({
  driverId: z.uuid(),
  vehicleId: z.uuid(),
  role: assignmentRole.default("primary"),
  /** Both days count, where the company is; without a last one it goes on. */
  firstDay: date,
  lastDay: date.nullable().default(null),
  notes,
});
export const driverAssignment = saved(driverAssignmentInput, {
  driverName: z.string(),
  unitNumber: z.string(),
  plateNumber: z.string().nullable(),
  when: z.enum(["ahead", "now", "over"]),
});
export type DriverAssignment = z.output<typeof driverAssignment>;

/** An assignment on whose days another one cannot be. */
const inTheWay = z.object({
  id: z.uuid(),
  driverName: z.string(),
  unitNumber: z.string(),
  firstDay: date,
  lastDay: date.nullable(),
  /** It begins before the new one does, and may end on the day before. */
  canEnd: z.boolean(),
});
export type InTheWay = z.output<typeof inTheWay>;

const path = "/api/fleet/driver-assignments";
const standard = crud(path, {
  name: "driver assignment",
  record: driverAssignment,
  input: driverAssignmentInput,
  sort: ["firstDay", "createdAt"],
  defaultSort: "-firstDay",
  filter: {
    driverId: anyOf(z.uuid()),
    vehicleId: anyOf(z.uuid()),
    role: anyOf(assignmentRole),
    when: anyOf(z.enum(["ahead", "now", "over"])),
    firstDay: between(),
  },
  view: ["CAN_VIEW_DRIVERS", ...ownDriver],
  edit: "CAN_EDIT_DRIVERS",
});

/** Which vehicle is whose, from which day until which, apart from trips. */
export const driverAssignments = {
  ...standard,
  create: route({
    ...standard.create,
    body: z.strictObject({
      ...driverAssignmentInput.shape,
      /** Assignments in the way that end on the day before, as they were told; one that is not named is not ended. */
      ends: z.array(z.uuid()).max(20).default([]),
    }),
  }),
  inTheWay: route({
    method: "GET",
    path: `${path}/in-the-way`,
    reads: ["driver", "vehicle"],
    can: "CAN_EDIT_DRIVERS",
    summary: "Which assignments are in the way of a new one, and which of them may end on the day before it",
    query: z.strictObject({
      driverId: z.uuid(),
      vehicleId: z.uuid(),
      role: assignmentRole,
      firstDay: date,
      lastDay: date.optional(),
    }),
    reply: z.object({ items: z.array(inTheWay) }),
  }),
  proposal: route({
    method: "GET",
    path: `${path}/proposal`,
    can: "CAN_PLAN_TRIPS",
    summary:
      "Who usually drives a vehicle on the day on which a trip begins, or which vehicle is a driver's; nothing when it is away or taken in that time",
    query: z
      .strictObject({
        vehicleId: z.uuid().optional(),
        driverId: z.uuid().optional(),
        from: pointInTime,
        until: pointInTime,
        /** The trip that it is for: what it holds itself is free for it. */
        tripId: z.uuid().optional(),
      })
      .refine(({ vehicleId, driverId }) => (vehicleId === undefined) !== (driverId === undefined), {
        path: ["vehicleId"],
        message: "Name the vehicle or the driver.",
      })
      .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
        path: ["until"],
        message: "It ends before it begins.",
      }),
    reply: z.object({ vehicleId: z.uuid().nullable(), driverId: z.uuid().nullable() }),
  }),
  end: route({
    method: "POST",
    path: `${path}/:id/end`,
    can: "CAN_EDIT_DRIVERS",
    summary: "End an assignment that holds now: today, or on a day that is given",
    body: z.strictObject({
      lastDay: date.nullable().default(null),
      version: z.number().int().min(1).max(2_000_000_000).optional(),
    }),
    reply: driverAssignment,
  }),
};

export const driverAssignmentRecord = record({
  entity: "driver-assignment",
  table: "driver_assignments",
  own: { can: ownDriver, column: "driver_id", of: "drivers" },
  personal: { driver_assignments: ["notes"] },
});
