// The worker that keeps the program on a driver's phone, and nothing else: no answer of the API passes through it. It is
// built by itself (scripts/offline-shell.ts) and imports nothing.

interface Shell {
  readonly build: string;
  /** What the driver's screen consists of. */
  readonly files: readonly string[];
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** As far as it is used; the library of types for workers excludes that for pages. */
interface Worker {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate" | "message", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

/** The build puts it here. */
declare const __SHELL__: Shell;

const shell = __SHELL__;
const worker = globalThis as unknown as Worker;
const prefix = "waybill-shell-";
const cacheName = `${prefix}${shell.build}`;
/** The page with the headers it is sent with; the place for its nonce is empty. */
const page = "/shell.json";
/** Longer nobody waits for a page that is here. */
const patienceMs = 4000;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (mode === "navigate") event.respondWith(navigate(event.request));
  else if (shell.files.includes(pathname)) event.respondWith(fromHere(event.request));
});

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...shell.files, new Request(page, { cache: "reload" })]);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

async function fromHere(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName });
  return kept ?? fetch(request);
}

/**
 * The server's page while there is a server, so that whoever is online has the newest; else the one from here. What is not
 * shown is not left unread, either: the browser counts such a call as unanswered, and lets no newer worker take over for minutes.
 */
async function navigate(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("late")), patienceMs);
  });
  const asked = fetch(request);
  const reply = await Promise.race([asked, late]).catch(() => undefined);
  if (reply && reply.status < 500) return reply;
  const kept = await keptPage();
  if (!kept) return reply ?? Response.error();
  asked.then(({ body }) => body?.cancel()).catch(() => undefined);
  return kept;
}

/** Each time with another nonce, as the server does it. */
async function keptPage(): Promise<Response | undefined> {
  const kept = await caches.match(page, { cacheName });
  if (!kept) return undefined;
  const { html, headers } = (await kept.json()) as { html: string; headers: Record<string, string> }; // web-files.ts
  const nonce = crypto.randomUUID();
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll("__NONCE__", nonce)] as const);
  return new Response(html.replaceAll("__NONCE__", nonce), { headers: new Headers(filled.map((pair) => [...pair])) });
}
