import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { malformed } from "#shared/contract/problem.ts";

/** How long a caller may take to send, and to take the reply, in milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For a whole request, besides the time that its bytes take at 50 kB/s. */
  readonly requestMs: number;
  /** For a reply of which nothing is taken any more. */
  readonly replyMs: number;
}

export const patience: Patience = { headersMs: 10_000, requestMs: 60_000, replyMs: 60_000 };
const bytesPerMs = 50;
/** What Node allows at the most; each request is judged by its own size below. */
const longestMs = 600_000;

/** What Fastify and Node's server have to be told, so that who sends slowly holds no connection for long. */
export const transportOptions = ({ headersMs, requestMs }: Patience) => ({
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(1000, headersMs) },
  requestTimeout: Math.max(longestMs, requestMs),
});

/**
 * Cuts off requests whose body comes too slowly (408), and readers that take nothing of their reply any more; refuses (400)
 * requests that name two hosts.
 */
export function guardTransport(app: FastifyInstance, { requestMs, replyMs }: Patience): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1)
      throw malformed("malformed", "The request could not be read.");
    if (hasBody(request)) watch(request, reply, requestMs);
    watchReader(request, reply, replyMs);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Asks at the end of the time whether what came in meanwhile earns more of it. */
function watch({ raw, log }: FastifyRequest, reply: FastifyReply, requestMs: number): void {
  const { socket } = raw;
  const began = { at: Date.now(), bytes: socket.bytesRead };
  const leftMs = () => began.at + requestMs + (socket.bytesRead - began.bytes) / bytesPerMs - Date.now();
  const judge = () => {
    if (raw.complete || reply.sent || socket.destroyed) return;
    const left = leftMs();
    if (left > 0) {
      timer = setTimeout(judge, left).unref();
      return;
    }
    log.info("a request came too slowly and was cut off");
    socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    socket.destroySoon();
  };
  let timer = setTimeout(judge, requestMs).unref();
  raw.once("end", () => clearTimeout(timer));
  raw.once("close", () => clearTimeout(timer));
}

/**
 * Node's own clock of a connection, which each piece that goes through sets back: it strikes after a time without any. What
 * is not written yet takes as long as it takes.
 */
function watchReader({ raw, log }: FastifyRequest, reply: FastifyReply, replyMs: number): void {
  reply.raw.setTimeout(replyMs, () => {
    if (reply.raw.writableLength === 0) return;
    log.info("a reply was not taken and was cut off");
    raw.socket.destroy();
  });
}
