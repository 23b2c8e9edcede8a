import type { Ctx, EventDetails } from "../http/context.ts";
import type { Language } from "../mail/languages.ts";
import type { MailContent } from "../mail/mail-layout.ts";

/** A reaction in the transaction of the event that it names. */
export interface Reaction {
  readonly event: string;
  run(ctx: Ctx, id: string, details: EventDetails): Promise<void>;
}

/** Declares a reaction in the same transaction: `within("purchase-order.cancelled", async (ctx, id) => …)`. */
export function reaction(event: string, run: Reaction["run"]): Reaction {
  return { event, run };
}

/** A task of the outbox. Runs at least once, outside any request; opens its own transactions. */
export interface Job<P = Record<string, unknown>> {
  readonly task: string;
  run(tools: JobTools, payload: P, companyId: string): Promise<void>;
}

export interface JobTools {
  /** Opens a transaction in the company, as the system. */
  open<T>(companyId: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** One snapshot to read from, for as long as it takes. */
  read<T>(companyId: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** The same as `open` on the installation's tables: users, their passwords, sessions. `db` of the context is that handle. */
  openInstallation<T>(companyId: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  readonly mail: (companyId: string, mail: Mail) => Promise<void>;
  readonly appUrl: string;
}

/** One mail. It is written in the language of whoever gets it, which the mailer finds out. */
export interface Mail {
  readonly to: string;
  /** The language of somebody who has no account yet, where it is known. */
  readonly language?: string | undefined;
  /** `access`: about somebody's account. Such a mail is listed for nobody but SUPER_ADMINs. */
  readonly about: "access" | "work";
  /** What stands in it and lets somebody in, a link's secret or a code: masked wherever the mail is kept. */
  readonly secrets: readonly string[];
  write(language: Language): MailContent | Promise<MailContent>;
  /** The record that it is about. */
  readonly entity?: string;
  readonly entityId?: string;
}

/** Declares a task: `job("mail-order", async ({ open, mail }, { orderId }, companyId) => …)`. */
export function job<P>(task: string, run: Job<P>["run"]): Job<P> {
  return { task, run };
}
