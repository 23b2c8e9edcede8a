import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  conflict,
  invalid,
  malformed,
  notFound,
  Problem,
  refusedBody,
  message,
  unavailable,
  type Sentence,
} from "#shared/contract/problem.ts";
import { fieldsOfIssues } from "#shared/contract/sentences.ts";
import { isAway, sqlState } from "../db/database.ts";
import { preferredLanguage, render } from "../mail/language.ts";
import { camel } from "../db/names.ts";

/** Turns whatever was thrown into the problem that the caller is told; undefined for a fault of ours. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof z.ZodError) return invalid(fieldsOfIssues(error.issues));
  if (isAway(error)) return unavailable();
  return fromPostgres(error) ?? fromFastify(error);
}

interface PostgresError {
  constraint?: string;
  table?: string;
}

function fromPostgres(error: unknown): Problem | undefined {
  const state = sqlState(error);
  const { constraint = "", table = "" } = error as PostgresError; // pg's errors carry both
  switch (state) {
    case "23505": {
      const field = camel(constraint.replace(`${table}_`, "").replace(/_once$/, ""));
      const sentence = message("Another record already has this.");
      return new Problem({
        status: 409,
        code: "already_exists",
        sentence: message("Another record already has the same {field}.", { field: words(field) }),
        fields: { [field]: sentence },
      });
    }
    case "23503":
      return constraint.startsWith(`${table}_`) &&
        !/violates foreign key constraint .* on table "[^"]+"$/.test((error as Error).message.split("\n")[0] ?? "")
        ? missing(table, constraint)
        : referenced(error as Error, table, constraint);
    case "23P01":
      return conflict("taken", "This time is already taken.");
    case "23514":
    case "23502":
      return invalid(
        {},
        message("A rule of the data forbids this ({rule}).", { rule: words(camel(constraint || table)) }),
      );
    case "22007":
    case "22008":
      return invalid({}, message("There is no such date."));
    case "22003":
      return invalid({}, message("A number is too large."));
    case "22001":
      return invalid({}, message("A text is too long."));
    case "55P03":
    case "57014":
      return unavailable("Others are working on the same records just now. Try again in a moment.");
    default:
      return undefined;
  }
}

/** A foreign key fails in two ways: what we name does not exist, or what we remove is still named. */
function referenced(error: Error, table: string, constraint: string): Problem {
  if (error.message.startsWith("update or delete"))
    return conflict(
      "in_use",
      message("It is still used by {what}. Archive it instead.", { what: words(camel(table)) }),
      {
        usedBy: table,
      },
    );
  return missing(table, constraint);
}

function missing(table: string, constraint: string): Problem {
  const field = camel(constraint.replace(`${table}_`, "").replace(/_fkey$/, ""));
  return invalid(
    { [`${field}Id`]: message("Choose one from the list."), [field]: message("Choose one from the list.") },
    message("The {what} named here does not exist.", { what: words(field) }),
  );
}

/** 415: the body is of another kind than the route takes. */
export const notJson = () => refusedBody(415, "wrong_type", "Send JSON (content-type application/json).");

/** What the reader of multipart bodies says of one that is cut off or none at all; it gives no code. */
const cutOff = /(?:Unexpected end of|terminated early due to unexpected end of) multipart data$|^Multipart: Boundary/;

function fromFastify(error: unknown): Problem | undefined {
  if (error instanceof Error && cutOff.test(error.message))
    return malformed("malformed", "The upload was cut off. Send the file again.");
  const { statusCode, code } = error as Partial<FastifyError>; // read defensively: both may be absent
  if (statusCode === undefined || statusCode >= 500) return undefined;
  if (statusCode === 413) return refusedBody(413, "too_large", "This is larger than Waybill takes. Send less at once.");
  if (statusCode === 415) return notJson();
  if (statusCode === 404) return notFound("no_route", "There is nothing at this address.");
  return malformed(
    code === "FST_ERR_CTP_INVALID_JSON_BODY" ? "bad_json" : "malformed",
    "The request could not be read.",
  );
}

const words = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();

/** The one error handler: says what happened in the user's language, with the request id to quote; logs our own faults. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (!problem) request.log.error({ err: error }, "unexpected error");
  const language = preferredLanguage(request.headers["accept-language"]);
  const told =
    problem ??
    new Problem({
      status: 500,
      code: "internal",
      sentence: message(
        "Something went wrong on our side. Nothing was saved. Try again, and quote {requestId} if it stays.",
        { requestId: request.id },
      ),
    });
  if (told.retryAfterSeconds) reply.header("retry-after", String(told.retryAfterSeconds));
  const text = (sentence: Sentence | string) => render(sentence, language);
  reply
    .code(told.status)
    .type("application/json; charset=utf-8")
    .send(
      JSON.stringify({
        code: told.code,
        message: text(told.sentence),
        ...(told.fields
          ? {
              fields: Object.fromEntries(Object.entries(told.fields).map(([name, sentence]) => [name, text(sentence)])),
            }
          : {}),
        ...(told.details === undefined ? {} : { details: told.details }),
        requestId: request.id,
      }),
    );
}
