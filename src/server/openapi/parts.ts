import type { RouteShape } from "#shared/contract/contract.ts";
import type { cookieNames } from "../http/access.ts";
import type { Json } from "./schemas.ts";

export const intro = `Send and take JSON. \`POST /api/auth/logins\` starts a session, kept in a cookie.

${[
  "Every write needs the anti-forgery pair: the cookie `XSRF-TOKEN`, and its value again in the header `X-XSRF-TOKEN`.",
  "`GET /api/settings` sets it; ask again after signing in.",
  "A POST may carry an `Idempotency-Key`: sent twice, it is done once.",
].join(" ")}

Lists come in pages: \`nextCursor\` of one reply is \`cursor\` of the next request, until it is null. A refusal is a \`Problem\`; its message can be shown to people as it is.`;

/** The anti-forgery pair, as a part of a security requirement. */
export const pair = { csrfCookie: [], csrfHeader: [] };

const problem = {
  type: "object",
  required: ["code", "message", "requestId"],
  properties: {
    code: { type: "string", description: "For programs: invalid, not_found, stale, …" },
    message: { type: "string", description: "What happened and what to do, in the caller's language" },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "One sentence for each field that is wrong, by its path",
    },
    details: { description: "Facts for this code, e.g. the current record of a stale write" },
    requestId: { type: "string", description: "To be quoted to whoever runs Waybill" },
  },
};

const retryAfter = {
  "Retry-After": { description: "Seconds to wait before the next try", schema: { type: "integer" } },
};
const refusal = (description: string, headers?: Json): Json => ({
  description,
  ...(headers ? { headers } : {}),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

const responses = {
  Malformed: refusal("The request cannot be read, or a write lacks the anti-forgery pair (code `csrf`)"),
  SignInRequired: refusal("There is no session"),
  Forbidden: refusal("The session's user lacks the permission"),
  NotFound: refusal("The record does not exist, or belongs to another company"),
  Conflict: refusal(
    "The state of things forbids it now: stale version, a state without this step, a place that is taken",
    retryAfter,
  ),
  LinkOver: refusal("The link was used, revoked, replaced, or is too old; `details` say which"),
  TooLarge: refusal("The body is larger than Waybill takes"),
  WrongType: refusal("The body is of a kind that this call does not take"),
  Invalid: refusal("Rules are broken; `fields` say which"),
  TooMany: refusal("Too many tries, or more calls within a minute than a session may make", retryAfter),
  Unavailable: refusal("The database is away or all connections are busy; nothing was written", retryAfter),
  Failed: refusal("A fault of Waybill; nothing was saved"),
};

/** What a route may refuse with; each is a `Problem`. */
export function errorsOf(route: RouteShape): Json {
  const names = [route.can].flat();
  const isOpen = names.includes("anyone");
  const isWrite = route.method !== "GET";
  const all: readonly (readonly [number, keyof typeof responses, boolean])[] = [
    [400, "Malformed", true],
    [401, "SignInRequired", !isOpen],
    [403, "Forbidden", !isOpen && !names.includes("signed_in")],
    [404, "NotFound", route.path.includes(":")],
    [409, "Conflict", isWrite],
    [410, "LinkOver", names.some((name) => name.startsWith("link:"))],
    [413, "TooLarge", route.body !== undefined || route.takesFile === true],
    [415, "WrongType", isWrite && route.method !== "DELETE"],
    [422, "Invalid", true],
    [429, "TooMany", isWrite || !isOpen],
    [500, "Failed", true],
    [503, "Unavailable", true],
  ];
  return Object.fromEntries(
    all.filter(([, , may]) => may).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** What all operations share: names of cookies and headers, the refusals, the records. */
export function components(schemas: Record<string, Json>, cookies: ReturnType<typeof cookieNames>): Json {
  const cookie = (name: string, description: string) => ({ type: "apiKey", in: "cookie", name, description });
  return {
    securitySchemes: {
      session: cookie(cookies.session, "Set by POST /api/auth/logins"),
      link: cookie(cookies.link, "Set by POST /api/links/open with the secret of a mailed link"),
      visitor: cookie(cookies.visitor, "Set by GET /api/settings for whoever is not signed in"),
      csrfCookie: cookie(cookies.csrf, "Set by GET /api/settings"),
      csrfHeader: {
        type: "apiKey",
        in: "header",
        name: "X-XSRF-TOKEN",
        description: "The value of the cookie XSRF-TOKEN",
      },
    },
    parameters: {
      IdempotencyKey: {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "Any text that is new for each intent, e.g. a uuid. The same key and body again give the first reply " +
          "(with Idempotency-Replayed: true); another body is refused. Kept for a day.",
        schema: { type: "string", minLength: 1, maxLength: 200 },
      },
    },
    responses,
    schemas: { Problem: problem, ...schemas },
  };
}
