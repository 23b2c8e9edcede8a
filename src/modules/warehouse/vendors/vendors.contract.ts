import { z } from "zod";
import { anyOf, crud, saved, stepRoutes } from "#shared/contract/contract.ts";
import {
  addressFields,
  amount,
  code,
  currency,
  email,
  flag,
  line,
  name,
  notes,
  percent,
  wholeNumber,
  website,
} from "#shared/fields/fields.ts";
import { record } from "#shared/contract/record.ts";
import { statesOfFlow } from "#shared/flow/state-list.ts";
import { heldFields } from "#shared/flow/holdable.ts";
import { vendorFlow } from "./vendors.flow.ts";

export const incoterm = z.enum(["EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP", "FAS", "FOB", "CFR", "CIF"]); // Incoterms 2020
export const freightTerms = z.enum(["prepaid", "collect", "third_party"]);

export const vendorContact = z.object({
  name,
  role: line(60),
  email,
  phone: line(40),
  receivesOrders: flag,
  isPrimary: flag,
});

export const vendorInput = z.object({
  code,
  name,
  orderEmail: email.nullable().default(null),
  phone: line(40),
  website,
  taxId: line(40),
  ...addressFields,
  currency,
  paymentTermsDays: wholeNumber(0, 365).nullable().default(null),
  incoterm: incoterm.nullable().default(null),
  incotermPlace: line(),
  freightTerms: freightTerms.nullable().default(null),
  leadTimeDays: wholeNumber(0, 1000).nullable().default(null),
  minOrderTotal: amount.nullable().default(null),
  overReceiptPct: percent.nullable().default(null),
  reminderDaysBeforeDue: wholeNumber(0, 90).nullable().default(null),
  notes,
  contacts: z.array(vendorContact).max(50).default([]),
});
export const vendor = saved(vendorInput, {
  ...heldFields,
  openOrders: z.number().int(),
});
export type Vendor = z.output<typeof vendor>;
/** One vendor in a list: without what only its own page says. */
export const vendorRow = vendor.omit({ contacts: true, notes: true });

const path = "/api/warehouse/vendors";
export const vendors = {
  ...crud(path, {
    name: "vendor",
    record: vendor,
    row: vendorRow,
    input: vendorInput,
    sort: ["name", "code", "createdAt"],
    filter: { status: anyOf(heldFields.status) },
    view: "CAN_VIEW_VENDORS",
    edit: "CAN_EDIT_VENDORS",
  }),
  ...stepRoutes(path, vendorFlow, vendor),
};

const ofACompany = "the name or address of a company";
export const vendorRecord = record({
  entity: "vendor",
  table: "vendors",
  label: "name",
  files: { view: ["CAN_VIEW_VENDORS"], edit: ["CAN_EDIT_VENDORS"] },
  personal: {
    vendor_contacts: ["name", "email", "phone"],
    vendors: ["order_email", "phone", "hold_reason", "notes"],
  },
  notPersonal: {
    "vendors.name": ofACompany,
    "vendors.address_line1": ofACompany,
    "vendors.address_line2": ofACompany,
  },
  states: {
    vendor_statuses: statesOfFlow("Vendor statuses", vendorFlow),
  },
});
