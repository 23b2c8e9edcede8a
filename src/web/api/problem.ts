import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

interface Parts {
  status: number;
  code: string;
  message: string;
  fields?: Readonly<Record<string, string>> | undefined;
  details?: unknown;
  requestId?: string | undefined;
}

/** What the server refused, or why it could not be reached. `message` can be shown as it is; `fields` go to the form. */
export class WebProblem extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  /** `offline` when no answer came, else the server's code. */
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(parts: Parts) {
    super(parts.message);
    this.name = "WebProblem";
    this.status = parts.status;
    this.code = parts.code;
    this.fields = parts.fields;
    this.details = parts.details;
    this.requestId = parts.requestId;
  }

  /** 401 and 403 are the session's business and are shown nowhere (specification, section 8). */
  get isSilent(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** The problem that a failing answer tells (specification, section 8: message, text without html, fallback). */
export async function problemOfReply(reply: Response): Promise<WebProblem> {
  const text = await reply.text();
  const body = parsed(text);
  const requestId = reply.headers.get("x-request-id") ?? undefined;
  const told = isObject(body) ? body : {};
  const said = (name: string) => (typeof told[name] === "string" ? told[name] : undefined);
  return new WebProblem({
    status: reply.status,
    code: said("code") ?? `http_${reply.status}`,
    message: isObject(body)
      ? said("message") || i18n._(msg`Error occurred. Try again`)
      : messageOfText(typeof body === "string" ? body : text),
    fields: isObject(told["fields"]) ? textsOf(told["fields"]) : undefined,
    details: told["details"],
    requestId: said("requestId") ?? requestId,
  });
}

/** No answer: the network or the server is away, and whether it did what it was asked is not known. */
export function unreachable(): WebProblem {
  const message = i18n._(msg`The server could not be reached. Try again when you are back online.`);
  return new WebProblem({ status: 0, code: "offline", message });
}

/** Anything caught, as a problem: a thrown error keeps its own message. */
export function asProblem(error: unknown): WebProblem {
  if (error instanceof WebProblem) return error;
  const message =
    error instanceof Error && error.message !== "" ? error.message : i18n._(msg`Error occurred. Try again`);
  return new WebProblem({ status: 0, code: "unexpected", message });
}

function messageOfText(text: string): string {
  if (text.trim() === "") return i18n._(msg`Error occurred. Try again`);
  return /html/i.test(text) ? i18n._(msg`Error occurred. Try again later.`) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the caller reads it as text
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
