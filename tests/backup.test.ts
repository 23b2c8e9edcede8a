import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { extract, pack } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { backUp, type BackupManifest } from "#ops/backup/backup.ts";
import { refuseOther, restore } from "#ops/backup/restore.ts";
import { everythingIn } from "#main/testing/database/contents.ts";
import { aYard, booked } from "#main/testing/records/docks.ts";
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
  const admin = await testApp.as("COMPANY_ADMIN");
  await booked(admin, await aYard(admin, { docks: 2 }));
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
  await refuseOther(file); // what the command asks first
  await restore({ databaseUrl: target.url, dataDir: targetDir, file });
  const before = await everythingIn(testApp.superUrl);
  expect(before["vendors"]).toHaveLength(30);
  expect(before["resources"]).toMatchObject([{ kind: "dock" }, { kind: "dock" }]);
  expect(before["bookings"]).toHaveLength(1);
  expect(await everythingIn(target.superUrl)).toEqual(before);
  expect(await readFile(join(targetDir, "documents", "ab", "cd"), "utf8")).toBe("a document");
  expect(await readFile(join(targetDir, "keys", "signing.key"), "utf8")).toBe("c2VjcmV0");
  const { client, close } = await startOver({ url: target.url, dataDir: targetDir }, { email: "buyer@alpha.example" });
  expect((await client.get("/api/warehouse/vendors?q=V-7")).status).toBe(200);
  await close();
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

type Entries = Map<string, Buffer>;

/** The backup with other entries: what somebody may have done to it, or a program that wrote a part of it. */
async function withEntries(change: (entries: Entries, manifest: BackupManifest) => unknown): Promise<string> {
  const entries: Entries = new Map();
  const reading = extract();
  reading.on("entry", (header, stream, next) => {
    const parts: Buffer[] = [];
    stream.on("data", (part) => parts.push(part as Buffer));
    stream.on("end", () => {
      entries.set(header.name, Buffer.concat(parts));
      next();
    });
  });
  reading.end(gunzipSync(await readFile(file)));
  await finished(reading);
  const manifest = JSON.parse(String(entries.get("manifest.json"))) as BackupManifest;
  const other = change(entries, manifest) as BackupManifest | undefined;
  entries.set("manifest.json", Buffer.from(JSON.stringify(other ?? manifest)));
  const writing = pack();
  for (const [name, content] of entries) writing.entry({ name }, content);
  writing.finalize();
  const parts: Buffer[] = [];
  for await (const part of writing.pipe(createGzip())) parts.push(part as Buffer);
  const changed = join(dataDir, "changed.tar.gz");
  await writeFile(changed, Buffer.concat(parts));
  return changed;
}

const vendors = (manifest: BackupManifest) => manifest.tables["vendors"]!;

const altered: readonly (readonly [
  how: string,
  change: (entries: Entries, manifest: BackupManifest) => unknown,
  RegExp,
])[] = [
  ["no vendors", (entries) => entries.delete("tables/vendors.copy"), /not complete: the table vendors is not in it/],
  [
    "no key",
    (entries) => entries.delete("files/keys/signing.key"),
    /not complete: the file keys\/signing.key is not in it/,
  ],
  [
    "another document",
    (entries) => entries.set("files/documents/ab/cd", Buffer.from("another one")),
    /The file documents\/ab\/cd in this backup is damaged/,
  ],
  [
    "one more file",
    (entries) => entries.set("files/keys/more.key", Buffer.from("x")),
    /a file that its manifest does not name/,
  ],
  [
    "another count",
    (_entries, manifest) => ({
      ...manifest,
      tables: { ...manifest.tables, vendors: { ...vendors(manifest), rows: 29 } },
    }),
    /The table vendors in this backup is damaged/,
  ],
  [
    "a name that is SQL",
    (_entries, manifest) => ({
      ...manifest,
      tables: { ...manifest.tables, 'vendors"; drop table users; --': vendors(manifest) },
    }),
    /names a table or column that there is none of/,
  ],
  [
    "a column that is SQL",
    (_entries, manifest) => ({
      ...manifest,
      tables: { ...manifest.tables, vendors: { ...vendors(manifest), columns: ['id") from stdin; --'] } },
    }),
    /names a table or column that there is none of/,
  ],
];

test.for(altered)(
  "a backup that is not all that its manifest says is refused with a sentence, and leaves neither a row nor a file: %s",
  async ([how, change, sentence]) => {
    const target = await createEmptyDatabase();
    const targetDir = temporaryFolder();
    const changed = await withEntries((entries, manifest) => {
      const other = change(entries, manifest);
      return typeof other === "object" && !(other instanceof Map) ? other : undefined;
    });
    await expect(restore({ databaseUrl: target.url, dataDir: targetDir, file: changed }), how).rejects.toThrow(
      sentence,
    );
    expect(await readdir(targetDir), how).toEqual([]);
    expect(await asSuper(target, "select count(*)::int as n from companies"), how).toEqual([{ n: 0 }]);
  },
);

test("a backup from before files had checksums is restored", async () => {
  const target = await createEmptyDatabase();
  const targetDir = temporaryFolder();
  const old = await withEntries((_entries, { fileSums: _sums, ...manifest }) => manifest);
  await restore({ databaseUrl: target.url, dataDir: targetDir, file: old });
  expect(await readFile(join(targetDir, "keys", "signing.key"), "utf8")).toBe("c2VjcmV0");
  expect((await readdir(targetDir)).toSorted()).toEqual(["documents", "keys"]);
});
