import { LogController, type FastifyReply, type FastifyRequest } from "fastify";
import { sqlState } from "../db/database.ts";

/**
 * What a line says of a request: without its query, where names are searched for and records are named. And of an error:
 * what the database adds to one (`detail`, `where`) holds the values of rows, and its message may quote one.
 */
export const serializers = {
  err: ofError,
  req: (request: FastifyRequest) => ({
    method: request.method,
    url: request.url.split("?")[0] ?? "",
    host: request.host,
    remoteAddress: request.ip,
  }),
};

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [more: string]: unknown;
}
interface DatabaseError extends Error {
  readonly code: string;
  readonly table?: string;
  readonly constraint?: string;
}

/** What pg throws has these beside its message. */
function ofError(error: unknown): LoggedError {
  return sqlState(error) === undefined ? ofOurs(error) : ofDatabase(error as DatabaseError);
}

function ofDatabase({ name, code, table, constraint, message, stack = "" }: DatabaseError): LoggedError {
  const [first = ""] = message.split("\n");
  const said = first.replace(/"[^"]*"?|'[^']*'?|\(.*|\d{3,}/g, "…");
  return { type: name, code, table, constraint, message: said, stack: framesOf(stack) };
}

function ofOurs(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "", stack: "" };
  const { name, message, stack = "" } = error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: ofError(error.cause) };
  return { type: name, message, ...code, stack: framesOf(stack), ...cause };
}

/** Where it was thrown. The lines before repeat the message. */
const framesOf = (stack: string): string =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");

/** One line for each request, when it has been answered: what was asked, the status, the time. Fastify writes two. */
export class OneLine extends LogController {
  override incomingRequest(): void {
    // told when it is answered
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const told = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...told, err: error }, "request errored");
    else reply.log.info(told, "request completed");
  }
}
