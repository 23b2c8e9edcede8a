import type { FastifyBaseLogger, FastifyReply } from "fastify";
import { allows } from "#shared/permissions/permissions.ts";
import { rightsOf } from "#shared/permissions/rights.ts";
import { readSessions } from "../http/access.ts";
import type { SessionUser, Streams } from "../http/context.ts";
import type { Database } from "../db/database.ts";
import {
  batch,
  before,
  eventsAfter,
  head,
  isBehind,
  missed,
  readCursor,
  recent,
  type FeedEvent,
  type Cursor,
} from "./feed.ts";
import { factsOf } from "./facts.ts";
import { lineOf, LiveStream, type CloseReason, type Line, type Sight } from "./stream.ts";
import type { Viewers } from "./viewers.ts";

interface LiveOptions {
  readonly database: Database;
  /** Who may know of the records of an entity; nobody is told of others. */
  readonly viewers: ReadonlyMap<string, Viewers>;
  readonly heartbeatMs: number;
  readonly log: FastifyBaseLogger;
}

const lookEvery = 300;
const mostOfOneUser = 10;

/** The notifier of this node: tails the events of all companies while anybody listens, and tells each who may know. */
export class Live implements Streams {
  readonly #options: LiveOptions;
  /** By the ids whose events concern them: their user's, their company's. The oldest first. */
  readonly #streams = new Map<string, Set<LiveStream>>();
  readonly #all = new Set<LiveStream>();
  #place: Cursor | null = null;
  #timers: NodeJS.Timeout[] = [];
  #looking: Promise<boolean> | undefined;
  #again = false;
  #isAway = false;
  #stopped = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  async open(
    user: SessionUser,
    reply: FastifyReply,
    { after, follows }: { after: string | undefined; follows: boolean },
  ): Promise<void> {
    const { owner } = this.#options.database;
    const stream = new LiveStream(user, reply, this.#sightOf(user));
    const now = await head(owner);
    if (follows) this.#add(stream, now);
    try {
      const { from, events } = await this.#beginning(user.companyId, now, after);
      stream.begin(reply, from, events && (await this.#linesOf(events)));
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
    if (!follows || this.#stopped) stream.end("bye");
  }

  /** Where a stream begins, and with what; null says that this cannot be told any more. */
  async #beginning(
    companyId: string,
    now: Cursor,
    after: string | undefined,
  ): Promise<{ from: Cursor; events: readonly FeedEvent[] | null }> {
    const { owner } = this.#options.database;
    if (after === undefined) return { from: now, events: [] };
    if (after === "recent") {
      const events = await recent(owner, companyId);
      return { from: events[0] ? before(events[0]) : now, events };
    }
    const from = readCursor(after);
    const events = from && (await missed(owner, companyId, from));
    return { from: events && from ? from : now, events };
  }

  wake(): void {
    if (this.#all.size > 0) void this.#look();
  }

  /** Ends all streams, so that nobody waits for them; their browsers come back to whoever is there then. */
  close(): void {
    this.#stopped = true;
    for (const stream of this.#all) stream.end("bye");
  }

  #add(stream: LiveStream, now: Cursor): void {
    if (this.#all.size === 0) this.#start(now);
    this.#all.add(stream);
    for (const key of keysOf(stream)) this.#streams.set(key, (this.#streams.get(key) ?? new Set()).add(stream));
    const [oldest, ...others] = this.#streams.get(stream.user.id) ?? [];
    if (others.length >= mostOfOneUser) this.#finish(oldest, "elsewhere");
    stream.onGone(() => this.#remove(stream));
  }

  #finish(stream: LiveStream | undefined, why: CloseReason): void {
    if (!stream) return;
    this.#remove(stream);
    stream.end(why);
  }

  #remove(stream: LiveStream): void {
    if (!this.#all.delete(stream)) return;
    for (const key of keysOf(stream)) {
      const group = this.#streams.get(key);
      group?.delete(stream);
      if (group?.size === 0) this.#streams.delete(key);
    }
    if (this.#all.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#place = null;
  }

  #start(now: Cursor): void {
    this.#place = now;
    this.#timers = [
      setInterval(() => void this.#look(), lookEvery),
      setInterval(() => void this.#beat(), this.#options.heartbeatMs),
    ];
  }

  /** One look at a time; a call during a look leads to one more. Says whether it came to its end. */
  #look(): Promise<boolean> {
    this.#again = this.#looking !== undefined;
    this.#looking ??= this.#read()
      .then(
        () => !(this.#isAway = false),
        (error: unknown) => this.#complain(error),
      )
      .finally(() => {
        this.#looking = undefined;
        if (this.#again) this.wake();
      });
    return this.#looking;
  }

  #complain(error: unknown): false {
    if (!this.#isAway) this.#options.log.warn({ err: error }, "events could not be read; it is tried again");
    this.#isAway = true;
    return false;
  }

  async #read(): Promise<void> {
    for (let cursor = this.#place; cursor;) {
      const events = await eventsAfter(this.#options.database.owner, cursor);
      const last = events.at(-1);
      if (last && this.#place === cursor) this.#place = last;
      this.#tell(await this.#linesOf(events));
      // whom an event is about may have other rights now
      await this.#check(new Set(events.flatMap(({ entity_id }) => [...(this.#streams.get(entity_id) ?? [])])));
      cursor = events.length === batch ? this.#place : null;
    }
  }

  #sightOf(user: SessionUser): Sight {
    const kinds = (isTold: (viewers: Viewers) => boolean) =>
      new Set([...this.#options.viewers].filter(([, viewers]) => isTold(viewers)).map(([entity]) => entity));
    const may = (names: readonly string[] = []) => allows(user, names);
    return {
      all: kinds(({ all, confidential }) => may(all) && (!confidential || may(confidential.can))),
      open: kinds(({ all }) => may(all)),
      confidential: kinds(({ confidential }) => may(confidential?.can)),
      own: kinds(({ own }) => may(own?.can)),
    };
  }

  async #linesOf(events: readonly FeedEvent[]): Promise<Line[]> {
    const { database, viewers } = this.#options;
    const facts = await factsOf(database.owner, viewers, events);
    return events.map((event) => lineOf(event, facts));
  }

  /** Tells each company its own. */
  #tell(lines: readonly Line[]): void {
    for (const [companyId, own] of Map.groupBy(lines, ({ event }) => event.company_id)) {
      for (const stream of this.#streams.get(companyId) ?? [])
        if (stream.user.companyId === companyId) stream.tell(own);
    }
  }

  /** Ends the streams whose session is over or whose user has other rights now: one query for all of them. */
  async #check(streams: ReadonlySet<LiveStream>): Promise<void> {
    const asked = [...streams]; // others may come while we wait
    if (asked.length === 0) return;
    const users = new Map(
      (
        await readSessions(
          this.#options.database,
          asked.map(({ user }) => user.sessionId),
        )
      ).map((user) => [user.sessionId, user]),
    );
    for (const stream of asked) {
      const user = users.get(stream.user.sessionId);
      if (!user) this.#finish(stream, "over");
      else if (rightsOf(user, user.companyId) !== stream.rights) this.#finish(stream, "changed");
    }
  }

  async #beat(): Promise<void> {
    try {
      await this.#check(this.#all);
      const now = await head(this.#options.database.owner);
      await this.#looking; // one that began earlier
      const isTold = await this.#look(); // all that was before `now`
      if (isTold && this.#place && isBehind(now, this.#place)) this.#place = now;
      for (const stream of this.#all) stream.heartbeat(this.#place ?? now);
    } catch (error) {
      this.#complain(error);
    }
  }
}

const keysOf = ({ user }: LiveStream): Set<string> => new Set([user.id, user.companyId, user.homeCompanyId]);
