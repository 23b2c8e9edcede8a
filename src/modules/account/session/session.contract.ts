import { z } from "zod";
import { route } from "#shared/contract/contract.ts";
import { email } from "#shared/fields/fields.ts";
import { referenceValue } from "#modules/settings/reference-lists/reference-lists.contract.ts";

/** The least a new password must have: length only (NIST 800-63B); no rules of composition. */
export const newPassword = z
  .string()
  .min(15, "Use at least 15 characters. A sentence that you remember is good.")
  .max(256);

export const units = z.enum(["metric", "imperial"]);

const menuItem = z
  .object({
    component: z.enum(["item", "group"]),
    name: z.string(),
    icon: z.string().nullable(),
    to: z.string().nullable(),
    get items() {
      return z.array(menuItem);
    },
    badge: z.object({ text: z.string(), kind: z.enum(["count", "late"]) }).nullable(),
  })
  .meta({ id: "MenuItem" });

const module = z.object({ id: z.string(), fullName: z.string() });

/** The signed-in user, as row REC-6 of the specification has it. */
export const me = z.object({
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  locale: z.string(),
  timezone: z.string(),
  units,
  /** Where the picture is, for those who may see the person. */
  photo: z.string().nullable(),
  /** What the person chose; empty means as the company has it. */
  profile: z.object({
    phone: z.string().nullable(),
    locale: z.enum(["en", "de"]).nullable(),
    timezone: z.string().nullable(),
  }),
  company: z.object({
    id: z.uuid(),
    name: z.string(),
    logo: z.string().nullable(),
    currency: z.string(),
    timezone: z.string(),
    /** What its administrators want everybody to read now. */
    notice: z.string().nullable(),
  }),
  /** What the company calls states of the product. */
  stateNames: z.array(referenceValue.pick({ code: true, label: true, color: true }).extend({ list: z.string() })),
  /** Units that the company added, or calls otherwise than the product does. */
  unitNames: z.array(z.object({ code: z.string(), label: z.string() })),
  /** What lists open with, by the path of their route: what the address says of the default view that the user saved. */
  listStarts: z.record(z.string(), z.record(z.string(), z.string())),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  roleMap: z.record(z.string(), z.boolean()),
  permissions: z.record(z.string(), z.boolean()),
  modules: z.array(module),
  selectedModule: module.nullable(),
  menus: z.array(menuItem),
  selectedMenu: z.object({ to: z.string() }),
  isUserRegistrationDone: z.boolean(),
  isUserApproved: z.boolean(),
});
export type Me = z.output<typeof me>;

export const settings = z.object({
  app_url: z.string(),
  product: z.string(),
  version: z.string(),
  /** Whether mails are only kept on this machine, to be read on the outbox page. */
  mails_are_kept: z.boolean(),
  /** Whether strangers may register their company. */
  registration: z.boolean(),
  demo: z
    .object({
      password: z.string(),
      accounts: z.array(z.object({ email: z.string(), name: z.string(), role: z.string(), module: z.string() })),
    })
    .nullable(),
});
export type Settings = z.output<typeof settings>;

const credentials = z.strictObject({
  email: z.string().trim().min(1, "Give your e-mail address.").max(254),
  password: z.string().min(1, "Give your password.").max(256),
});
/** What is left to do after the right password: give a code, or set up the second factor that the company asks for. */
const signInReply = z.object({ next: z.enum(["code", "set_up"]).nullable() });
/** A code of the app, or one of the recovery codes; spaces and dashes as people type them. */
export const secondFactorCode = z
  .string()
  .trim()
  .min(6, "Give the 6 digits that your app shows, or a recovery code.")
  .max(40);
const bare = { transaction: "none" as const };
const person = {
  firstName: z.string().trim().min(1).max(80),
  lastName: z.string().trim().min(1).max(80),
  password: newPassword,
};
const token = z.string().min(20).max(100);

/** Sign-in and what the console needs at its start (specification, section 7). */
export const session = {
  settings: route({
    method: "GET",
    path: "/api/settings",
    can: "anyone",
    summary: "Settings of the product; sets the anti-forgery cookie",
    reply: settings,
    transaction: "none",
  }),
  currencies: route({
    method: "GET",
    path: "/api/currencies",
    can: "signed_in",
    summary: "Currencies",
    reply: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string(), minorUnit: z.number().int() })),
  }),
  signIn: route({
    method: "POST",
    path: "/api/auth/logins",
    can: "anyone",
    summary: "Sign in",
    body: credentials,
    reply: signInReply,
    ...bare,
  }),
  signInCode: route({
    method: "POST",
    path: "/api/auth/logins/code",
    can: "anyone",
    summary: "Finish signing in with the code of the second factor",
    body: z.strictObject({ code: secondFactorCode }),
    reply: z.object({}),
    ...bare,
  }),
  signInSetUp: route({
    method: "POST",
    path: "/api/auth/logins/second-factor",
    can: "anyone",
    summary: "Begin the set-up of a second factor that the company asks for, before there is a session",
    reply: z.object({ secret: z.string(), uri: z.string() }),
    ...bare,
  }),
  signInConfirm: route({
    method: "POST",
    path: "/api/auth/logins/second-factor/confirm",
    can: "anyone",
    summary: "Finish that set-up, and signing in, with the first code",
    body: z.strictObject({ code: secondFactorCode }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    ...bare,
  }),
  signOut: route({
    method: "DELETE",
    path: "/api/auth/logins",
    can: "signed_in",
    summary: "Sign out",
    transaction: "none",
  }),
  me: route({
    method: "GET",
    path: "/api/auth/users/me",
    can: "signed_in",
    summary: "The signed-in user",
    reply: me,
    scope: "installation",
  }),
  selectModule: route({
    method: "PUT",
    path: "/api/auth/select-module/:module",
    can: "signed_in",
    summary: "Switch to another module",
    reply: z.object({}),
    scope: "installation",
  }),
  acceptInvite: route({
    method: "POST",
    path: "/api/auth/accept-invite",
    can: "anyone",
    summary: "Accept an invitation: set name and password",
    body: z.strictObject({ token, ...person }),
    reply: z.object({ email: z.string() }),
    transaction: "none",
  }),
  setUp: route({
    method: "POST",
    path: "/api/auth/set-up",
    can: "anyone",
    summary: "Make the first company and its SUPER_ADMIN, with the link printed at the first start",
    body: z.strictObject({
      token,
      ...person,
      email,
      companyName: z.string().trim().min(1).max(120),
      currency: z.string().regex(/^[A-Z]{3}$/),
      timezone: z.string().min(1).max(60),
    }),
    reply: z.object({ email: z.string() }),
    transaction: "none",
  }),
};
