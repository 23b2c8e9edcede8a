import { join } from "node:path";
import { prepareDatabase } from "#ops/postgres/bootstrap.ts";
import { runningUrl, startEmbedded } from "#ops/postgres/embedded.ts";
import { addressOf, readConfig } from "./config.ts";
import { makeDataFolder } from "./data-folder.ts";
import { takeFolder } from "./running.ts";

/** Lends the configured database to a command: that of a running Waybill, else one started for as long as the work takes. */
export async function withDatabase(
  options: { mustNotRun?: boolean },
  work: (at: { url: string; dataDir: string; appUrl: string }) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const { dataDir } = config;
  const appUrl = config.appUrl ?? addressOf(config.host, config.port);
  if (config.databaseDirectUrl) {
    const { url } = await prepareDatabase(config.databaseDirectUrl);
    return work({ url, dataDir, appUrl });
  }
  makeDataFolder(dataDir);
  const postgres = join(dataDir, "postgres");
  const folder = takeFolder(dataDir, appUrl);
  if (!folder.taken) {
    if (options.mustNotRun)
      throw new Error(`Waybill is running on ${dataDir} (process ${folder.by.pid}). Stop it first.`);
    return work({ url: runningUrl(postgres), dataDir, appUrl: config.appUrl ?? folder.by.url });
  }
  const server = await startEmbedded({ folder: postgres });
  try {
    await work({ url: server.url, dataDir, appUrl });
  } finally {
    await server.stop();
    folder.release();
  }
}
