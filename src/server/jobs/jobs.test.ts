import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { asSuper, startTestApp } from "#main/testing/test-app.ts";

test("a mail that was on its way when the database went away is sent again later, and so is every mail after it", async () => {
  let arrived = () => undefined as void;
  let goOn = () => undefined as void;
  const underWay = new Promise<void>((resolve) => (arrived = resolve));
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume().on("end", () => {
        arrived();
        void held.then(() => done());
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  const testApp = await startTestApp({
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    jobs: true,
  }); // it listens on TCP
  const name = new URL(testApp.superUrl).pathname.slice(1);
  const server = { superUrl: Object.assign(new URL(testApp.superUrl), { pathname: "/postgres" }).href };
  const admin = await testApp.as("COMPANY_ADMIN");
  const invite = async (email: string) =>
    expect(
      (await admin.post("/api/auth/users", { email, firstName: "New", lastName: "Colleague", roleIds: [] })).status,
    ).toBe(200);
  const tries = async (email: string) =>
    (
      await asSuper<{ status: string }>(testApp, "select status from mails where recipient = $1 order by id", [email])
    ).map(({ status }) => status);
  try {
    await invite("first@alpha.example");
    await underWay;
    await asSuper(server, `alter database "${name}" with allow_connections false`);
    await asSuper(server, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    goOn();
    await new Promise((later) => setTimeout(later, 1_500));
    await asSuper(server, `alter database "${name}" with allow_connections true`);
    await expect.poll(() => tries("first@alpha.example"), { timeout: 25_000 }).toEqual(["failed", "sent"]);
    await invite("second@alpha.example");
    await expect.poll(() => tries("second@alpha.example"), { timeout: 10_000 }).toEqual(["sent"]);
  } finally {
    goOn();
    await testApp.close();
    await new Promise<void>((closed) => smtp.close(closed));
  }
});
