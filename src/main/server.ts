import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { isLoopback } from "#server/http/loopback.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { startEmbedded } from "#ops/postgres/embedded.ts";
import { prepareDatabase } from "#ops/postgres/bootstrap.ts";
import { freePort } from "#ops/postgres/process.ts";
import { buildApp, webBuild } from "./app.ts";
import { addressOf, demoMark, isPrivateDemo, readConfig, type Config } from "./config.ts";
import { makeDataFolder } from "./data-folder.ts";
import { setUpLink } from "./first-start.ts";
import { takeFolder } from "./running.ts";

/** How long requests that are under way may take to end after a stop was asked for. */
const drainSeconds = 25;
const databaseFolder = "postgres";

/** What has been opened so far, to be closed in the opposite order. */
const opened: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | null = null;

/** Asks everything to end, once; a stop during the start ends what is there. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const close of opened.toReversed()) await close();
    process.exit(code);
  })();
  return stopping;
}

async function start(): Promise<void> {
  const config = readConfig();
  const port = config.port === 0 ? await freePort() : config.port;
  const appUrl = config.appUrl ?? addressOf(config.host, port);
  prepareFolder(config);
  if (!config.databaseUrl && !tookFolder(config, appUrl)) return stop(1);
  const directUrl = await openDatabase(config);
  await migrate(directUrl);
  const app = await buildApp({
    databaseUrl: config.databaseUrl ?? directUrl,
    databaseDirectUrl: directUrl,
    prepare: config.prepare,
    appUrl,
    dataDir: config.dataDir,
    smtpUrl: config.smtpUrl,
    demo: config.demo,
    registration: config.registration,
    trustedProxies: config.trustedProxies,
    callsPerMinute: config.callsPerMinute,
    jobs: true,
    webFolder: webBuild,
    log: process.stdout.isTTY ? "warn" : "info",
  });
  await serve(app, { host: config.host, port });
  greet(config, { appUrl, setUp: config.demo ? null : await setUpLink(directUrl, appUrl) });
}

function prepareFolder(config: Config): void {
  const begunWithDemo = existsSync(join(config.dataDir, demoMark));
  if (begunWithDemo && !config.demo && !isLoopback(config.host))
    throw new Error(
      `The data in ${config.dataDir} are the demo's, and its passwords are public. Set DATA_DIR to an empty ` +
        `folder for data of your own, or DEMO=on to serve the demo on ${config.host} all the same.`,
    );
  makeDataFolder(config.dataDir);
  if (config.demo && !existsSync(join(config.dataDir, databaseFolder)))
    writeFileSync(join(config.dataDir, demoMark), "This folder was begun with the demo company.\n");
}

function tookFolder(config: Config, appUrl: string): boolean {
  const folder = takeFolder(config.dataDir, appUrl);
  if (folder.taken) opened.push(folder.release);
  else
    console.error(
      `Waybill is running already on ${config.dataDir}: open ${folder.by.url} (process ${folder.by.pid}).\nFor ` +
        "another one beside it set DATA_DIR and PORT.",
    );
  return folder.taken;
}

/** Returns the address at which the application signs in to its database, past a pooler where there is one. */
async function openDatabase(config: Config): Promise<string> {
  if (config.databaseDirectUrl) {
    const { url, notes } = await prepareDatabase(config.databaseDirectUrl);
    for (const note of notes) console.warn(note);
    return url;
  }
  const starting = startEmbedded({ folder: join(config.dataDir, databaseFolder) });
  opened.push(() =>
    starting.then(
      (embedded) => embedded.stop(),
      () => {},
    ),
  ); // one that did not start has nothing to stop
  return (await starting).url;
}

/** Listens; a stop first says "not ready", then lets the requests that are under way end. */
async function serve(app: FastifyInstance, where: { host: string; port: number }): Promise<void> {
  let isLeaving = false;
  app.addHook("onRequest", async (request, reply) => {
    if (isLeaving && request.url === "/readyz")
      await reply.code(503).header("retry-after", "2").send({ status: "stopping" });
  });
  opened.push(async () => {
    isLeaving = true;
    if (!process.stdout.isTTY) await pause(1_000); // a balancer in front needs a moment to see it
    await Promise.race([app.close(), pause(drainSeconds * 1_000)]);
  });
  try {
    await app.listen(where);
  } catch (error) {
    throw inWords(error, where);
  }
}

function inWords(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return new Error(
      `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number (0 for any that is free).`,
    );
  if (code === "EACCES")
    return new Error(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Error(`HOST is ${host}, but this machine has no such address.`);
  return error;
}

function greet(config: Config, { appUrl, setUp }: { appUrl: string; setUp: string | null }): void {
  const lines = [`Waybill is running. Open ${appUrl}`];
  if (setUp)
    lines.push(
      `Nobody can sign in yet. This link, good for one day and for one use, makes the first administrator:`,
      setUp,
    );
  if (!config.smtpUrl && !isPrivateDemo({ ...config, appUrl })) lines.push(...withoutMails);
  if (config.demo)
    lines.push(
      `Sign in as ${demoAccounts.accounts.map(({ email }) => email).join(", ")}`,
      `with the password ${demoAccounts.password} (a demo; DEMO=off and another DATA_DIR start with your own company).`,
    );
  if (config.demo && !isLoopback(config.host))
    lines.push(`Careful: these passwords are public, and others can reach ${config.host}.`);
  console.log(`\n${lines.join("\n")}\n`);
}

/** What does not work without a mail server, and what is done instead. */
const withoutMails = [
  "No mail leaves this installation: SMTP_URL is not set. Vendors and carriers are not reached, and nobody can register.",
  "Whoever invites a person is shown the link, once. A lost password: npm run reset-password -- ADDRESS, on this machine.",
];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
process.on("disconnect", () => void stop(0)); // the launcher was killed
process.on("uncaughtException", (error) => {
  console.error(error);
  void stop(1);
});

try {
  await start();
} catch (error) {
  if (!stopping) console.error(`\nWaybill cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}
