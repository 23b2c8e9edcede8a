import { describe, expect, test } from "vitest";
import { RateLimit } from "./rate-limit.ts";

describe("a session", () => {
  const calls = (limit: RateLimit, times: number, { from = 0, everyMs = 0, session = "mine" } = {}) => {
    let answered = 0;
    for (let n = 0; n < times; n += 1) {
      try {
        limit.take(session, from + n * everyMs);
        answered += 1;
      } catch (error) {
        expect(error).toMatchObject({ status: 429, code: "too_many", retryAfterSeconds: 1 });
      }
    }
    return answered;
  };

  test("has a minute's calls at once, and new ones as time passes", () => {
    const limit = new RateLimit(120);
    expect(calls(limit, 200)).toBe(120);
    expect(calls(limit, 50, { from: 5_000 })).toBe(10);
    expect(calls(limit, 200, { from: 600_000 })).toBe(120);
  });

  test("that keeps to the pace is never refused, and another one's burst does not count against it", () => {
    const limit = new RateLimit(120);
    calls(limit, 500, { session: "another" });
    expect(calls(limit, 1_000, { everyMs: 500 })).toBe(1_000);
  });

  test("is still held to its pace while thousands of others call, and no more of them are kept than are allowed", () => {
    const limit = new RateLimit(120, 1_000);
    calls(limit, 120);
    for (let n = 0; n < 20_000; n += 1) {
      limit.take(`another ${n}`, 0);
      if (n % 500 === 0) expect(calls(limit, 1)).toBe(0);
    }
    expect(limit.size).toBe(1_000);
    expect(limit.has("another 19999")).toBe(true);
    expect(limit.has("another 18000")).toBe(false);
    expect(calls(limit, 10)).toBe(0);
  });
});
