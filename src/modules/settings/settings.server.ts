import assetTypes from "./asset-types/asset-types.server.ts";
import audit from "./audit/audit.server.ts";
import companies from "./companies/companies.server.ts";
import ownCompany from "./companies/own-company.server.ts";
import companyExports from "./company-exports/company-exports.server.ts";
import companyTypes from "./company-types/company-types.server.ts";
import documents from "./documents/documents.server.ts";
import erasures from "./erasures/erasures.server.ts";
import imports from "./imports/imports.server.ts";
import links from "./links/links.server.ts";
import live from "./live/live.server.ts";
import locations from "./locations/locations.server.ts";
import mails from "./mails/mails.server.ts";
import ownSessions from "./own-sessions/own-sessions.server.ts";
import passwords from "./passwords/passwords.server.ts";
import profile from "./profile/profile.server.ts";
import referenceLists from "./reference-lists/reference-lists.server.ts";
import registrations from "./registration/registration.server.ts";
import roles from "./roles/roles.server.ts";
import secondFactor from "./second-factor/second-factor.server.ts";
import session from "./session/session.server.ts";
import storageLocations from "./storage-locations/storage-locations.server.ts";
import users from "./users/users.server.ts";

/** What the settings serve. */
export const settings = [
  audit,
  assetTypes,
  companies,
  companyExports,
  companyTypes,
  documents,
  erasures,
  imports,
  links,
  live,
  locations,
  mails,
  ownCompany,
  ownSessions,
  passwords,
  profile,
  referenceLists,
  registrations,
  roles,
  secondFactor,
  session,
  storageLocations,
  users,
];
