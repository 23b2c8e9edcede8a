// Not conformed: files come as multipart bodies, and their rights are those of the record that they belong to.
import { createHash } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modules } from "#main/modules.ts";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";
import { inTransaction } from "#server/db/database.ts";
import { DiskFiles } from "#server/files/disk-files.ts";
import type { JobTools } from "#server/jobs/reactions.ts";
import { pixel } from "#main/testing/files/pictures.ts";
import { makeZip } from "#main/testing/files/zip.ts";
import { sweepFile } from "./files.jobs.ts";
import { safeName } from "./upload-rules.server.ts";

const pdf = Buffer.from("%PDF-1.7\n%âãÏÓ\nan order");
const xlsx = makeZip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" });
const macro = makeZip({
  "[Content_Types].xml": "<Types/>",
  "xl/workbook.xml": "<workbook/>",
  "xl/vbaProject.bin": "x",
});
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let testApp: TestApp;
let buyer: Client;
let vendorId: string;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
  vendorId = await aVendor(buyer, "V1");
});
afterAll(() => testApp.close());

async function aVendor(client: Client, code: string): Promise<string> {
  return String((await client.post("/api/warehouse/vendors", { code, name: code, currency: "EUR" })).body["id"]);
}

function upload(
  name: string,
  content: Buffer,
  over: { client?: Client; to?: string; at?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const boundary = "a-boundary-of-the-test";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return (over.client ?? buyer).send(
    "POST",
    `${over.at ?? "/api/files"}?${over.to ?? `entity=vendor&entityId=${vendorId}`}`,
    body,
    { "content-type": `multipart/form-data; boundary=${boundary}`, ...over.headers },
  );
}

const download = (id: unknown, query = "", client = buyer) => client.get(`/api/files/${String(id)}${query}`);
const stored = async () =>
  (await readdir(join(testApp.dataDir, "documents", testApp.companies.a), { recursive: true })).filter(
    (name) => name.length > 60,
  );

describe("a file", () => {
  test("is attached to a record, listed there, told in its history, and comes back byte by byte", async () => {
    const { status, body, text } = await upload("Quotation 2026.pdf", pdf);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      name: "Quotation 2026.pdf",
      mediaType: "application/pdf",
      bytes: pdf.length,
      isImage: false,
      entity: "vendor",
      entityId: vendorId,
      createdByName: "buyer Alpha",
    });
    expect((await buyer.get(`/api/files?entity=vendor&entityId=${vendorId}`)).body["items"]).toEqual([body]);
    expect((await download(body["id"])).text).toBe(pdf.toString());
    expect((await buyer.get(`/api/warehouse/vendors/${vendorId}/history`)).body["items"]).toMatchObject([
      { step: "fileAttached", note: "Quotation 2026.pdf" },
      { step: "created" },
    ]);
  });

  test("is the same at the address where it was called a document", async () => {
    const at = "/api/documents";
    const { status, body, text } = await upload("former.pdf", pdf, { at });
    expect(status, text).toBe(200);
    const listed = (path: string) => buyer.get(`${path}?entity=vendor&entityId=${vendorId}`);
    const { items } = (await listed(at)).body;
    expect(items).toContainEqual(body);
    expect(items).toEqual((await listed("/api/files")).body.items);
    expect((await buyer.get(`${at}/${body.id}`)).text).toBe(pdf.toString());
    const viewer = await testApp.as("VIEWER");
    expect((await viewer.remove(`${at}/${body.id}?version=1`)).status).toBe(403);
    expect((await buyer.remove(`${at}/${body.id}?version=1`)).status).toBe(204);
    expect((await download(body.id)).status).toBe(404);
  });

  test("is a download that no browser runs; only pictures are shown in place", async () => {
    const file = (await upload("plan.pdf", pdf)).body["id"];
    const picture = (await upload("dock.png", pixel)).body["id"];
    const { headers } = await download(file, "?inline=true");
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
      "cache-control": "no-store",
    });
    expect(headers["content-disposition"]).toBe("attachment; filename=\"plan.pdf\"; filename*=UTF-8''plan.pdf");
    expect((await download(picture, "?inline=true")).headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": expect.stringMatching(/^inline/),
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect((await download(picture)).headers["content-disposition"]).toMatch(/^attachment/);
  });

  test("that is uploaded again, because the answer was lost, is there once", async () => {
    const first = await upload("twice.png", pixel);
    const second = await upload("twice.png", pixel);
    expect(second.body).toEqual(first.body);
    expect((await stored()).length).toBe(new Set(await stored()).size);
  });

  test("keeps a name in any script, without what file systems and headers take offence at", async () => {
    expect((await upload("größe 北京 😀.pdf", pdf)).body["name"]).toBe("größe 北京 😀.pdf");
    const { body } = await upload("größe.pdf", pdf);
    expect((await download(body["id"])).headers["content-disposition"]).toBe(
      "attachment; filename=\"gr__e.pdf\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.pdf",
    );
    expect(safeName("../../etc/passwd.pdf")).toBe("passwd.pdf");
    expect(safeName("C:\\Users\\me\\a<b>.pdf")).toBe("a_b_.pdf");
    expect(safeName("evil\u202Efdp.exe\r\nX: y.pdf")).toBe("evilfdp.exeX_ y.pdf");
    expect(safeName("CON.png")).toBe("file CON.png");
    expect(safeName(".pdf")).toBe("pdf");
    expect([...safeName(`${"😀".repeat(300)}.pdf`)]).toHaveLength(120);
    expect(safeName("half \ud800.pdf")).toBe("half \ufffd.pdf");
  });

  test("is removed with its version, and its contents follow when nobody else has the same", async () => {
    const content = Buffer.concat([pdf, Buffer.from("only once")]);
    const { body } = await upload("gone.pdf", content);
    const twin = await upload("stays.pdf", content);
    const before = (await stored()).length;
    expect((await buyer.remove(`/api/files/${body["id"]}?version=7`)).status).toBe(409);
    expect((await buyer.remove(`/api/files/${body["id"]}?version=1`)).status).toBe(204);
    expect((await download(body["id"])).status).toBe(404);
    await sweep(content);
    expect((await download(twin.body["id"])).status).toBe(200);
    await buyer.remove(`/api/files/${twin.body["id"]}?version=1`);
    await sweep(content, { settled: false });
    expect((await stored()).length).toBe(before);
    await sweep(content);
    expect((await stored()).length).toBe(before - 1);
    const [task] = await asSuper<{ payload: { sha256: string } }>(
      testApp,
      "select payload from outbox where task = 'sweep-file' order by id desc limit 1",
    );
    expect(task?.payload.sha256).toHaveLength(64);
  });

  /** What the job does a quarter of an hour after a removal; `settled: false` is a file that came in just now. */
  async function sweep(content: Buffer, { settled = true } = {}): Promise<void> {
    const sha256 = createHash("sha256").update(content).digest("hex");
    const place = join(testApp.dataDir, "documents", testApp.companies.a, sha256.slice(0, 2), sha256);
    const written = settled ? new Date(0) : new Date();
    await utimes(place, written, written);
    const open: JobTools["open"] = (companyId, work) =>
      inTransaction(testApp.database.work, { role: "waybill_app", companyId }, (db) =>
        work({ db, app: { dataDir: testApp.dataDir } } as never),
      ); // all that the job asks for
    await sweepFile.run({ open } as JobTools, { sha256 }, testApp.companies.a); // as above
  }
});

