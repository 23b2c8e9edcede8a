import { createServer, type AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright";
import { SMTPServer } from "smtp-server";
import { launchBrowser } from "#server/testing/browser.ts";
import { webBuild } from "./app.ts";
import { startWorld, testPassword, type World } from "./testing.ts";

/** A mail as the sink got it: who it was for, and its text with the transfer encoding undone. */
export interface SunkMail {
  readonly to: string;
  readonly text: string;
}

/** The real product behind a real port, a real SMTP server that keeps what it gets, and a real browser. */
export interface BrowserWorld extends World {
  readonly base: string;
  readonly browser: Browser;
  readonly mails: readonly SunkMail[];
  /** A browser window of its own, with nobody signed in; faults of the page fail the test through `faults`. */
  open(options?: { width?: number; height?: number; scheme?: "light" | "dark" }): Promise<{ context: BrowserContext; page: Page }>;
  /** A window in which that user has signed in by the sign-in page. */
  signedIn(email: string, options?: Parameters<BrowserWorld["open"]>[0]): Promise<Page>;
  /** Waits for a mail to that address whose text has the words. */
  mailTo(address: string, words: string): Promise<SunkMail>;
  readonly faults: readonly string[];
  /** Pictures of all windows, for a test that failed: `onTestFailed(() => world.shoot("story"))`. */
  shoot(name: string): Promise<void>;
}

export async function startBrowserWorld(): Promise<BrowserWorld> {
  const mails: SunkMail[] = [];
  const smtp = await startSink(mails);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const world = await startWorld({ appUrl: base, webFolder: webBuild, jobs: true, smtpUrl: `smtp://127.0.0.1:${smtp.port}` });
  await world.app.listen({ host: "127.0.0.1", port });
  const browser = await launchBrowser();
  const faults: string[] = [];
  const open: BrowserWorld["open"] = async ({ width = 1440, height = 900, scheme = "light" } = {}) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce", locale: "en-GB" });
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && /Content Security Policy|Unhandled/.test(message.text()) && faults.push(`${page.url()}: ${message.text()}`));
    return { context, page };
  };
  return {
    ...world,
    base,
    browser,
    mails,
    faults,
    open,
    async signedIn(email, options) {
      const { page } = await open(options);
      await page.goto(`${base}/login`);
      await page.getByLabel("Email").fill(email);
      await page.locator('input[type="password"]').fill(testPassword);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname !== "/login");
      return page;
    },
    async mailTo(address, words) {
      for (let attempt = 0; attempt < 150; attempt += 1) {
        const found = mails.findLast(({ to, text }) => to === address && text.includes(words));
        if (found) return found;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`no mail to ${address} with "${words}" in 15 s; there are: ${mails.map(({ to }) => to).join(", ")}`);
    },
    async shoot(name) {
      const pages = browser.contexts().flatMap((context) => context.pages());
      for (const [n, page] of pages.entries()) await page.screenshot({ path: `test-results/${name}-${n}.png` });
    },
    async close() {
      await browser.close();
      await world.close();
      await smtp.stop();
    },
  };
}

async function startSink(mails: SunkMail[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const text = readable(Buffer.concat(parts).toString("utf8"));
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { port: (server.server.address() as AddressInfo).port, stop: () => new Promise((done) => server.close(() => done())) }; // a TCP server's address
}

/** Quoted-printable undone, as far as ASCII goes: links and numbers are. */
function readable(raw: string): string {
  return raw.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** The by-link address in a mail. */
export function linkIn(mail: SunkMail): string {
  const found = /http:\/\/127\.0\.0\.1:\d+\/\S+#t=[\w-]{43}/.exec(mail.text);
  if (!found) throw new Error(`no link in the mail to ${mail.to}`);
  return found[0];
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // as above
      server.close(() => resolve(port));
    });
  });
}
