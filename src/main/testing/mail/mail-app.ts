import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { startMailSink, type MailSink } from "./mail-sink.ts";

/** A world whose jobs run, and whose mails arrive at a real SMTP server. */
export interface MailApp extends TestApp {
  readonly sink: MailSink;
}

export async function startMailApp(): Promise<MailApp> {
  const sink = await startMailSink();
  const testApp = await startTestApp({ jobs: true, smtpUrl: sink.url });
  return {
    ...testApp,
    sink,
    async close() {
      await testApp.close();
      await sink.close();
    },
  };
}
