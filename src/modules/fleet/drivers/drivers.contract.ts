import { z } from "zod";
import { anyOf, crud, date, instant, listTotal, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import { code, codeLine, email, line, name, notes, phone } from "#shared/fields/fields.ts";
import { record, type OwnRecords } from "#shared/contract/record.ts";
import { driverFlow } from "./drivers.flow.ts";
import { duty, dutyByHand } from "./duties.ts";
import { licenceClass } from "../driver-licences/licence-classes.ts";

export const employment = z.enum(["employee", "contractor", "agency", "owner_operator"]);
/** Why somebody may not drive today. What is behind it stands with their papers, for those who may see these. */
export const blocker = z.enum(["not_active", "no_valid_licence", "document_missing"]);

export const driverInput = z.object({
  employeeNo: code,
  firstName: name,
  lastName: name,
  phone,
  email: email.nullable().default(null),
  employment: employment.default("employee"),
  carrierId: z.uuid().nullable().default(null),
  homeLocationId: z.uuid().nullable().default(null),
  hiredOn: date.nullable().default(null),
  /** Of the key or card with which they sign on to a vehicle. */
  identificationTag: codeLine(40),
  userId: z.uuid().nullable().default(null),
  /** Whom dispatch calls when something has happened to them. */
  emergencyName: line(),
  emergencyPhone: phone,
  notes,
});
export const driver = saved(driverInput, {
  status: z.enum(driverFlow.states),
  suspendedReason: z.string().nullable(),
  leftOn: z.string().nullable(),
  erasedAt: instant.nullable(),
  carrierName: z.string().nullable(),
  homeLocationName: z.string().nullable(),
  userEmail: z.string().nullable(),
  /** They have left, and their account still signs in. */
  keepsAccount: z.boolean(),
  /** The vehicle that is theirs today, by its number. */
  vehicleNumber: z.string().nullable(),
  /** The classes of verified licences that hold today. */
  licenceClasses: z.array(licenceClass),
  /** The last day on which all of these hold. */
  licensedUntil: z.string().nullable(),
  /** Each of these classes with its own last day, as "CE 2031-05-01"; none for who does not see licences. */
  licenceClassEnds: z.array(z.string()),
  isLicensed: z.boolean(),
  blockedBy: z.array(blocker),
  duty,
  /** Null where it was never said. */
  dutySince: instant.nullable(),
  /** They are on the road: nobody says their duty but the trip. */
  dutyFollowsTrip: z.boolean(),
  /**
   * The papers without which they may not drive today: of what type, and the last day of the one they had, if it is over. Without a
   * name for who does not see confidential documents; none for who sees no documents.
   */
  lacking: z.array(z.object({ documentType: z.string().nullable(), endedOn: date.nullable() })),
  steps: z.array(z.string()),
});
export type Driver = z.output<typeof driver>;

/** A driver in a list: without what is written of them, and whose account they have. */
const driverRow = driver.omit({
  notes: true,
  suspendedReason: true,
  identificationTag: true,
  emergencyName: true,
  emergencyPhone: true,
  userEmail: true,
  keepsAccount: true,
  isLicensed: true,
  lacking: true,
  dutyFollowsTrip: true,
});
export type DriverRow = z.output<typeof driverRow>;

/** Whoever drives sees themselves. */
export const ownDriver: OwnRecords["can"] = ["CAN_DRIVE"];

const path = "/api/fleet/drivers";
const account = z.object({
  id: z.uuid(),
  version: z.number().int(),
  archivedAt: instant.nullable(),
  email: z.string(),
});

export const drivers = {
  ...crud(path, {
    name: "driver",
    record: driver,
    row: driverRow,
    input: driverInput,
    sort: ["lastName", "employeeNo", "createdAt"],
    filter: {
      status: anyOf(z.enum(driverFlow.states)),
      employment: anyOf(employment),
      homeLocationId: anyOf(z.uuid()),
      carrierId: anyOf(z.uuid()),
      /** Who is assigned to one of these today. */
      vehicleId: anyOf(z.uuid()),
      duty: anyOf(duty),
    },
    view: ["CAN_VIEW_DRIVERS", ...ownDriver],
    edit: "CAN_EDIT_DRIVERS",
  }),
  ...stepRoutes(path, driverFlow, driver),
  setDuty: route({
    method: "POST",
    path: `${path}/:id/duty`,
    can: ["CAN_DISPATCH_TRIPS", ...ownDriver],
    summary: "Say what a driver does now, or oneself; of who is on the road their trip says it",
    body: z.strictObject({ duty: dutyByHand }),
    reply: driver,
  }),
  ownDuty: route({
    method: "GET",
    path: "/api/fleet/my-duty",
    reads: ["driver", "trip", "document", "document-type", "driver-assignment", "driver-licence", "vehicle"],
    can: [...ownDriver],
    summary: "What one does now as a driver, since when, and what one may say; null for who is no driver",
    reply: z.object({
      driver: driver.pick({ id: true, duty: true, dutySince: true, dutyFollowsTrip: true, abilities: true }).nullable(),
    }),
  }),
  accounts: route({
    method: "GET",
    path: `${path}/accounts`,
    can: "CAN_EDIT_DRIVERS",
    summary: "Accounts of the company with which a driver may sign in, by their address",
    query: z.strictObject({
      q: z.string().trim().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(30),
      ids: anyOf(z.uuid()).optional(),
      archived: z.enum(["without", "with", "only"]).default("without"),
    }),
    reply: z.object({ items: z.array(account), nextCursor: z.string().nullable(), total: listTotal.nullable() }),
  }),
};

/** What the form asks for accounts; nobody reads one by itself. */
export const driverAccounts = {
  list: drivers.accounts,
  read: route({ ...drivers.accounts, path: `${path}/accounts`, reply: account }),
};

export const driverRecord = record({
  entity: "driver",
  table: "drivers",
  label: [["first_name", "last_name"]],
  own: { can: ownDriver, column: "user_id" },
  files: { view: ["CAN_VIEW_DRIVER_PAPERS", ...ownDriver], edit: ["CAN_EDIT_DRIVER_PAPERS"] },
  personal: {
    drivers: [
      "first_name",
      "last_name",
      "phone",
      "email",
      "emergency_name",
      "emergency_phone",
      "notes",
      "suspended_reason",
    ],
  },
});

/** Fields of which the history says that they were changed, and not from what to what: they would outlive an erasure. */
export const untold: readonly string[] = [
  "firstName",
  "lastName",
  "phone",
  "email",
  "identificationTag",
  "emergencyName",
  "emergencyPhone",
  "notes",
];
