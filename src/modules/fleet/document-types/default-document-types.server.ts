import type { Db } from "#server/db/database.ts";

const ofDrivers = {
  subject: "driver",
  blocks_dispatch: true,
  is_confidential: false,
  requires_expiry: true,
  renewal_months: 60 as number | null,
  proves: null as string | null,
};
const ofDriversUnended = { ...ofDrivers, blocks_dispatch: false, requires_expiry: false, renewal_months: null };
const ofCompany = { ...ofDrivers, subject: "company", blocks_dispatch: false };
const ofVehicles = { ...ofDrivers, subject: "vehicle", renewal_months: 12 };

const ofAssets = { ...ofDrivers, subject: "asset", renewal_months: 12 };
const ofTrips = { ...ofDriversUnended, subject: "trip" };
const ofDeliveries = { ...ofDriversUnended, subject: "delivery" };

/** What road haulage keeps in Europe; terms of renewal are the usual ones. */
const defaults = [
  { ...ofDrivers, code: "ADR", name: "ADR certificate", blocks_dispatch: false, proves: "adr" },
  { ...ofDrivers, code: "CODE95", name: "Driver qualification card (code 95)", proves: "cpc" },
  { ...ofDrivers, code: "MEDICAL", name: "Medical certificate", is_confidential: true, proves: "medical" },
  { ...ofDrivers, code: "TACHO", name: "Tachograph card", proves: "tacho_card" },
  { ...ofDriversUnended, code: "FORKLIFT", name: "Forklift certificate", proves: "forklift" },
  { ...ofDriversUnended, code: "OTHER", name: "Other qualification" },
  { ...ofCompany, code: "COMMUNITY", name: "Community licence", renewal_months: 120 },
  { ...ofCompany, code: "LIABILITY", name: "Carrier's liability insurance", renewal_months: 12 },
  {
    ...ofVehicles,
    code: "REGISTRATION",
    name: "Registration certificate",
    requires_expiry: false,
    renewal_months: null,
  },
  { ...ofVehicles, code: "INSURANCE", name: "Vehicle insurance" },
  { ...ofVehicles, code: "INSPECTION", name: "Roadworthiness inspection" },
  { ...ofVehicles, code: "TACHO-CHECK", name: "Tachograph calibration", blocks_dispatch: false, renewal_months: 24 },
  { ...ofVehicles, code: "LEASE", name: "Lease contract", blocks_dispatch: false, renewal_months: null },
  { ...ofAssets, code: "TRAILER-INSPECTION", name: "Roadworthiness inspection of a trailer" },
  { ...ofAssets, code: "CSC", name: "Safety approval of a container (CSC)", renewal_months: 30 },
  {
    ...ofAssets,
    code: "ATP",
    name: "Certificate for perishable goods (ATP)",
    blocks_dispatch: false,
    renewal_months: 36,
  },
  { ...ofTrips, code: "WAYBILL", name: "Consignment note (CMR)" },
  { ...ofTrips, code: "TRANSPORT-PERMIT", name: "Permit for this transport" },
  { ...ofDeliveries, code: "PROOF-OF-DELIVERY", name: "Signed proof of delivery" },
  { ...ofDeliveries, code: "CUSTOMS", name: "Customs declaration" },
  { ...ofDeliveries, code: "TRANSIT", name: "Transit document (T1)" },
  { ...ofVehicles, code: "PERMIT", name: "Permit for heavy or abnormal loads", blocks_dispatch: false },
];

/** Gives a new company its types of documents. The transaction works in that company. */
export async function addDefaultDocumentTypes(db: Db): Promise<void> {
  await db.insertInto("document_types").values(defaults).execute();
}
