import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { message, tooMany } from "#shared/contract/problem.ts";

/** So many sessions have a bucket at once; past that, the one that has been quiet for longest loses its own. */
const mostBuckets = 10_000;

/**
 * Holds each session to so many calls a minute (a token bucket): who goes on at that pace is never refused, who begins a
 * new burst has a minute's worth. Only sessions that the database knows get a bucket, so a made-up cookie costs none.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #most: number;
  readonly #buckets = new Map<string, { left: number; at: number }>(); // a Map keeps its order: quietest first

  constructor(perMinute: number, most = mostBuckets) {
    this.#perMinute = perMinute;
    this.#most = most;
  }

  /** How many sessions have a bucket. */
  get size(): number {
    return this.#buckets.size;
  }

  has(session: string): boolean {
    return this.#buckets.has(session);
  }

  /** Takes one call; throws 429 when none is left. `now` is in milliseconds of a clock that never jumps. */
  take(session: string, now: number): void {
    const before = this.#buckets.get(session) ?? { left: this.#perMinute, at: now };
    const left = Math.min(this.#perMinute, before.left + ((now - before.at) * this.#perMinute) / 60_000);
    this.#buckets.delete(session); // set again below, as the one that called last
    this.#buckets.set(session, { left: left < 1 ? left : left - 1, at: now });
    for (const quietest of this.#buckets.keys()) {
      if (this.#buckets.size <= this.#most) break;
      this.#buckets.delete(quietest);
    }
    if (left >= 1) return;
    const seconds = Math.ceil(((1 - left) * 60) / this.#perMinute);
    throw tooMany(
      seconds,
      message(
        "Too many calls within a minute. Wait {seconds, plural, one {# second} other {# seconds}} and try again.",
        {
          seconds,
        },
      ),
    );
  }
}

/** Counts a call of a session that was found in the database; throws 429 when it makes too many. */
export type CountCall = (request: FastifyRequest, session: string) => void;

/**
 * Counts the calls of each session of a person or a link, in this process: those that called before without reading
 * anything, the others (`CountCall`) once the database has found them. Whoever is not signed in is not counted here:
 * sign-in and the like have limits of their own.
 */
export function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  cookies: { session: string; link: string },
): CountCall {
  const limit = new RateLimit(perMinute);
  const counted = new WeakSet<FastifyRequest>();
  app.addHook("onRequest", async (request) => {
    if (!request.url.startsWith("/api/")) return;
    const session = [request.cookies[cookies.session], request.cookies[cookies.link]].find(
      (one) => one && limit.has(one),
    );
    if (!session) return;
    counted.add(request);
    limit.take(session, performance.now());
  });
  return (request, session) => {
    if (!counted.has(request)) limit.take(session, performance.now());
  };
}
