import type { FastifyInstance } from "fastify";
import { demoAccounts } from "#modules/settings/session/demo-accounts.ts";
import { launchBrowser } from "#server/testing/browser.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import type { Browser } from "playwright";
import { buildApp, webBuild } from "./app.ts";
import { startMailSink, type ReceivedMail } from "#server/testing/mail-sink.ts";
import { freePort } from "./testing.browser.ts";
import { Client } from "./testing.ts";

/** The product with its demo company behind a real port, with a real SMTP server that keeps what it gets, and a browser. */
export interface DemoProduct {
  readonly app: FastifyInstance;
  readonly base: string;
  readonly browser: Browser;
  readonly mails: readonly ReceivedMail[];
  /** A client of the calls, signed in as that account of the demo: `await demo.as("buyer")`. */
  as(account: string): Promise<Client>;
  close(): Promise<void>;
}

export async function startDemo(
  database: Pick<TestDatabase, "url">,
  { dataDir, webFolder = webBuild, now }: { dataDir: string; webFolder?: string; now?: Date },
): Promise<DemoProduct> {
  const smtp = await startMailSink();
  const { mails } = smtp;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const app = await buildApp({
    databaseUrl: database.url,
    appUrl: base,
    dataDir,
    smtpUrl: smtp.url,
    demo: true,
    ...(now ? { demoNow: now } : {}),
    jobs: true,
    webFolder,
    log: "warn",
  });
  await app.listen({ host: "127.0.0.1", port });
  const browser = await launchBrowser();
  return {
    app,
    base,
    browser,
    mails,
    async as(account) {
      const client = new Client(app);
      const answer = await client.signIn(`${account}@demo.example`, demoAccounts.password);
      if (answer.status !== 200) throw new Error(`${account} could not sign in: ${answer.text}`);
      return client;
    },
    async close() {
      await browser.close();
      await app.close();
      await smtp.close();
    },
  };
}
