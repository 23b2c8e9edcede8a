import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The content security policy of a page; the nonce is new for every answer (reliability-security.md, section 3). */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
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
    "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-request-id": request.id,
  });
  if (secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
}

/** Serves the web build: hashed files for a year and precompressed, every other address the page with a fresh nonce. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readPage(folder);
  const build = createHash("sha256").update(page).digest("hex").slice(0, 12); // it names every hashed file
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("x-build", build); // by which an open page knows that it is of an older one
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
  app.get("/", (_request, reply) => sendPage(reply, page));
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === "GET" &&
      !request.url.startsWith("/api/") &&
      (request.headers.accept ?? "").includes("text/html");
    if (isPage) return sendPage(reply, page);
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
  const isWhole = page.includes("__NONCE__") && files.every((file) => existsSync(join(folder, file)));
  if (!isWhole) throw new Error(`The built pages in ${folder} are not whole. Delete that folder and start again.`);
  return page;
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  return reply
    .headers({
      "content-security-policy": contentSecurityPolicy(nonce),
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(page.replaceAll("__NONCE__", nonce));
}
