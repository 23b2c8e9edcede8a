import { z } from "zod";
import { anyOf, crud, date, history, route, saved, stepRoutes } from "#shared/contract/contract.ts";
import {
  addressFields,
  amount,
  code,
  currency,
  decimal,
  email,
  flag,
  line,
  name,
  percent,
  timezone,
  wholeNumber,
  website,
} from "#shared/fields/fields.ts";
import { companyFlow } from "./companies.flow.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";

/** What a company says of itself and how it works: its own administrators may change all of it. */
export const companyProfileInput = z.object({
  legalName: name,
  displayName: line(),
  taxId: line(40),
  ...addressFields,
  phone: line(40),
  email,
  website,
  defaultCurrency: currency,
  timezone,
  locale: z.enum(["en", "de"]).default("en"),
  /** Orders above it need an approval; empty means none ever does. */
  poApprovalThreshold: amount.nullable().default(null),
  separateApprover: flag.default(true),
  poNumberPattern: z
    .string()
    .trim()
    .max(40)
    .regex(
      /^[A-Za-z0-9/_.-]*(\{yyyy\}[A-Za-z0-9/_.-]*)?\{seq:[1-9]\}$/,
      "Write it like PO-'{yyyy}'-'{seq:5}'; the number stands at the end.",
    )
    .default("PO-{yyyy}-{seq:5}"),
  overReceiptPct: percent.default("0"),
  underReceiptClosePct: percent.default("0"),
  /** More than this many times the ordered quantity is always refused: nearly always a slip of the unit. */
  hardLimitFactor: decimal(4, { min: 1, max: 100 }).default("2"),
  /** How far back a receipt may be dated. */
  receiptBackdateDays: wholeNumber(0, 365).default(30),
  /** Whoever has no second factor sets one up at the next sign-in. */
  secondFactorRequired: flag,
  /** Its people sign in again after so long without use, and after so many days in any case. */
  sessionIdleHours: wholeNumber(1, 168).default(12),
  sessionDays: wholeNumber(1, 30).default(7),
  /** Whether a delivery counts as proved only with the code that its recipient got. */
  podOtpRequired: flag,
  /** A notice for everybody in the company, shown until the end of that day on the company's clock. */
  hrMessage: line(1000).meta({ multiline: true }),
  hrMessageUntil: date.nullable().default(null),
});

export const companyInput = z.object({
  code: code.toUpperCase(),
  companyTypeId: z.uuid(),
  ...companyProfileInput.shape,
});
export const companyStatus = z.enum(companyFlow.states);
export const company = saved(companyInput, {
  status: companyStatus,
  companyTypeName: z.string(),
  userCount: z.number().int(),
  steps: z.array(z.string()),
});
export type Company = z.output<typeof company>;

const path = "/api/settings/companies";
const scope = { scope: "installation" as const };
const steps = stepRoutes(path, companyFlow, company);
/** The ordinary routes, of which `companies` leaves some out. */
export const companyRoutes = crud(path, {
  name: "company",
  record: company,
  input: companyInput,
  sort: ["legalName", "code", "createdAt"],
  filter: { status: anyOf(companyStatus), companyTypeId: anyOf(z.uuid()) },
  view: "CAN_VIEW_COMPANIES",
  edit: "CAN_MANAGE_COMPANIES",
  ...scope,
});

const { remove: _remove, archive: _archive, restore: _restore, ...kept } = companyRoutes;
/** All companies of the installation, for SUPER_ADMIN. A company is never removed: it is deactivated, and keeps its data. */
export const companies = {
  ...kept,
  approve: { ...steps.approve, ...scope },
  reject: { ...steps.reject, ...scope },
  deactivate: { ...steps.deactivate, ...scope },
  activate: { ...steps.activate, ...scope },
  act: route({
    method: "POST",
    path: `${path}/:id/act`,
    can: "CAN_MANAGE_COMPANIES",
    summary: "Work in this company from now on, in this session",
    reply: z.object({}),
    ...scope,
  }),
};

export const companyProfile = saved(companyProfileInput, {
  code: z.string(),
  status: companyStatus,
  companyTypeName: z.string(),
});
export type CompanyProfile = z.output<typeof companyProfile>;

/** The company that one works in. */
export const ownCompany = {
  read: route({
    method: "GET",
    path: "/api/settings/company",
    can: "CAN_VIEW",
    summary: "The own company's profile and rules",
    reply: companyProfile,
    ...scope,
  }),
  history: route({
    method: "GET",
    path: "/api/settings/company/history",
    can: "CAN_EDIT_COMPANY_PROFILE",
    summary: "What happened to the own company's profile",
    reply: history,
  }),
  update: route({
    method: "PUT",
    path: "/api/settings/company",
    can: "CAN_EDIT_COMPANY_PROFILE",
    summary: "Change the own company's profile and rules",
    body: z.strictObject({ ...companyProfileInput.shape, version: z.number().int().min(1).max(2_000_000_000) }),
    reply: companyProfile,
    ...scope,
  }),
};

const ofACompany = "the name or address of a company";
export const companyRecord = record({
  entity: "company",
  table: "companies",
  label: ["display_name", "legal_name"],
  /** Its logo: the newest picture. */
  files: { view: ["CAN_VIEW"], edit: ["CAN_EDIT_COMPANY_PROFILE"] },
  personal: { companies: ["email", "phone", "hr_message"] },
  notPersonal: {
    "companies.legal_name": ofACompany,
    "companies.display_name": ofACompany,
    "companies.address_line1": ofACompany,
    "companies.address_line2": ofACompany,
  },
  states: {
    company_statuses: statesOfFlow("Company statuses", companyFlow),
  },
});
