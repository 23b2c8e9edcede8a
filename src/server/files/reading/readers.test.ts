import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import { Readers } from "./readers.ts";

const folder = temporaryFolder();
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const small = file("small.csv", "Code,Name\n1,Anna\n");
const large = file("large.csv", "some text,other text,more text\n".repeat(50_000));
const usual = { deadlineMs: 60_000, heapMb: 256, longestQueue: 3 };
const nobodyLeaves = new AbortController().signal;
let readers: Readers;
afterEach(() => readers.close());

const read = (path: string, signal = nobodyLeaves) => readers.table(path, signal, async (table) => table);

test("a table comes as its columns and pieces of JSON", async () => {
  readers = new Readers(usual);
  expect(await read(small)).toMatchObject({
    columns: ["Code", "Name"],
    count: 1,
    chunks: ['[["1","Anna"]]'],
    rowNumbers: [[2]],
  });
  const { count, chunks } = await read(large);
  expect(chunks.flatMap((chunk) => JSON.parse(chunk) as string[][])).toHaveLength(count);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000);
});

test("a file for which the memory does not suffice is refused with a sentence, and the next one is read", async () => {
  readers = new Readers({ ...usual, heapMb: 16 });
  await expect(read(large)).rejects.toMatchObject({ status: 422, message: expect.stringContaining("far too large") });
  expect((await read(small)).count).toBe(1);
});

test("a file that takes too long is refused with a sentence", async () => {
  readers = new Readers({ ...usual, deadlineMs: 1 });
  await expect(read(small)).rejects.toMatchObject({ status: 422, message: expect.stringContaining("takes too long") });
});

test("a file is left when nobody waits for it any more, and makes room for the next", async () => {
  readers = new Readers(usual);
  const leaving = new AbortController();
  const left = Promise.allSettled(Array.from({ length: 4 }, () => read(large, leaving.signal)));
  leaving.abort();
  expect((await left).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "rejected"));
  expect((await read(small)).count).toBe(1);
});

test("two are read at once, some wait, and one more is asked to come again", async () => {
  readers = new Readers(usual);
  let running = 0;
  let most = 0;
  const all = Array.from({ length: 5 }, () =>
    readers.table(small, nobodyLeaves, async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    }),
  );
  await expect(read(small)).rejects.toMatchObject({ status: 503, message: expect.stringContaining("Try again") });
  await Promise.all(all);
  expect(most).toBeLessThanOrEqual(2);
  expect((await read(small)).count).toBe(1);
});