describe("an upload is refused", () => {
  test.each([
    ["a page", "page.html", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a drawing with a script", "drawing.svg", svg],
    ["a drawing that says it is a table", "drawing.csv", svg],
    ["a program that says it is a picture", "photo.png", Buffer.from("MZ\u0090\u0000 a program")],
    ["a picture that says it is a document", "order.pdf", pixel],
    ["a document that says it is a table", "rows.csv", pdf],
    ["an archive that says it is a workbook", "book.xlsx", makeZip({ "a.txt": "a" })],
    ["a workbook with macros", "book.xlsx", macro],
    ["a text document that is a workbook", "letter.docx", xlsx],
    ["a damaged workbook", "book.xlsx", xlsx.subarray(0, -6)],
    [
      "an archive that swells on unpacking",
      "book.xlsx",
      makeZip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": Buffer.alloc(30 * 1024 * 1024) }),
    ],
    ["an empty file", "empty.pdf", Buffer.alloc(0)],
    ["a file without an extension", "order", pdf],
    ["a file with two", "order.pdf.exe", pdf],
  ])("when it is %s", async (_, name, content) => {
    const before = await stored();
    const answer = await upload(name, content);
    expect(answer, answer.text).toMatchObject({ status: 415, body: { code: "wrong_file" } });
    expect(await stored()).toEqual(before);
    expect(await readdir(join(testApp.dataDir, "incoming"))).toEqual([]);
  });

  test("when it is larger than 20 MB; just below is taken", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024 + 1, 0x20);
    pdf.copy(large);
    expect(await upload("large.pdf", large)).toMatchObject({ status: 413, body: { code: "too_large" } });
    expect(await readdir(join(testApp.dataDir, "incoming"))).toEqual([]);
    expect((await upload("large.pdf", large.subarray(0, -1))).status).toBe(200);
  });

  test("when it is no multipart, has no file, or names nothing that there is", async () => {
    expect((await buyer.send("POST", `/api/files?entity=vendor&entityId=${vendorId}`, {})).status).toBe(415);
    const boundary = "x";
    expect(
      (
        await buyer.send("POST", `/api/files?entity=vendor&entityId=${vendorId}`, Buffer.from(`--${boundary}--\r\n`), {
          "content-type": `multipart/form-data; boundary=${boundary}`,
        })
      ).status,
    ).toBe(422);
    for (const cut of [
      `--${boundary}\r\nContent-Dispo`,
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7`,
    ]) {
      const answer = await buyer.send("POST", `/api/files?entity=vendor&entityId=${vendorId}`, Buffer.from(cut), {
        "content-type": `multipart/form-data; boundary=${boundary}`,
      });
      expect(answer, cut).toMatchObject({
        status: 400,
        body: { message: "The upload was cut off. Send the file again." },
      });
    }
    expect(
      (await upload("a.pdf", pdf, { to: "entity=vendor&entityId=0190a000-0000-7000-8000-000000000000" })).status,
    ).toBe(404);
    expect((await upload("a.pdf", pdf, { to: `entity=users&entityId=${vendorId}` })).status).toBe(422);
    expect((await upload("a.pdf", pdf, { to: `entity=product&entityId=${vendorId}` })).status).toBe(404);
  });
});

describe("whoever may see a record may read its files, whoever may change it may add and remove them", () => {
  test("and nobody else", async () => {
    const { body } = await upload("rights.pdf", pdf);
    const list = `/api/files?entity=vendor&entityId=${vendorId}`;
    const viewer = await testApp.as("VIEWER");
    expect((await viewer.get(list)).status).toBe(200);
    expect((await download(body["id"], "", viewer)).status).toBe(200);
    expect((await upload("a.pdf", pdf, { client: viewer })).status).toBe(403);
    expect((await viewer.remove(`/api/files/${body["id"]}?version=1`)).status).toBe(403);
    // May change receipts and issues, but not vendors.
    const receiver = await testApp.as("RECEIVER");
    expect((await upload("a.pdf", pdf, { client: receiver })).status).toBe(403);
    expect((await receiver.remove(`/api/files/${body["id"]}?version=1`)).status).toBe(403);
    const driver = await testApp.as("DRIVER");
    expect((await driver.get(list)).status).toBe(403);
    // The id of a file says nothing to whoever does not see the record, not even that there is one.
    expect(await download(body["id"], "", driver)).toMatchObject({ status: 404, body: { code: "not_found" } });
    const version = Number(body["version"]);
    expect((await driver.remove(`/api/files/${body["id"]}?version=${version}`)).status).toBe(404);
    const visitor = testApp.visitor();
    for (const answer of [
      await visitor.get(list),
      await download(body["id"], "", visitor),
      await upload("a.pdf", pdf, { client: visitor }),
    ])
      expect(answer.status).toBe(401);
    expect((await upload("a.pdf", pdf, { headers: { "x-xsrf-token": "" } })).body["code"]).toBe("csrf");
  });

  test("of another company nothing is found, not even by the same contents", async () => {
    const elsewhere = await testApp.as("BUYER", "b");
    const { body } = await upload("secret.pdf", pdf);
    expect((await download(body["id"], "", elsewhere)).status).toBe(404);
    expect((await elsewhere.remove(`/api/files/${body["id"]}?version=1`)).status).toBe(404);
    expect((await elsewhere.get(`/api/files?entity=vendor&entityId=${vendorId}`)).status).toBe(404);
    expect((await upload("a.pdf", pdf, { client: elsewhere })).status).toBe(404);
    expect(await new DiskFiles(testApp.dataDir).read(testApp.companies.b, Buffer.alloc(32))).toBeNull();
  });

  test("each kind of record that can have files has a table of its own", async () => {
    for (const entity of modules.records.flatMap(({ entity: name, files }) => (files ? [name] : []))) {
      const answer = await (
        await testApp.as("COMPANY_ADMIN")
      ).get(`/api/files?entity=${entity}&entityId=0190a000-0000-7000-8000-000000000000`);
      expect(answer.status, entity).toBe(404);
    }
  });
});

describe("the logo of a company", () => {
  const logoOf = async (client: Client) =>
    ((await client.get("/api/auth/users/me")).body["company"] as { logo: string | null }).logo;

  test("is the newest picture that an administrator gave it; everybody of the company is told where it is, and nobody else", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const to = `entity=company&entityId=${testApp.companies.a}`;
    expect(await logoOf(buyer)).toBeNull();
    await upload("old.png", pixel, { client: admin, to });
    const { body, status, text } = await upload("new.png", Buffer.concat([pixel, Buffer.from("another")]), {
      client: admin,
      to,
    });
    expect(status, text).toBe(200);
    expect(await logoOf(buyer)).toBe(`/api/files/${body["id"]}?inline=true`);
    expect((await buyer.get((await logoOf(buyer)) ?? "")).headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": expect.stringMatching(/^inline/),
    });
    const other = await testApp.as("COMPANY_ADMIN", "b");
    expect(await logoOf(other)).toBeNull();
    expect((await download(body["id"], "?inline=true", other)).status).toBe(404);
    expect((await upload("theirs.png", pixel, { client: other, to })).status).toBe(404);
  });

  test("is a small picture, and only an administrator changes it", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const to = `entity=company&entityId=${testApp.companies.a}`;
    expect((await upload("logo.pdf", pdf, { client: admin, to })).body).toMatchObject({
      code: "wrong_file",
      message: expect.stringContaining("picture"),
    });
    expect(
      (await upload("logo.png", Buffer.concat([pixel, Buffer.alloc(512 * 1024)]), { client: admin, to })).status,
    ).toBe(413);
    expect((await upload("logo.png", pixel, { client: buyer, to })).status).toBe(403);
    const [logo] = (await admin.get(`/api/files?${to}`)).body.items;
    expect((await buyer.remove(`/api/files/${logo?.id}?version=1`)).status).toBe(403);
  });
});

test("a node of the version before reads and writes files under the old name, and only those of its company", async () => {
  expect((await upload("before.pdf", pdf)).status).toBe(200);
  const copyAsBefore = (companyId: string) =>
    inTransaction(testApp.database.work, { role: "waybill_app", companyId }, async (db) => {
      const { rows } = await sql<{ name: string }>`
        insert into documents (entity, entity_id, name, sha256, bytes, media_type)
        select entity, entity_id, 'older.pdf', sha256, bytes, media_type from documents limit 1 returning name`.execute(
        db,
      );
      return rows;
    });
  expect(await copyAsBefore(testApp.companies.b)).toEqual([]);
  expect(await copyAsBefore(testApp.companies.a)).toEqual([{ name: "older.pdf" }]);
  expect(await asSuper(testApp, "select company_id from files where name = 'older.pdf'")).toEqual([
    { company_id: testApp.companies.a },
  ]);
});
