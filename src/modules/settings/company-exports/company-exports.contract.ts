import { z } from "zod";
import { instant, route } from "#shared/contract/contract.ts";
import { record } from "#shared/contract/record.ts";

/** One export of all data of the company, from the request to the day on which its file is removed. */
const companyExport = z.object({
  id: z.uuid(),
  createdAt: instant,
  state: z.enum(["waiting", "working", "ready", "failed", "expired"]),
  askedByName: z.string(),
  rowsDone: z.number().int(),
  /** Of the file. */
  bytes: z.number().int().nullable(),
  failure: z.string().nullable(),
  readyAt: instant.nullable(),
  expiresAt: instant.nullable(),
});
export type CompanyExport = z.output<typeof companyExport>;

const path = "/api/settings/company-exports";
/** All data of the company as one file: tables as JSON lines and CSV, the files, and what it all is in plain words. */
export const companyExports = {
  list: route({
    method: "GET",
    path,
    can: "CAN_EXPORT_COMPANY",
    summary: "The exports that were asked for, newest first",
    reply: z.object({ items: z.array(companyExport) }),
  }),
  ask: route({
    method: "POST",
    path,
    can: "CAN_EXPORT_COMPANY",
    summary: "Ask for an export of all data of the company; one at a time",
    reply: companyExport,
  }),
  download: route({
    method: "GET",
    path: `${path}/:id/download`,
    can: "CAN_EXPORT_COMPANY",
    summary: "Download an export that is ready",
    transaction: "none",
    gives: "application/zip",
  }),
};

export const companyExportRecord = record({
  entity: "company-export",
  table: "company_exports",
  personal: { company_exports: ["asked_by_name", "failure"] },
});
