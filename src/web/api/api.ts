import type { BodyInput, QueryInput, ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import { newKey } from "./new-key.ts";
import { busyUntil } from "./idle.ts";
import { isIdle } from "./activity.ts";
import { problemOfReply, unreachable } from "./problem.ts";

/** The part of a route that a request needs at run time. */
export type Wire = Pick<RouteShape, "method" | "path" | "transaction">;

interface Address<Query> {
  /** Fills `:id` of the path. */
  id?: string | undefined;
  /** Fills the other parameters of the path. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Query | undefined;
}

export interface CallRequest<Query, Body> extends Address<Query> {
  body?: Body | undefined;
  /** One per intent of the person, so that a second try has no second effect; made here when the caller has none. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** It goes on though its page is closed. */
  outlivesPage?: boolean | undefined;
}

/**
 * Calls one route: `await call(vendors.read, { id })`. Throws a `WebProblem` for every failure; 401 and 403 have then
 * been told to the session already.
 */
export function call<R extends RouteShape>(
  route: R,
  req: CallRequest<QueryInput<R>, BodyInput<R> | FormData> = {},
): Promise<ReplyOf<R>> {
  return send(route, req) as Promise<ReplyOf<R>>; // the server strips each reply to exactly this schema
}

/** Writes that are under way: whoever presses twice sends one, and gets its answer both times. */
const underWay = new Map<string, Promise<unknown>>();

/** `call` without the contract at hand, for those who must not load its schemas; the reply is whatever came. */
export function send(wire: Wire, req: CallRequest<unknown, unknown> = {}): Promise<unknown> {
  const key = req.idempotencyKey ?? newKey();
  if (wire.method === "GET" || req.body instanceof FormData) return busyUntil(exchange(wire, req, key));
  const what = JSON.stringify([wire.method, address(wire.path, req), req.body]);
  const sent = underWay.get(what) ?? busyUntil(exchange(wire, req, key)).finally(() => underWay.delete(what));
  underWay.set(what, sent);
  return sent;
}

async function exchange(wire: Wire, req: CallRequest<unknown, unknown>, key: string, again = false): Promise<unknown> {
  const reply = await answer(wire, req, key);
  if (reply.ok) return bodyOf(reply);
  const problem = await problemOfReply(reply);
  if (problem.status === 400 && problem.code === "csrf" && !again) {
    await answer({ method: "GET", path: "/api/settings" }, {}, key); // sets a fresh anti-forgery cookie
    return exchange(wire, req, key, true);
  }
  if (problem.isSilent) for (const listener of refusedListeners) listener();
  throw problem;
}

/** The address of a route, for links and downloads: `<a href={urlOf(vendors.exportCsv, { query })} download>`. */
export function urlOf<R extends RouteShape>(route: R, req: Address<QueryInput<R>> = {}): string {
  return address(route.path, req);
}

type Listener = () => void;
const refusedListeners = new Set<Listener>();
const busyListeners = new Set<Listener>();
let inFlight = 0;
let lastAnswer: Date | null = null;
let ownBuild: string | null = null;
let isOutdated = false;

/** Told whenever an answer was 401 or 403. Returns how to stop listening. */
export function onRefused(listener: Listener): Listener {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

/** The global loading flag, in the shape `useSyncExternalStore` takes. */
export const busy = {
  subscribe(listener: Listener): Listener {
    busyListeners.add(listener);
    return () => busyListeners.delete(listener);
  },
  isBusy: () => inFlight > 0,
};

/** Whether the server serves another build of the web than the one that runs here, in the shape `useSyncExternalStore` takes. */
export const outdated = { subscribe: busy.subscribe, isOutdated: () => isOutdated };

/** When the server answered last: how old the data on the screen is at most. */
export const answeredAt = () => lastAnswer;

function count(change: 1 | -1): void {
  inFlight += change;
  for (const listener of busyListeners) listener();
}

async function answer(wire: Wire, req: CallRequest<unknown, unknown>, key: string): Promise<Response> {
  count(1);
  try {
    const reply = await fetch(address(wire.path, req), {
      method: wire.method,
      credentials: "same-origin",
      headers: headersOf(wire, req, key),
      body: req.body instanceof FormData ? req.body : (JSON.stringify(req.body) ?? null), // nothing is no text
      signal: req.signal ?? null,
      keepalive: req.outlivesPage ?? false,
    });
    lastAnswer = new Date();
    noteBuild(reply.headers.get("x-build"));
    return reply;
  } catch (error) {
    if (req.signal?.aborted) throw error; // nobody waits for the answer any more
    throw unreachable();
  } finally {
    count(-1);
  }
}

function noteBuild(build: string | null): void {
  ownBuild ??= build;
  isOutdated ||= build !== null && build !== ownBuild;
}

function headersOf(wire: Wire, req: CallRequest<unknown, unknown>, key: string): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Accept-Language": document.documentElement.lang || "en",
  }; // refusals in the language of the screen
  if (isIdle()) headers["X-By-Itself"] = "1";
  if (wire.method !== "GET") headers["X-XSRF-TOKEN"] = cookie("XSRF-TOKEN");
  if (wire.method === "POST" && wire.transaction !== "none") headers["Idempotency-Key"] = key;
  if (req.body !== undefined && !(req.body instanceof FormData)) headers["Content-Type"] = "application/json";
  return headers;
}

async function bodyOf(reply: Response): Promise<unknown> {
  const text = await reply.text();
  return text === "" ? undefined : JSON.parse(text);
}

function address(path: string, req: Address<unknown>): string {
  const given: Record<string, string> = { ...req.params, ...(req.id === undefined ? {} : { id: req.id }) };
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? missing(path, name)),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(req.query ?? {})) {
    if (value !== undefined && value !== null && value !== "")
      query.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const search = query.toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function missing(path: string, name: string): never {
  throw new Error(`${path} needs ${name}`);
}

function cookie(name: string): string {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
}
