import type { FastifyReply, FastifyRequest } from "fastify";
import type { Holder, Permission } from "#shared/permissions/permissions.ts";
import type { Db } from "../db/database.ts";
import type { Keys } from "../crypto/keys.ts";
import type { Passwords } from "../crypto/passwords.ts";
import type { WholeMails } from "../mail/whole-mails.ts";
import type { Readers } from "../files/reading/readers.ts";

/** The signed-in user of a request. */
export interface SessionUser extends Holder {
  readonly id: string;
  readonly sessionId: string;
  /** The company in whose name they work now; `homeCompanyId` differs only while a SUPER_ADMIN acts in another. */
  readonly companyId: string;
  readonly homeCompanyId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status: string;
  readonly locale: string;
}

/** The holder of a mailed link: one purpose on one record, nothing else. */
export interface LinkPrincipal {
  readonly linkId: string;
  readonly companyId: string;
  readonly purpose: string;
  readonly subjectId: string;
  readonly subjectRevision: number;
  readonly recipient: string;
}

/** The record that an event is about. */
export interface Subject {
  readonly id: string;
}

/** Who did something, as the audit trail keeps it. */
export interface Actor {
  readonly kind: "user" | "link" | "system";
  readonly id: string | null;
  readonly name: string | null;
}

export interface EventDetails {
  from?: string | undefined;
  to?: string | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  /** Field → { from, to }, or facts of the step. */
  changes?: Readonly<Record<string, unknown>> | undefined;
  /** Who did it, where no session says so: the name typed on a link page. */
  actorName?: string | undefined;
  /** Who did it, where their session only begins with it. */
  by?: Actor | undefined;
  /** Where it came from; kept of what guards the door, and of nothing else. */
  address?: string | undefined;
}

/** The event streams of this node (live.ts). */
export interface Streams {
  /** Answers with what happens in the user's company, and stays open if it is to be followed. */
  open(user: SessionUser, reply: FastifyReply, how: { after: string | undefined; follows: boolean }): Promise<void>;
  /** Looks for new events now, because one was committed here. */
  wake(): void;
}

/** What a handler may know of the installation it runs in. */
export interface AppParts {
  readonly keys: Keys;
  readonly passwords: Passwords;
  /** What reads the files of users. */
  readonly readers: Readers;
  /** Where people reach us, without a slash at the end. */
  readonly appUrl: string;
  readonly version: string;
  /** What the product consists of. */
  readonly dataDir: string;
  /** No mail server is set: what would be mailed is kept, with its secrets masked. */
  readonly mailsAreKept: boolean;
  /** Mails as they were written, in the demo on somebody's own machine. */
  readonly wholeMails: WholeMails | null;
  readonly demo: boolean;
  /** Whether strangers may register their company. */
  readonly registration: boolean;
  readonly streams: Streams;
  /**
   * A short transaction beside the one that is open, on connections that nobody holds for long: for what is told of work
   * while it goes on. It must not touch a row that the open one has locked. Where it fails, that is logged, and the work of
   * which it tells goes on: whoever needs to know asks whether it was done.
   */
  beside(companyId: string, work: (db: Db) => Promise<void>): Promise<void>;
}

export interface Caller {
  readonly user: SessionUser | null;
  readonly link: LinkPrincipal | null;
  readonly requestId: string;
  readonly language: string;
  readonly app: AppParts;
  /** The address the request came from, through configured proxies only. */
  readonly address: string;
}

/** What a handler works with. Everything it awaits is this database; mails and files wait for the outbox. */
export interface Ctx extends Caller {
  readonly db: Db;
  readonly companyId: string;
  /** The database under its other name, for routes with `scope: "installation"`; throws elsewhere. */
  readonly installation: Db;
  can(permission: Permission): boolean;
  /** Writes an event, `vendor.blocked`, in this transaction; for several records at once in one statement. */
  emit(name: `${string}.${string}`, subject: Subject | readonly Subject[], details?: EventDetails): Promise<void>;
  /** Leaves a task for after the commit. */
  enqueue(task: string, payload: Readonly<Record<string, unknown>>, runAt?: Date): Promise<void>;
}

/** What a route without a transaction of its own works with: sign-in, uploads, exports, streams. */
export interface BareCtx extends Caller {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly companyId: string;
  can(permission: Permission): boolean;
  /** Opens a transaction in the caller's company. */
  open<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** Opens one on the installation's tables, in the given company where there is one. */
  openInstallation<T>(companyId: string | null, work: (ctx: Ctx) => Promise<T>): Promise<T>;
}
