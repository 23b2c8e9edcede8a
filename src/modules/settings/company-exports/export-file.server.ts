import { join } from "node:path";

/** Where the file of an export is kept until it is removed; no part of a backup. */
export const exportFile = (dataDir: string, companyId: string, exportId: string): string =>
  join(dataDir, "exports", companyId, `${exportId}.zip`);
