import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { notFound } from "#shared/contract/problem.ts";
import { cookieNames } from "#server/http/access.ts";
import type { AppParts, Streams } from "#server/http/context.ts";
import { inTransaction, openDatabase, type Database } from "#server/db/database.ts";
import { answerError } from "#server/http/errors.ts";
import { registerRoutes, type Parts } from "#server/http/routes.ts";
import { Jobs } from "#server/jobs/jobs.ts";
import { readKeys } from "#server/crypto/keys.ts";
import { Live } from "#server/live/live.ts";
import { viewersOf } from "#server/live/viewers.ts";
import { namedRecords } from "#server/records/named.ts";
import { OneLine, serializers } from "#server/http/log.ts";
import { Mailer } from "#server/mail/mailer.ts";
import type { Modules } from "#server/http/modules.ts";
import { maskOldMails } from "#ops/migrate/old-mails.ts";
import { openApi } from "#server/openapi/openapi.ts";
import { Passwords } from "#server/crypto/passwords.ts";
import { addRateLimit } from "#server/http/rate-limit.ts";
import { Readers } from "#server/files/reading/readers.ts";
import { Sealer } from "#server/audit/sealer.ts";
import { giveSecurityHeaders, serveWeb } from "#server/http/web-files.ts";
import { WholeMails } from "#server/mail/whole-mails.ts";
import { isPrivateDemo } from "./config.ts";
import { fillDemo } from "./demo/fill.ts";
import { addHealth } from "#server/http/health.ts";
import { guardTransport, patience, transportOptions, type Patience } from "#server/http/transport.ts";
import { modules as all } from "./modules.ts";

/** What the app needs to know; `main/config.ts` reads it from the environment, tests give it. */
export interface AppOptions {
  readonly databaseUrl: string;
  /** Past a pooler that `databaseUrl` leads to; as that where nothing is said. */
  readonly databaseDirectUrl?: string;
  /** Whether statements are prepared under names; they are where nothing is said. */
  readonly prepare?: boolean;
  readonly appUrl: string;
  readonly dataDir: string;
  readonly smtpUrl: string | null;
  readonly demo: boolean;
  /** The moment at which the demo company is made to stand; now where nothing is said. For pictures. */
  readonly demoMoment?: Date;
  /** Whether strangers may register their company; they may where nothing is said. */
  readonly registration?: boolean;
  /** The proxies whose X-Forwarded-For is believed; none where nothing is said. */
  readonly trustedProxies?: readonly string[];
  /** How many calls a session may make within a minute; any number where nothing is said. */
  readonly callsPerMinute?: number | null;
  /** Whether this process also works the queue: mails, documents, reminders. */
  readonly jobs: boolean;
  /** The folder of the web build; null serves the calls alone. */
  readonly webFolder: string | null;
  /** How often open event streams show that they are alive and look whether their sessions are; 25 s where nothing is said. */
  readonly heartbeatMs?: number;
  /** How long a caller may take to send; see `transport.ts` where nothing is said. */
  readonly patience?: Patience;
  /** What the product consists of; everything where nothing is said. */
  readonly modules?: Modules;
  /** Log level; tests are silent. */
  readonly log: "info" | "warn" | "silent";
}

/** Everything that Waybill serves, in the order of the OpenAPI document. */
export const { served } = all;

