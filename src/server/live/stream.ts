import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { rightsOf } from "#shared/permissions/rights.ts";
import type { SessionUser } from "../http/context.ts";
import type { LineFacts } from "./facts.ts";
import { isBehind, writeCursor, type FeedEvent, type Cursor } from "./feed.ts";

/** An event with the text that every stream writes of it. */
export interface Line {
  readonly event: FeedEvent;
  readonly text: string;
  /** Of records that are not for all; undefined of one that is gone. */
  readonly facts: LineFacts | undefined;
}

/** Why a stream ends: no session any more, other rights, too many streams of one user, or this node stops. */
export type CloseReason = "over" | "changed" | "elsewhere" | "bye";

/** The kinds of records that somebody is told of: all of them, those that are not confidential, those that are, their own. */
export interface Sight {
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly confidential: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

const mostWaiting = 1024 * 1024;
const retryMs = 2000;

/** One open answer to `GET /api/events`. What is told to it before it began waits. */
export class LiveStream {
  readonly user: SessionUser;
  /** Those that it was opened with. */
  readonly rights: string;
  readonly #raw: ServerResponse;
  readonly #sees: Sight;
  #waiting: Line[] | null = [];
  #place: Cursor | null = null;
  #ending: CloseReason | null = null;

  constructor(user: SessionUser, reply: FastifyReply, sees: Sight) {
    this.user = user;
    this.rights = rightsOf(user, user.companyId);
    this.#raw = reply.raw;
    this.#sees = sees;
  }

  onGone(forget: () => void): void {
    this.#raw.once("close", forget);
    if (this.#raw.destroyed) forget();
  }

  /** Begins at a place with what was missed since; null says that all has to be loaded again. */
  begin(reply: FastifyReply, cursor: Cursor, caughtUp: readonly Line[] | null): void {
    reply.hijack();
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    this.#raw.writeHead(200, {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    this.#place = cursor;
    this.#write(
      `retry: ${retryMs}\n${text(cursor, caughtUp ? "hello" : "resync", JSON.stringify({ rights: this.rights }))}`,
    ); // by which a page knows that its user's are older
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    this.tell([...(caughtUp ?? []), ...waiting]);
    if (this.#ending) this.end(this.#ending);
  }

  tell(lines: readonly Line[]): void {
    if (this.#waiting) return void this.#waiting.push(...lines);
    const cursor = this.#place;
    const fresh = lines.filter(({ event }) => !cursor || isBehind(event, cursor)); // not what catching up has read too
    this.#place = fresh.at(-1)?.event ?? cursor;
    this.#write(fresh.map((line) => (this.#isFor(line) ? line.text : "")).join(""));
  }

  #isFor({ event: { entity }, facts }: Line): boolean {
    const { all, open, confidential, own } = this.#sees;
    if (all.has(entity)) return true;
    if (!facts) return false;
    return (
      (facts.isConfidential ? confidential : open).has(entity) || (own.has(entity) && facts.owner === this.user.id)
    );
  }

  /** Says that the stream is alive, and from where it would go on. */
  heartbeat(cursor: Cursor): void {
    if (this.#waiting) return;
    if (this.#place && isBehind(cursor, this.#place)) this.#place = cursor;
    this.#write(text(this.#place ?? cursor, "beat"));
  }

  end(why: CloseReason): void {
    this.#ending = why;
    if (this.#waiting) return; // as soon as it has begun
    this.#write(`event: ${why}\ndata: {}\n\n`);
    this.#raw.end();
  }

  /** Who does not read is let go: they come back, and catch up. */
  #write(part: string): void {
    if (part === "" || this.#raw.destroyed || this.#raw.writableEnded) return;
    this.#raw.write(part);
    if (this.#raw.writableLength > mostWaiting) this.#raw.destroy();
  }
}

export function lineOf(event: FeedEvent, facts: ReadonlyMap<string, LineFacts>): Line {
  return {
    event,
    facts: facts.get(event.entity_id),
    text: text(event, "message", JSON.stringify({ entity: event.entity, id: event.entity_id, at: event.at })),
  };
}

function text(cursor: Cursor, event: string, data = "{}"): string {
  return `id: ${writeCursor(cursor)}\nevent: ${event}\ndata: ${data}\n\n`;
}
