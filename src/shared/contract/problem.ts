/** So many of a unit, or without a quantity one of it: `{ qty: "5", uom: "XCT", qtyPerUom: "12" }` is "5 cartons of 12". */
export interface CountedValue {
  readonly qty?: string;
  readonly uom: string;
  /** How many base units one of it holds; 1, unless given. */
  readonly qtyPerUom?: string | null;
  readonly baseUom?: string | null;
}

/** A list is names of the data model, states and choices; it, a sentence and a unit are said in the reader's language. */
export type SentenceValue = string | number | readonly string[] | CountedValue | Sentence;

/**
 * What goes wrong and can be said to a person. A sentence is an ICU message in English, which is also its key in the
 * catalogue; it is rendered in the user's language where the reply is made (server/http/errors.ts).
 */
export interface Sentence {
  readonly message: string;
  readonly values?: Readonly<Record<string, SentenceValue>> | undefined;
  /** Where the same English is something else in another language: "Answer" on a button, and over a column. */
  readonly context?: string | undefined;
}

/**
 * A sentence with its values: `message("Dock {dock} is taken.", { dock: "3" })`. `npm run words` finds it by this name, so
 * the text stands in the call.
 */
export function message(message: string, values?: Sentence["values"], context?: string): Sentence {
  return { message, values, context };
}

export type Fields = Readonly<Record<string, Sentence | string>>;

interface ProblemParts {
  status: number;
  code: string;
  sentence: Sentence;
  fields?: Fields | undefined;
  /** Facts for the screen: the current record of a stale write, the booking that is in the way. */
  details?: unknown;
  retryAfterSeconds?: number | undefined;
}

/** Thrown for everything a user can cause; any other error is a fault of ours and answers 500. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly sentence: Sentence;
  readonly fields: Fields | undefined;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: ProblemParts) {
    super(parts.sentence.message);
    this.name = "Problem";
    this.status = parts.status;
    this.code = parts.code;
    this.sentence = parts.sentence;
    this.fields = parts.fields;
    this.details = parts.details;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

const asSentence = (text: string | Sentence): Sentence => (typeof text === "string" ? { message: text } : text);

/** 404: absent, or another company's; the two are not told apart. */
export function notFound(
  code = "not_found",
  text: string | Sentence = message("This record does not exist, or it was removed."),
): Problem {
  return new Problem({ status: 404, code, sentence: asSentence(text) });
}

/** 409: the state of things forbids it now. */
export function conflict(code: string, text: string | Sentence, details?: unknown): Problem {
  return new Problem({ status: 409, code, sentence: asSentence(text), details });
}

/** 403: the user lacks the function's permission. Never for anything else (specification, section 8). */
export function forbidden(): Problem {
  return new Problem({
    status: 403,
    code: "forbidden",
    sentence: message("You may not do this. Ask an administrator for the permission."),
  });
}

/** 401: no session. Never for anything else (specification, section 8). */
export function signInRequired(): Problem {
  return new Problem({ status: 401, code: "sign_in_required", sentence: message("Sign in to continue.") });
}

/** 422: a rule is broken; one sentence per field, keyed by its path (`lines.0.orderedQty`). */
export function invalid(
  fields: Fields,
  text: string | Sentence = message("Some fields need your attention."),
  code = "invalid",
): Problem {
  return new Problem({ status: 422, code, sentence: asSentence(text), fields });
}

/** 400: the request itself cannot be read. */
export function malformed(code: string, text: string | Sentence): Problem {
  return new Problem({ status: 400, code, sentence: asSentence(text) });
}

/** 410: a true link that is over; `details` tells its holder what happened. */
export function gone(text: string | Sentence, details?: unknown): Problem {
  return new Problem({ status: 410, code: "link_over", sentence: asSentence(text), details });
}

/** 413, 415: a body that is too large, or of a kind that is not taken. */
export function refusedBody(status: 413 | 415, code: string, text: string | Sentence): Problem {
  return new Problem({ status, code, sentence: asSentence(text) });
}

/** 429: too many tries. */
export function tooMany(retryAfterSeconds: number, text: string | Sentence): Problem {
  return new Problem({ status: 429, code: "too_many", sentence: asSentence(text), retryAfterSeconds });
}

/** 503: the database is away or all connections are busy; nothing was written. */
export function unavailable(
  text: string | Sentence = message(
    "Waybill cannot reach its database just now. Nothing was lost; try again in a moment.",
  ),
): Problem {
  return new Problem({ status: 503, code: "unavailable", sentence: asSentence(text), retryAfterSeconds: 2 });
}
