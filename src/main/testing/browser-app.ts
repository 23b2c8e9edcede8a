import { createServer, type AddressInfo } from "node:net";
import type { APIRequestContext, Browser, BrowserContext, Page } from "playwright";
import { closeWindows, launchBrowser, untilIdle, workerBrowser } from "#main/testing/browser.ts";
import { startMailSink, type ReceivedMail } from "#main/testing/mail/mail-sink.ts";
import { webBuild } from "../app.ts";
import { startTestApp, testPassword, type TestApp } from "./test-app.ts";

/** The real product behind a real port, a real SMTP server that keeps what it gets, and a real browser. */
export interface BrowserApp extends TestApp {
  readonly base: string;
  readonly browser: Browser;
  readonly mails: readonly ReceivedMail[];
  /** A browser window of its own, with nobody signed in; faults of the page fail the test through `faults`. */
  open(options?: {
    width?: number;
    height?: number;
    scheme?: "light" | "dark";
  }): Promise<{ context: BrowserContext; page: Page }>;
  /** A window in which that user is signed in, at their first screen; what signing in looks like is tried in e2e/session.test.ts. */
  signedIn(email: string, options?: Parameters<BrowserApp["open"]>[0]): Promise<Page>;
  /** Waits for a mail to that address whose text has the words. */
  mailTo(address: string, words: string): Promise<ReceivedMail>;
  readonly faults: readonly string[];
  /** Pictures of all windows, for a test that failed: `onTestFailed(() => world.shoot("story"))`. */
  shoot(name: string): Promise<void>;
}

interface BrowserOptions {
  readonly webFolder?: string;
  /**
   * With a browser that no other file has used: in one that has shown a dozen products already, Chromium now and then never calls a
   * service worker idle, and a newer one waits for ever.
   */
  readonly hasOwnBrowser?: boolean;
}

export async function startBrowserApp({
  webFolder = webBuild,
  hasOwnBrowser = false,
}: BrowserOptions = {}): Promise<BrowserApp> {
  const smtp = await startMailSink();
  const { mails } = smtp;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const testApp = await startTestApp({ appUrl: base, webFolder, jobs: true, smtpUrl: smtp.url });
  await testApp.app.listen({ host: "127.0.0.1", port });
  const browser = await (hasOwnBrowser ? launchBrowser() : workerBrowser());
  const faults: string[] = [];
  const open: BrowserApp["open"] = async ({ width = 1440, height = 900, scheme = "light" } = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: "reduce",
      locale: "en-GB",
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on(
      "console",
      (message) =>
        message.type() === "error" &&
        /Content Security Policy|Unhandled/.test(message.text()) &&
        faults.push(`${page.url()}: ${message.text()}`),
    );
    return { context, page };
  };
  return {
    ...testApp,
    base,
    browser,
    mails,
    faults,
    open,
    async signedIn(email, options) {
      const { page, context } = await open(options);
      await signInByCall(context.request, base, { email, password: testPassword });
      await page.goto(base);
      await untilIdle(page);
      return page;
    },
    async mailTo(address, words) {
      return smtp.arrival(({ to, text }) => to === address && text.includes(words), `to ${address} with "${words}"`);
    },
    async shoot(name) {
      const pages = browser.contexts().flatMap((context) => context.pages());
      for (const [n, page] of pages.entries()) await page.screenshot({ path: `test-results/${name}-${n}.png` });
    },
    async close() {
      await (hasOwnBrowser ? browser.close() : closeWindows(browser));
      await testApp.close();
      await smtp.close();
    },
  };
}

/** Signs in as the sign-in page does, for a browser window whose cookies the request shares. */
async function signInByCall(
  request: APIRequestContext,
  base: string,
  data: { email: string; password: string },
): Promise<void> {
  await request.get(`${base}/api/settings`); // sets the anti-forgery cookie
  const { cookies } = await request.storageState();
  const token = cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const answer = await request.post(`${base}/api/auth/logins`, { data, headers: { "X-XSRF-TOKEN": token } });
  if (!answer.ok()) throw new Error(`${data.email} could not sign in: ${await answer.text()}`);
}

/** The by-link address in a mail. */
export function linkIn(mail: ReceivedMail): string {
  const found = /http:\/\/127\.0\.0\.1:\d+\/\S+#t=[\w.-]{45}/.exec(mail.text);
  if (!found) throw new Error(`no link in the mail to ${mail.to}`);
  return found[0];
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // as above
      server.close(() => resolve(port));
    });
  });
}
