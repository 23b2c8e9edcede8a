import { z } from "zod";
import { crud, saved, yesNo } from "#shared/contract/contract.ts";
import { code, flag, name, notes } from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";

export const companyTypeInput = z.object({
  code: code.toUpperCase(),
  name,
  description: notes,
  isActive: flag.default(true),
});
export const companyType = saved(companyTypeInput, {});
export type CompanyType = z.output<typeof companyType>;

/** Kinds of companies; the same for the whole installation. */
export const companyTypes = crud("/api/settings/company-types", {
  name: "company type",
  record: companyType,
  input: companyTypeInput,
  sort: ["name", "code", "createdAt"],
  filter: { isActive: yesNo() },
  view: "CAN_VIEW_COMPANIES",
  edit: "CAN_MANAGE_COMPANIES",
  scope: "installation",
});

export const companyTypeRecord = record({
  entity: "company-type",
  table: "company_types",
  notPersonal: {
    "company_types.name": "the name of a thing",
    "company_types.description": "the name of a thing",
  },
});
