import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const placeOfNonce = "__NONCE__";
const permissionsPolicy = "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()";
/** A worker asks for files of ours and runs nothing else; whether there is a newer one is asked each time. */
const workerHeaders = {
  "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
  "cache-control": "no-cache",
};
/** What has no fingerprint in its name. */
const unhashed = /^\/(?:[\w-]+\.webmanifest|icon[\w-]*\.(?:svg|png))$/;

/**
 * The content security policy of a page: scripts are files of ours, or written into it and known by their fingerprint; styles
 * are let in by a nonce, which is new for every answer (reliability-security.md, section 3).
 */
function contentSecurityPolicy(scripts: readonly string[], nonce: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((fingerprint) => `'sha256-${fingerprint}'`)].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers that every response carries; pages replace the policy by their own with a nonce. */
export function giveSecurityHeaders(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.headers({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": permissionsPolicy,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-request-id": request.id,
  });
  if (secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
}

/** Serves the web build: hashed files for a year and precompressed, every other address the page with a fresh nonce. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readPage(folder);
  const scripts = scriptsIn(page);
  const build = createHash("sha256").update(page).digest("hex").slice(0, 12); // it names every hashed file
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("x-build", build); // by which an open page knows that it is of an older one
    if (request.url === "/worker.js") reply.headers(workerHeaders);
    else if (unhashed.test(request.url)) reply.header("cache-control", "no-cache");
  });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    globIgnore: ["index.html*"], // it is sent with its nonce, never as it lies there
    index: false,
    immutable: true,
    maxAge: "365d",
  });
  app.get("/", (_request, reply) => sendPage(reply, page, scripts));
  // For the worker of a phone, which makes a page of it without us: its nonce is still to be filled in.
  app.get("/shell.json", (_request, reply) =>
    reply.header("cache-control", "no-cache").send({ html: page, headers: pageHeaders(scripts, placeOfNonce) }),
  );
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === "GET" &&
      !request.url.startsWith("/api/") &&
      (request.headers.accept ?? "").includes("text/html");
    if (isPage) return sendPage(reply, page, scripts);
    return reply
      .code(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ code: "no_route", message: "There is nothing at this address.", requestId: request.id }));
  });
}

/** The page of the build. Throws where the build is not whole: its program or its place for nonces is missing. */
async function readPage(folder: string): Promise<string> {
  const page = await readFile(join(folder, "index.html"), "utf8").catch(() => "");
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  const isWhole = page.includes(placeOfNonce) && files.every((file) => existsSync(join(folder, file)));
  if (!isWhole) throw new Error(`The built pages in ${folder} are not whole. Delete that folder and start again.`);
  return page;
}

/** Fingerprints of the scripts that stand in the page itself. */
function scriptsIn(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, script = ""]) =>
    createHash("sha256").update(script).digest("base64"),
  );
}

function pageHeaders(scripts: readonly string[], nonce: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(scripts, nonce),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": permissionsPolicy,
  };
}

function sendPage(reply: FastifyReply, page: string, scripts: readonly string[]): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  return reply.headers(pageHeaders(scripts, nonce)).send(page.replaceAll(placeOfNonce, nonce));
}
