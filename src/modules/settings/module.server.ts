import { serverModule } from "#server/http/modules.ts";
import assetTypes from "./asset-types/asset-types.server.ts";
import audit from "./audit/audit.server.ts";
import companies from "./companies/companies.server.ts";
import ownCompany from "./companies/own-company.server.ts";
import companyExports from "./company-exports/company-exports.server.ts";
import companyTypes from "./company-types/company-types.server.ts";
import erasures from "./erasures/erasures.server.ts";
import exchangeRates from "./exchange-rates/exchange-rates.server.ts";
import { serveFiles, serveFilesAsDocuments } from "./files/files.server.ts";
import imports from "./imports/imports.server.ts";
import { serveLinks } from "./links/links.server.ts";
import live from "./live/live.server.ts";
import locations from "./locations/locations.server.ts";
import mails from "./mails/mails.server.ts";
import referenceLists from "./reference-lists/reference-lists.server.ts";
import roles from "./roles/roles.server.ts";
import savedViews from "./saved-views/saved-views.server.ts";
import storageLocations from "./storage-locations/storage-locations.server.ts";
import users from "./users/users.server.ts";
import { assetTypeRecord } from "./asset-types/asset-types.contract.ts";
import { addDefaultAssetTypes } from "./asset-types/default-asset-types.server.ts";
import { companyRecord } from "./companies/companies.contract.ts";
import { companyBadges } from "./companies/waiting.server.ts";
import { companyExportRecord } from "./company-exports/company-exports.contract.ts";
import { exportJobs } from "./company-exports/company-exports.jobs.ts";
import { companyTypeRecord } from "./company-types/company-types.contract.ts";
import { noteErasure } from "./erasures/erasures.jobs.ts";
import { notPersonal, personal } from "./erasures/platform-columns.ts";
import { exchangeRateRecord } from "./exchange-rates/exchange-rates.contract.ts";
import { exchangeRateImporter } from "./exchange-rates/exchange-rates.import.server.ts";
import { sweepFile } from "./files/files.jobs.ts";
import { applyImport, dropImportFiles } from "./imports/imports.jobs.ts";
import { locationRecord } from "./locations/locations.contract.ts";
import { locationImporter } from "./locations/locations.import.server.ts";
import { settings } from "./module.ts";
import { addDefaultLists } from "./reference-lists/default-lists.server.ts";
import { referenceValueRecord } from "./reference-lists/reference-lists.contract.ts";
import { addDefaultRoles } from "./roles/default-roles.server.ts";
import { roleRecord } from "./roles/roles.contract.ts";
import { storageLocationRecord } from "./storage-locations/storage-locations.contract.ts";
import { storageLocationImporter } from "./storage-locations/storage-locations.import.server.ts";
import { invitationsOfRole } from "./users/ended-invitations.server.ts";
import { userRecord } from "./users/users.contract.ts";
import { mailInvitation } from "./users/users.jobs.ts";

export const settingsServer = serverModule(settings, {
  serves: [
    audit,
    assetTypes,
    companies,
    companyExports,
    companyTypes,
    erasures,
    exchangeRates,
    serveFiles,
    serveFilesAsDocuments,
    imports,
    serveLinks,
    live,
    locations,
    mails,
    ownCompany,
    referenceLists,
    roles,
    savedViews,
    storageLocations,
    users,
  ],
  records: [
    locationRecord,
    storageLocationRecord,
    assetTypeRecord,
    companyRecord,
    companyTypeRecord,
    companyExportRecord,
    exchangeRateRecord,
    userRecord,
    roleRecord,
    referenceValueRecord,
  ],
  jobs: [applyImport, dropImportFiles, ...exportJobs, mailInvitation, noteErasure, sweepFile],
  reactions: [invitationsOfRole],
  badges: companyBadges,
  importers: [exchangeRateImporter, locationImporter, storageLocationImporter],
  companyDefaults: [addDefaultRoles, addDefaultLists, addDefaultAssetTypes],
  personal,
  notPersonal,
});
