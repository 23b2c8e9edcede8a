import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#main/app.ts";
import { asSuper, Client, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { backUp } from "#ops/backup/backup.ts";
import { restore } from "#ops/backup/restore.ts";
import { everythingIn } from "#main/testing/database/contents.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

let testApp: TestApp;
let dataDir: string;
let file: string;
beforeAll(async () => {
  testApp = await startTestApp();
  const buyer = await testApp.as("BUYER");
  for (let n = 0; n < 30; n += 1) {
    const answer = await buyer.post("/api/warehouse/vendors", {
      code: `V-${n}`,
      name: `Vendor\t"${n}"\nÄß 🚚 \\N`,
      currency: "EUR",
      contacts: [{ name: "Anna", email: `a${n}@vendor.example`, isPrimary: true }],
    });
    expect(answer.status, answer.text).toBe(200);
  }
  dataDir = temporaryFolder();
  await mkdir(join(dataDir, "documents", "ab"), { recursive: true });
  await writeFile(join(dataDir, "documents", "ab", "cd"), "a document");
  await mkdir(join(dataDir, "keys"));
  await writeFile(join(dataDir, "keys", "signing.key"), "c2VjcmV0");
  file = join(dataDir, "backup.tar.gz");
  await backUp({ databaseUrl: testApp.url, dataDir, file, version: "0.0.0" });
});
afterAll(() => testApp.close());

test("a backup restored into an empty database and folder is the same, row by row and byte by byte, and people can sign in", async () => {
  const target = await createEmptyDatabase();
  const targetDir = temporaryFolder();
  await restore({ databaseUrl: target.url, dataDir: targetDir, file });
  const before = await everythingIn(testApp.superUrl);
  expect(before["vendors"]).toHaveLength(30);
  expect(await everythingIn(target.superUrl)).toEqual(before);
  expect(await readFile(join(targetDir, "documents", "ab", "cd"), "utf8")).toBe("a document");
  expect(await readFile(join(targetDir, "keys", "signing.key"), "utf8")).toBe("c2VjcmV0");
  const app = await buildApp({
    databaseUrl: target.url,
    appUrl: "http://127.0.0.1:4400",
    dataDir: targetDir,
    smtpUrl: null,
    demo: false,
    jobs: false,
    webFolder: null,
    log: "silent",
  });
  const client = new Client(app);
  expect((await client.signIn("buyer@alpha.example")).status).toBe(200);
  expect((await client.get("/api/warehouse/vendors?q=V-7")).status).toBe(200);
  await app.close();
});

test("a backup is never restored over companies that are there", async () => {
  const before = await asSuper(testApp, "select count(*) from vendors");
  await expect(restore({ databaseUrl: testApp.url, dataDir, file })).rejects.toThrow("holds companies already");
  expect(await asSuper(testApp, "select count(*) from vendors")).toEqual(before);
});

test("a damaged backup is refused in one sentence and leaves an empty database", async () => {
  const whole = await readFile(file);
  const flipped = Buffer.from(whole);
  for (let at = whole.length >> 1; at < (whole.length >> 1) + 64; at += 1) flipped[at] = (flipped[at] ?? 0) ^ 0xff;
  for (const [how, content] of [
    ["cut off", whole.subarray(0, -2_000)],
    ["other bytes in the middle", flipped],
    ["no archive at all", Buffer.from("This is a letter to a friend. ".repeat(99))],
    ["an archive of nothing", gzipSync("This is a letter to a friend. ".repeat(99))],
    ["empty", Buffer.alloc(0)],
  ] as const) {
    const target = await createEmptyDatabase();
    const damaged = join(dataDir, "damaged.tar.gz");
    await writeFile(damaged, content);
    await expect(restore({ databaseUrl: target.url, dataDir: temporaryFolder(), file: damaged }), how).rejects.toThrow(
      /^(?:This file is damaged, or it is|This file is) no backup of Waybill/,
    );
    const [there] = await asSuper<{ table: string | null }>(target, "select to_regclass('companies') as table");
    if (there?.table)
      expect(await asSuper(target, "select count(*)::int as n from companies"), how).toEqual([{ n: 0 }]);
  }
});