/** Where `npm start` builds the web to. */
export const webBuild = fileURLToPath(new URL("../../dist", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
}; // our own package.json

/** Builds the app over a migrated database; nothing listens yet. Closing the app closes its connections. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const appUrl = options.appUrl.replace(/\/$/, "");
  const { modules = all } = options;
  const secure = appUrl.startsWith("https:");
  const { databaseUrl: url, databaseDirectUrl: directUrl = url, prepare = true } = options;
  const database = openDatabase({ url, directUrl, prepare });
  const app = Fastify({
    bodyLimit: 1024 * 1024,
    ...transportOptions(options.patience ?? patience),
    genReqId: () => randomUUID(),
    logController: new OneLine(),
    logger:
      options.log === "silent"
        ? false
        : { level: options.log, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, serializers },
    forceCloseConnections: "idle",
    trustProxy: [...(options.trustedProxies ?? [])],
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors(error, request, reply) {
      giveSecurityHeaders(request, reply, secure); // an address that cannot be decoded: no hook sees it
      answerError(error, request, reply);
    },
  });
  const live = new Live({
    database,
    viewers: viewersOf(modules.served, modules.records),
    heartbeatMs: options.heartbeatMs ?? 25_000,
    log: app.log,
  });
  let jobs: Jobs | undefined;
  let sealer: Sealer | undefined;
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(answerError);
  app.addHook("onRequest", async (request, reply) => giveSecurityHeaders(request, reply, secure));
  guardTransport(app, options.patience ?? patience);
  await app.register(cookie);
  const countCall = options.callsPerMinute ? addRateLimit(app, options.callsPerMinute, cookieNames(secure)) : undefined;
  const parts: Parts = {
    database,
    app: await appParts(options, { appUrl, modules, streams: live, database, log: app.log }),
    reactions: modules.reactions,
    wake: () => jobs?.wake(),
    named: namedRecords(modules.served, modules.records),
    ...(countCall ? { countCall } : {}),
  };
  await app.register(multipart, { limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 10, parts: 12 } });
  registerRoutes(app, parts, modules.served);
  addHealth(app, database, options.dataDir);
  const document = JSON.stringify(openApi(modules.served, { version, appUrl }));
  app.get("/api/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  if (options.webFolder) await serveWeb(app, options.webFolder);
  else
    app.setNotFoundHandler((request, reply) =>
      answerError(notFound("no_route", "There is nothing at this address."), request, reply),
    );
  await database.owner.query("select ensure_event_months()");
  await maskOldMails(database.owner, options.dataDir, app.log);
  if (options.demo) await fillDemo(parts, { moment: options.demoMoment ?? new Date() });
  if (options.jobs) {
    const mailer = new Mailer(database, {
      smtpUrl: options.smtpUrl,
      dataDir: options.dataDir,
      from: `Waybill <no-reply@${new URL(appUrl).hostname}>`,
      wholeMails: parts.app.wholeMails,
    });
    jobs = new Jobs(parts, mailer, modules.jobs, app.log);
    await jobs.start();
    sealer = new Sealer(database.owner, app.log);
    sealer.start();
  }
  app.addHook("preClose", async () => {
    live.close();
    parts.app.readers.close();
  });
  app.addHook("onClose", async () => {
    await sealer?.stop();
    await jobs?.stop();
    await database.close();
  });
  return app;
}

interface Surroundings {
  readonly appUrl: string;
  readonly modules: Modules;
  readonly streams: Streams;
  readonly database: Database;
  readonly log: FastifyInstance["log"];
}

async function appParts(
  options: AppOptions,
  { appUrl, modules, streams, database, log }: Surroundings,
): Promise<AppParts> {
  const mailsAreKept = options.smtpUrl === null;
  const start = { ...options, appUrl, trustedProxies: options.trustedProxies ?? [] };
  const wholeMails = mailsAreKept && isPrivateDemo(start) ? new WholeMails() : null;
  const isMailRead = !mailsAreKept || wholeMails !== null;
  return {
    keys: await readKeys(options.dataDir),
    passwords: new Passwords(),
    readers: new Readers(),
    appUrl,
    version,
    modules,
    dataDir: options.dataDir,
    mailsAreKept,
    wholeMails,
    demo: options.demo,
    registration: (options.registration ?? true) && isMailRead,
    streams,
    beside: (companyId, work) =>
      inTransaction(database.auth, { role: "waybill_app", companyId }, work).catch((error: unknown) =>
        log.warn({ err: error }, "what some work writes beside itself was not written"),
      ),
  };
}

/** `/livez` says that the process runs, `/readyz` that it can do its work. */
