import { z } from "zod";
import { history, instant, route, savedFields, stepRoutes } from "#shared/contract/contract.ts";
import { email, phone, timezone, version } from "#shared/fields/fields.ts";
import { userFlow } from "./users.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

const personName = z.string().trim().min(1).max(80);
export const userInput = z.object({
  firstName: personName,
  lastName: personName,
  phone,
  /** Empty: as the company has it. */
  locale: z.enum(["en", "de"]).nullable().default(null),
  timezone: timezone.nullable().default(null),
});
export const inviteInput = z.object({ email, ...userInput.shape, roleIds: z.array(z.uuid()).max(20).default([]) });

export const userStatus = z.enum(userFlow.states);
const { id: _id, ...savedUser } = savedFields;
/** A user of the company. The specification's lists know it by `userId`. */
export const user = z.object({
  userId: z.uuid(),
  ...savedUser,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  locale: z.string().nullable(),
  timezone: z.string().nullable(),
  status: userStatus,
  isSuperAdmin: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** `id` is that of the assignment: what `removeRole` takes. */
  roles: z.array(z.object({ id: z.uuid(), roleId: z.uuid(), code: z.string(), name: z.string() })),
  steps: z.array(z.string()),
});
export type User = z.output<typeof user>;

const path = "/api/auth/users";
const scope = { scope: "installation" as const };
const steps = stepRoutes(path, userFlow, user);
/** The users of the company that one works in, for its administrators (specification, section 7). */
export const users = {
  list: route({
    method: "GET",
    path,
    can: "CAN_VIEW_USERS",
    summary: "The users of the company, by name",
    query: z.strictObject({
      companyId: z.uuid().optional(),
      q: z.string().trim().max(200).optional(),
      status: userStatus.optional(),
      archived: z.enum(["without", "with", "only"]).default("without"),
    }),
    reply: z.array(user),
    ...scope,
  }),
  read: route({
    method: "GET",
    path: `${path}/:id`,
    can: "CAN_VIEW_USERS",
    summary: "Read one user",
    reply: user,
    ...scope,
  }),
  history: route({
    method: "GET",
    path: `${path}/:id/history`,
    can: "CAN_VIEW_USERS",
    summary: "What happened to one user",
    reply: history,
  }),
  invite: route({
    method: "POST",
    path,
    can: "CAN_MANAGE_USERS",
    summary: "Invite a person by mail",
    body: z.strictObject(inviteInput.shape),
    reply: user,
    ...scope,
  }),
  update: route({
    method: "PUT",
    path: `${path}/:id`,
    can: "CAN_MANAGE_USERS",
    summary: "Change a user's name and settings",
    body: z.strictObject({ ...userInput.shape, version: version.optional() }),
    reply: user,
    ...scope,
  }),
  remove: route({
    method: "DELETE",
    path: `${path}/:id`,
    can: "CAN_MANAGE_USERS",
    summary: "Remove a user: ends the sessions and the invitation, keeps what they did",
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
    ...scope,
  }),
  suspend: { ...steps.suspend, ...scope },
  reactivate: { ...steps.reactivate, ...scope },
  inviteAgain: { ...steps.inviteAgain, ...scope },
  invitationLink: route({
    method: "POST",
    path: `${path}/:id/invitation-link`,
    can: "CAN_MANAGE_USERS",
    summary: "Where no mail server is set: make the link of an invitation and show it, once; an older one is over",
    reply: z.object({ url: z.string(), expiresAt: instant }),
    // A call in a transaction of the route's keeps its reply for a repeat; this one is kept nowhere.
    transaction: "none",
    ...scope,
  }),
  dropSecondFactor: route({
    method: "POST",
    path: `${path}/:id/drop-second-factor`,
    can: "CAN_MANAGE_USERS",
    summary: "Take away the second factor of a user who has lost it; ends the sessions",
    body: z.strictObject({ version }),
    reply: user,
    ...scope,
  }),
  assignRole: route({
    method: "POST",
    path: "/api/auth/user-role",
    can: "CAN_MANAGE_USERS",
    summary: "Give a user a role",
    body: z.strictObject({ userId: z.uuid(), roleId: z.uuid() }),
    reply: user,
    ...scope,
  }),
  removeRole: route({
    method: "DELETE",
    path: "/api/auth/user-role/:id",
    can: "CAN_MANAGE_USERS",
    summary: "Take a role from a user",
    reply: user,
    ...scope,
  }),
};

export const userRecord = record({
  entity: "user",
  table: "users",
  label: [["first_name", "last_name"], "email"],
  words: ["first_name", "last_name", "email"],
  personal: { users: ["email", "first_name", "last_name", "phone"] },
  notPersonal: { "users.modules": "one of a list" },
  states: {
    user_statuses: statesOfFlow("User statuses", userFlow),
  },
});
