import type {} from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { say, tooMany } from "#shared/problem.ts";

/** So many sessions are counted at once before those that are at rest are forgotten. */
const mostCounted = 10_000;

/** Holds each session to so many calls a minute: who goes on at that pace is never refused, who begins a new burst has a minute's worth. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #counted = new Map<string, { left: number; at: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes one call; throws 429 when none is left. `now` is in milliseconds of a clock that never jumps. */
  take(session: string, now: number): void {
    const before = this.#counted.get(session) ?? { left: this.#perMinute, at: now };
    const left = Math.min(this.#perMinute, before.left + ((now - before.at) * this.#perMinute) / 60_000);
    if (left < 1) {
      const seconds = Math.ceil(((1 - left) * 60) / this.#perMinute);
      throw tooMany(
        seconds,
        say("Too many calls within a minute. Wait {seconds, plural, one {# second} other {# seconds}} and try again.", {
          seconds,
        }),
      );
    }
    if (this.#counted.size >= mostCounted) this.#forget(now);
    this.#counted.set(session, { left: left - 1, at: now });
  }

  #forget(now: number): void {
    for (const [session, { at }] of this.#counted) if (now - at > 60_000) this.#counted.delete(session);
    if (this.#counted.size >= mostCounted) this.#counted.clear(); // somebody makes sessions up; those are refused anyway
  }
}

/** Counts the calls of each session of a person or a link, in this process. Sign-in and the like have limits of their own. */
export function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  cookies: { session: string; link: string },
): void {
  const limit = new RateLimit(perMinute);
  app.addHook("onRequest", async (request) => {
    const session = request.cookies[cookies.session] ?? request.cookies[cookies.link];
    if (session && request.url.startsWith("/api/")) limit.take(session, performance.now());
  });
}
