import type { Db } from "#server/db/database.ts";

const ofDrivers = { subject: "driver", blocks_dispatch: true, is_confidential: false, renewal_months: 60 };
const ofCompany = { ...ofDrivers, subject: "company", blocks_dispatch: false };

/** What road haulage keeps in Europe; terms of renewal are the usual ones. */
const defaults = [
  { ...ofDrivers, code: "ADR", name: "ADR certificate", blocks_dispatch: false },
  { ...ofDrivers, code: "CODE95", name: "Driver qualification card (code 95)" },
  { ...ofDrivers, code: "MEDICAL", name: "Medical certificate", is_confidential: true },
  { ...ofDrivers, code: "TACHO", name: "Tachograph card" },
  { ...ofCompany, code: "COMMUNITY", name: "Community licence", renewal_months: 120 },
  { ...ofCompany, code: "LIABILITY", name: "Carrier's liability insurance", renewal_months: 12 },
];

/** Gives a new company its types of documents. The transaction works in that company. */
export async function addDefaultDocumentTypes(db: Db): Promise<void> {
  await db.insertInto("document_types").values(defaults).execute();
}
