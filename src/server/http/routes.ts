import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { allows } from "#shared/permissions/permissions.ts";
import { forbidden, Problem, message } from "#shared/contract/problem.ts";
import { admit, checkCsrf, cookieNames, mayCall } from "./access.ts";
import type { AppParts, BareCtx, Caller, Ctx, LinkPrincipal, SessionUser } from "./context.ts";
import { inputOf, refuseIllFormed, type Input } from "./input.ts";
import { guessUser } from "./known-users.ts";
import { inTransaction, type Database, type Db, type Role } from "../db/database.ts";
import { writeEvents } from "../audit/events.ts";
import { claimKey, keepReply, type KeyedCall } from "./idempotency.ts";
import { preferredLanguage } from "../mail/language.ts";
import { mustBeShown, type NamedRecord } from "../records/named.ts";
import type { CountCall } from "./rate-limit.ts";
import type { Reaction } from "../jobs/reactions.ts";
import { noteRefusal } from "./refusals.ts";
import { serialize, mismatch } from "./reply.ts";
import type { Served } from "./serve.ts";

/** What the kit needs of its surroundings; made once by main/app.ts. */
export interface Parts {
  readonly database: Database;
  readonly app: AppParts;
  /** Handlers that run in the transaction of an event, in their fixed order. */
  readonly reactions: readonly Reaction[];
  /** Called after each commit that left work in the outbox. */
  readonly wake: () => void;
  /** Holds a session that was found to its pace; sessions may call as often as they like where there is none. */
  readonly countCall?: CountCall;
  /** The kind of record that a route names, of those kinds that are not shown to all alike. */
  readonly named: ReadonlyMap<RouteShape, NamedRecord>;
}

/** In bytes: whoever has no account sends a form of a few fields. */
const mostOfAStranger = 32 * 1024;

type AnyHandler = (ctx: unknown, req: Input) => Promise<unknown>;

/** Registers every route of these contracts. A route without `can` or handler stops the start. */
export function registerRoutes(app: FastifyInstance, parts: Parts, served: readonly Served[]): void {
  for (const { contract, handlers } of served) {
    for (const [name, route] of Object.entries(contract)) {
      const handler = handlers[name];
      if (!handler || [route.can].flat().length === 0)
        throw new Error(`${route.method} ${route.path} has no handler or no permission`);
      app.route({
        method: route.method,
        url: route.path,
        ...(route.can === "anyone" ? { bodyLimit: mostOfAStranger } : {}),
        handler: (request, reply) => handle(parts, route, handler as unknown as AnyHandler, request, reply),
      }); // called with what the route validated
    }
  }
}

async function handle(
  parts: Parts,
  route: RouteShape,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cookies = cookieNames(parts.app.appUrl.startsWith("https:"));
  const params = request.params as Record<string, string>; // Fastify's path parameters are texts
  refuseIllFormed(request);
  const jar = request.cookies;
  const callerWho = (user: SessionUser | null, link: LinkPrincipal | null): Caller => ({
    user,
    link,
    requestId: request.id,
    language: user?.locale ?? preferredLanguage(request.headers["accept-language"]),
    app: parts.app,
    address: request.ip,
  });
  // What only reads begins beside the look at its session, and is answered if that finds what the last one found (decision 40).
  const guess = route.method === "GET" && route.transaction !== "none" ? guessUser(jar[cookies.session]) : undefined;
  const [admitted, early] = await Promise.allSettled([
    admit(parts.database, route.can, {
      sessionToken: jar[cookies.session],
      isByItself: isBackground(request),
      linkToken: jar[cookies.link],
      subjectId: params["id"] ?? "",
    }),
    guess && mayCall(guess, route.can)
      ? answerTo(parts, route, handler, { caller: callerWho(guess, null), request })
      : null,
  ]);
  if (admitted.status === "rejected") throw admitted.reason;
  const { user, link, may } = admitted.value;
  const session = user ? jar[cookies.session] : link && jar[cookies.link];
  if (session) parts.countCall?.(request, session);
  const caller = callerWho(user, link);
  try {
    if (!may) throw forbidden();
    if (user && user === guess) {
      if (early.status === "rejected") throw early.reason;
      if (early.value) return sendAnswer(reply, early.value);
    }
    if (route.method !== "GET") {
      checkCsrf(
        parts.app.keys,
        request,
        { holder: user ? jar[cookies.session] : jar[cookies.visitor], cookie: jar[cookies.csrf] },
        new URL(parts.app.appUrl).origin,
      );
    }
    return await respond(parts, route, handler, { caller, request, reply });
  } catch (error) {
    await noteRefusal(parts.database, caller, route, error);
    throw error;
  }
}

interface Admitted {
  caller: Caller;
  request: FastifyRequest;
}

/** Responds to somebody who may ask. */
async function respond(
  parts: Parts,
  route: RouteShape,
  handler: AnyHandler,
  { reply, ...admitted }: Admitted & { reply: FastifyReply },
): Promise<FastifyReply> {
  if (route.transaction !== "none") return sendAnswer(reply, await answerTo(parts, route, handler, admitted));
  const { caller, request } = admitted;
  const req = inputOf(route, request);
  return sendBare(parts, route, handler, { caller, companyId: companyOf(caller), request, reply, req });
}

const companyOf = ({ user, link }: Caller): string | null => user?.companyId ?? link?.companyId ?? null;

interface Answer {
  readonly status: number;
  readonly text: string;
  /** It was given before, to the same key. */
  readonly replayed: boolean;
}

