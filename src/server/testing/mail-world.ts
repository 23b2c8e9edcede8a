import { startWorld, type World } from "#main/testing.ts";
import { startMailSink, type MailSink } from "./mail-sink.ts";

/** A world whose jobs run, and whose mails arrive at a real SMTP server. */
export interface MailWorld extends World {
  readonly sink: MailSink;
}

export async function startMailWorld(): Promise<MailWorld> {
  const sink = await startMailSink();
  const world = await startWorld({ jobs: true, smtpUrl: sink.url });
  return {
    ...world,
    sink,
    async close() {
      await world.close();
      await sink.close();
    },
  };
}
