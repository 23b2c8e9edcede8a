import type { FastifyInstance } from "fastify";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { closeWindows, workerBrowser } from "#main/testing/browser.ts";
import { createDemoDatabase, dropTestDatabase, type TestDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import type { Browser } from "playwright";
import { buildApp, webBuild } from "../app.ts";
import { startMailSink, type MailSink } from "#main/testing/mail/mail-sink.ts";
import { freePort } from "./browser-app.ts";
import { Client } from "./test-app.ts";

/** The product with its demo company behind a real port, with a real SMTP server that keeps what it gets, and a browser. */
export interface DemoProduct {
  readonly app: FastifyInstance;
  readonly base: string;
  readonly browser: Browser;
  readonly mails: MailSink["mails"];
  /** Waits for a mail that fits. */
  readonly arrival: MailSink["arrival"];
  /** A client of the calls, signed in as that account of the demo: `await demo.as("buyer")`. */
  as(account: string): Promise<Client>;
  close(): Promise<void>;
}

let shared: Promise<DemoProduct> | undefined;

/**
 * The demo company that the tests of a worker share. They look; what they add, they add once and for all of them
 * (src/main/testing/screens.ts). `close` closes their windows.
 */
export async function sharedDemo(): Promise<DemoProduct> {
  // Silent: it ends with the worker, after its database.
  shared ??= createDemoDatabase().then((database) =>
    startDemo(database, { dataDir: temporaryFolder(), log: "silent" }),
  );
  const demo = await shared;
  const browser = await workerBrowser(); // another one, if the last has crashed
  return { ...demo, browser, close: () => closeWindows(browser) };
}

/** A demo company for a test file that changes it; a copy of the one that was filled before the tests. */
export async function ownDemo(): Promise<DemoProduct> {
  const database = await createDemoDatabase();
  const demo = await startDemo(database, { dataDir: temporaryFolder() });
  return {
    ...demo,
    async close() {
      await demo.close();
      await dropTestDatabase(database);
    },
  };
}

export async function startDemo(
  database: Pick<TestDatabase, "url">,
  {
    dataDir,
    webFolder = webBuild,
    now,
    log = "warn",
  }: { dataDir: string; webFolder?: string; now?: Date; log?: "warn" | "silent" },
): Promise<DemoProduct> {
  const smtp = await startMailSink();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const app = await buildApp({
    databaseUrl: database.url,
    appUrl: base,
    dataDir,
    smtpUrl: smtp.url,
    demo: true,
    ...(now ? { demoMoment: now } : {}),
    jobs: true,
    webFolder,
    log,
  });
  await app.listen({ host: "127.0.0.1", port });
  const browser = await workerBrowser();
  return {
    app,
    base,
    browser,
    mails: smtp.mails,
    arrival: smtp.arrival,
    async as(account) {
      const client = new Client(app);
      const answer = await client.signIn(`${account}@demo.example`, demoAccounts.password);
      if (answer.status !== 200) throw new Error(`${account} could not sign in: ${answer.text}`);
      return client;
    },
    async close() {
      await closeWindows(browser);
      await app.close();
      await smtp.close();
    },
  };
}