/** The answer to somebody who may ask, from one transaction. */
async function answerTo(parts: Parts, route: RouteShape, handler: AnyHandler, admitted: Admitted): Promise<Answer> {
  const { caller, request } = admitted;
  const companyId = companyOf(caller);
  const req = inputOf(route, request);
  const role: Role = route.scope === "installation" ? "waybill_auth" : "waybill_app";
  const call = keyedCall(route, request, caller, req);
  const opened = new RequestScope(parts, caller, companyId, role);
  const result = await inTransaction(
    parts.database.work,
    { role, companyId, readOnly: route.method === "GET" },
    async (db) => {
      const stored = call && (await claimKey(db, call));
      if (stored) return { ...stored, replayed: true };
      await mustBeShown(db, caller, parts.named.get(route), req.id);
      const text = serialise(route, await handler(opened.ctx(db), req));
      const status = text === "" ? 204 : 200;
      if (call) await keepReply(db, call, { status, text });
      return { status, text, replayed: false };
    },
  );
  opened.committed();
  return result;
}

function sendAnswer(reply: FastifyReply, { status, text, replayed }: Answer): FastifyReply {
  if (replayed) reply.header("idempotency-replayed", "true");
  return send(reply, status, text);
}

/** Makes contexts over transactions, and tells those who wait for what was done in them. */
class RequestScope {
  #hasTasks = false;
  #hasEvents = false;
  readonly #parts: Parts;
  readonly #caller: Caller;
  readonly #companyId: string | null;
  readonly #role: Role;

  constructor(parts: Parts, caller: Caller, companyId: string | null, role: Role) {
    this.#parts = parts;
    this.#caller = caller;
    this.#companyId = companyId;
    this.#role = role;
  }

  ctx(db: Db): Ctx {
    const { reactions } = this.#parts;
    const caller = this.#caller;
    const isInstallation = this.#role !== "waybill_app";
    const leave = () => (this.#hasTasks = true);
    const tell = () => (this.#hasEvents = true);
    const ctx: Ctx = {
      ...caller,
      db,
      companyId: this.#companyId ?? "",
      get installation() {
        if (!isInstallation) throw new Error("this route does not say scope: installation");
        return db;
      },
      can: (permission) => allows(caller.user, [permission]),
      async emit(name, subject, details) {
        const subjects = [subject].flat();
        await writeEvents(db, caller, name, subjects, details);
        tell();
        for (const reaction of reactions.filter(({ event }) => event === name)) {
          for (const { id } of subjects) await reaction.run(ctx, id, details ?? {});
        }
      },
      async enqueue(task, payload, runAt) {
        leave();
        await db
          .insertInto("outbox")
          .values({ task, payload: JSON.stringify(payload), ...(runAt ? { run_at: runAt } : {}) })
          .execute();
      },
    };
    return ctx;
  }

  committed(): void {
    if (this.#hasTasks) this.#parts.wake();
    if (this.#hasEvents) this.#parts.app.streams.wake();
  }
}

/** A context over an open transaction, for jobs: the system acts in a company. */
export function systemContext(parts: Parts, db: Db, companyId: string): Ctx {
  const caller: Caller = { user: null, link: null, requestId: "job", language: "en", app: parts.app, address: "" };
  return new RequestScope(parts, caller, companyId, "waybill_app").ctx(db);
}

interface BareCall {
  caller: Caller;
  companyId: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
  req: Input;
}

async function sendBare(
  parts: Parts,
  route: RouteShape,
  handler: AnyHandler,
  { caller, companyId, request, reply, req }: BareCall,
): Promise<FastifyReply> {
  const open = async <T>(role: Role, company: string | null, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const opened = new RequestScope(parts, caller, company, role);
    const result = await inTransaction(parts.database.work, { role, companyId: company }, (db) => work(opened.ctx(db)));
    opened.committed();
    return result;
  };
  const bare: BareCtx = {
    ...caller,
    request,
    reply,
    companyId: companyId ?? "",
    can: (permission) => allows(caller.user, [permission]),
    open: (work) => open(route.scope === "installation" ? "waybill_auth" : "waybill_app", companyId, work),
    openInstallation: (company, work) => open("waybill_auth", company, work),
  };
  const named = parts.named.get(route);
  if (named) await bare.open(({ db }) => mustBeShown(db, caller, named, req.id));
  const result = await handler(bare, req);
  if (reply.sent || reply.raw.headersSent) return reply;
  const text = serialise(route, result);
  return send(reply, text === "" ? 204 : 200, text);
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (status === 204) return reply.code(204).send();
  return reply.code(status).type("application/json; charset=utf-8").send(text);
}

/** Only what the contract declares leaves the server. */
function serialise(route: RouteShape, result: unknown): string {
  if (!route.reply) return "";
  const kept = serialize(route.reply, result);
  if (kept !== mismatch) return JSON.stringify(kept);
  const reply = route.reply.safeParse(result);
  if (!reply.success)
    throw new Error(
      `the answer of ${route.method} ${route.path} does not fit its contract: ${z.prettifyError(reply.error).slice(0, 500)}`,
    );
  return JSON.stringify(reply.data);
}

function keyedCall(route: RouteShape, request: FastifyRequest, caller: Caller, req: Input): KeyedCall | null {
  const key = request.headers["idempotency-key"];
  const principal = caller.user?.id ?? caller.link?.linkId;
  if (route.method !== "POST" || typeof key !== "string" || !principal) return null;
  if (key.length < 1 || key.length > 200)
    throw new Problem({
      status: 400,
      code: "bad_key",
      sentence: message("An Idempotency-Key has 1 to 200 characters."),
    });
  return { principal, route: `${route.method} ${route.path} ${req.id}`, key, body: req.body };
}

/** Whether a page asks without anybody before it: an open screen that follows what others do is no use of a session. */
function isBackground({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && (headers["x-by-itself"] === "1" || headers.accept === "text/event-stream");
}
