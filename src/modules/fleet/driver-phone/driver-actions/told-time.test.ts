import { expect, test } from "vitest";
import { judgeTime } from "./told-time.ts";

const now = new Date();
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const day = 24 * 60;
const judge = (at: string, { sentAt = now.toISOString(), after = null as string | null } = {}) =>
  judgeTime({ at, sentAt, receivedAt: now, after });

test("a phone whose clock is right is believed, however late it sends", () => {
  expect(judge(before(3 * day))).toEqual({ happenedAt: before(3 * day), offsetMs: 0, flags: [] });
});

test("a clock that is a day ahead, or behind, is set right by what it shows when it sends", () => {
  for (const ahead of [day, -day])
    expect(judge(before(30 - ahead), { sentAt: before(-ahead) })).toEqual({
      happenedAt: before(30),
      offsetMs: -ahead * 60_000,
      flags: ["clock_off"],
    });
});

test("what is still to come by a clock that was changed since, happened when it was sent", () => {
  expect(judge(before(-day))).toEqual({ happenedAt: now.toISOString(), offsetMs: 0, flags: ["time_clamped"] });
});

test("what was before what came before it, happened right after that; seconds are nobody's matter", () => {
  const after = before(10);
  const next = new Date(Date.parse(after) + 1).toISOString();
  expect(judge(before(60), { after })).toMatchObject({ happenedAt: next, flags: ["time_clamped"] });
  expect(judge(before(11), { after })).toMatchObject({ happenedAt: next, flags: [] });
});

test("a time of years ago was shown by a clock that stood: it was after what came before it, or when it was sent", () => {
  const long = "1970-01-01T00:10:00.000Z";
  expect(judge(long)).toEqual({ happenedAt: now.toISOString(), offsetMs: 0, flags: ["time_clamped"] });
  const after = before(10);
  expect(judge(long, { after })).toMatchObject({ happenedAt: new Date(Date.parse(after) + 1).toISOString() });
});
