// Not conformed: how many exports run at once is no record.
import { EventEmitter } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { Turns } from "./export-turns.ts";

describe("exports of one person", () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await testApp.as("COMPANY_ADMIN");
  });
  afterAll(() => testApp.close());
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, () => admin.get("/api/settings/audit/export.csv")));

  test("are all made, also where somebody clicks more of them than run at once", async () => {
    const answers = await many(8);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

describe("turns", () => {
  /** Work that goes on until it is let go, and what is known of it. */
  function begin(turns: Turns, who: string) {
    const reader = new EventEmitter();
    let hasBegun = false;
    let end = (_error?: Error) => {};
    const done = turns.take(who, reader, () => {
      hasBegun = true;
      return new Promise<void>((ended, failed) => {
        end = (error) => (error ? failed(error) : ended());
      });
    });
    return { reader, done, hasBegun: () => hasBegun, end: (error?: Error) => end(error) };
  }
  const soon = () => new Promise((done) => void setImmediate(done));

  test("are taken by so many at once, in the order in which they came, and by each person apart", async () => {
    const turns = new Turns(2, 5);
    const [one, two, three, four] = ["a", "a", "a", "a"].map((who) => begin(turns, who)) as [
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
      ReturnType<typeof begin>,
    ];
    const other = begin(turns, "b");
    await soon();
    expect([one, two, three, four, other].map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false, true]);
    two.end(new Error("cut off"));
    await expect(two.done).rejects.toThrow("cut off");
    expect([three.hasBegun(), four.hasBegun()]).toEqual([true, false]);
    for (const each of [one, three, other]) each.end();
    await soon();
    four.end();
    await Promise.all([one.done, three.done, four.done, other.done]);
    expect(turns.size).toBe(0);
  });

  test("are refused to whoever has very many waiting already, with a sentence and a time, and to nobody else", async () => {
    const turns = new Turns(1, 2);
    const [first, second, third] = [begin(turns, "a"), begin(turns, "a"), begin(turns, "a")];
    await expect(begin(turns, "a").done).rejects.toMatchObject({
      status: 429,
      message: "Very many of your exports are being made already. Wait until they are done, then try again.",
    });
    const other = begin(turns, "b");
    for (const each of [other, first, second, third]) {
      await soon();
      expect(each.hasBegun()).toBe(true);
      each.end();
    }
    await Promise.all([first.done, second.done, third.done, other.done]);
  });

  test("are given up by who goes away while they wait, and nobody waits for them", async () => {
    const turns = new Turns(1, 2);
    const [first, gone] = [begin(turns, "a"), begin(turns, "a")];
    await soon();
    gone.reader.emit("close");
    await gone.done;
    const last = begin(turns, "a");
    first.end();
    await soon();
    expect([gone.hasBegun(), last.hasBegun()]).toEqual([false, true]);
    last.end();
    await last.done;
    expect(turns.size).toBe(0);
  });
});
