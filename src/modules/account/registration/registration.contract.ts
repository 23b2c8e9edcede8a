import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";
import { addressFields, email, line, name, timezone } from "#shared/fields/fields.ts";
import { companyFlow } from "#modules/settings/companies/companies.flow.ts";
import { newPassword } from "../session/session.contract.ts";

const personName = z.string().trim().min(1).max(80);
const token = z.string().min(20).max(100);

/** What a company tells of itself when it registers; its address of mail is that of who registers it. */
const companyDetails = z.strictObject({
  legalName: name,
  companyTypeId: z.uuid(),
  taxId: line(40),
  phone: line(40),
  ...addressFields,
  addressLine1: name,
  city: name,
  countryCode: z.string().regex(/^[A-Z]{2}$/, "Choose a country."),
  defaultCurrency: z.string().regex(/^[A-Z]{3}$/, "Choose a currency."),
  timezone,
});
type Typed = Record<keyof typeof companyDetails.shape, z.ZodOptional<z.ZodString>>;
/** The same as it stands while it is typed: any text. */
const draft = z.strictObject(
  Object.fromEntries(
    Object.keys(companyDetails.shape).map((field) => [field, z.string().max(200).optional()]),
  ) as Typed,
); // one entry per field

const registration = z.object({
  state: z.enum(companyFlow.states),
  /** What was typed so far, or sent in. */
  draft,
  companyTypes: z.array(z.object({ id: z.uuid(), name: z.string() })),
  submittedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
  rejectionReason: z.string().nullable(),
});

const path = "/api/auth/registration";
const scope = { scope: "installation" as const };
/** A company registers itself: somebody asks, confirms the address, gives the company's details and waits for a SUPER_ADMIN. */
export const registrations = {
  register: route({
    method: "POST",
    path: "/api/auth/registrations",
    can: "anyone",
    summary: "Ask for an account; a mail follows, and the answer does not tell whether the address is known",
    body: z.strictObject({ firstName: personName, lastName: personName, email, password: newPassword }),
    reply: z.object({ message: z.string() }),
    transaction: "none",
  }),
  confirm: route({
    method: "POST",
    path: "/api/auth/registrations/confirm",
    can: "anyone",
    summary: "Confirm the address with the mailed secret and the chosen password",
    body: z.strictObject({ token, password: z.string().min(1).max(256) }),
    reply: z.object({ email: z.string() }),
    transaction: "none",
  }),
  read: route({
    method: "GET",
    path,
    can: "signed_in",
    summary: "How far the own registration is; null for whoever did not register",
    reply: z.object({ registration: registration.nullable() }),
    ...scope,
  }),
  saveDraft: route({
    method: "PUT",
    path: `${path}/draft`,
    can: "signed_in",
    summary: "Keep what is typed of the company's details",
    body: draft,
    reply: z.object({}),
  }),
  submit: route({
    method: "POST",
    path: `${path}/submit`,
    can: "signed_in",
    summary: "Send the company's details in for approval",
    body: companyDetails,
    reply: z.object({}),
    ...scope,
  }),
  reopen: route({
    method: "POST",
    path: `${path}/reopen`,
    can: "signed_in",
    summary: "Take the details back to correct them, while they wait or after they were refused",
    reply: z.object({}),
    ...scope,
  }),
};
