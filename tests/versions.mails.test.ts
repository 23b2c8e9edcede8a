import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import nodemailer from "nodemailer";
import { describe, expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";
import { asSuper } from "#main/testing/test-app.ts";
import { randomSecret, sha256 } from "#server/crypto/keys.ts";
import { migrate } from "#ops/migrate/migrate.ts";
import { restore } from "#ops/backup/restore.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

// What earlier versions left: kept mails with their links, in rows and in files.
const fixture = fileURLToPath(new URL("fixtures/waybill-0.1.0.tar.gz", import.meta.url));
const migrations = readdirSync(new URL("../migrations/", import.meta.url)).map((name) => name.replace(/\.sql$/, ""));
const url = (secret: string) => `https://waybill.example.com/change-password#t=${secret}`;

/** A mail as an earlier version wrote it. `script` makes nodemailer choose another encoding for the text. */
async function oldMail(folder: string, id: string, { secret, script }: { secret: string; script: string }) {
  const text = `${script}\n\nChoose a new password:\n${url(secret)}\n\nIf you did not ask for it, ignore this mail: your password stays.`;
  const html = `<p>${script}</p><a href="${url(secret)}" style="display:inline-block;padding:12px 20px;border-radius:6px">Choose</a>`;
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const attachments = [{ filename: "order.pdf", content: Buffer.from("%PDF paper"), contentType: "application/pdf" }];
  const to = { from: "no-reply@example.com", to: "ada@example.com", subject: "Choose a new password" };
  const { message } = await transport.sendMail({ ...to, text, html, attachments });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.eml`), message as Buffer);
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ text, html }));
}

async function started(database: string, dataDir: string): Promise<void> {
  const { close } = await startOver({ url: database, dataDir });
  await close();
}

/** What a person can read in a kept file, in every encoding that a mail has. */
function readable(file: string): string {
  const raw = readFileSync(file, "latin1");
  const unfolded = raw.replace(/=\r\n/g, "");
  const blocks = raw.match(/(?:^[A-Za-z0-9+/]{4,76}={0,2}\r?$\n?)+/gm) ?? [];
  return [raw, unfolded, ...blocks.map((block) => Buffer.from(block, "base64").toString())].join("\n");
}

describe("the first start on an installation whose mails were kept with their links", () => {
  test.each([
    [
      "quoted",
      "Somebody, most likely you, asked for a new password for this address. It works once, for an hour, and a newer one replaces it.",
    ],
    ["quoted with accents", "Jemand, sehr wahrscheinlich Sie, möchte ein neues Passwort für diese Adresse."],
    ["in base64", "サギは九番の門で待っていますよ、いつも。".repeat(8)],
    ["as it is", "Hello"],
  ])("masks the files, text %s, and ends what they let in to; what stands in no mail goes on", async (_, script) => {
    const { url: database, superUrl } = await createEmptyDatabase();
    const testApp = { superUrl };
    const dataDir = temporaryFolder();
    await restore({ databaseUrl: database, dataDir, file: fixture });
    const [user] = await asSuper<{ id: string; company_id: string }>(
      testApp,
      "select id, company_id from users limit 1",
    );
    const folder = join(dataDir, "mail", user?.company_id ?? "");
    const secrets = {
      reset: randomSecret(),
      invite: randomSecret(),
      registration: randomSecret(),
      link: randomSecret(),
    };
    const others = { reset: randomSecret(), registration: randomSecret(), link: randomSecret() };
    for (const [n, secret] of Object.values(secrets).entries()) await oldMail(folder, `mail-${n}`, { secret, script });
    await oldMail(folder, "mail-none", { secret: "", script });
    for (const { reset, registration, link, invite } of [secrets, { ...others, invite: null }]) {
      const token =
        "insert into password_tokens (user_id, purpose, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')";
      await asSuper(testApp, token, [user?.id, "reset", sha256(reset)]);
      if (invite) await asSuper(testApp, token, [user?.id, "invite", sha256(invite)]);
      await asSuper(
        testApp,
        `insert into registrations (email, first_name, last_name, token_hash, expires_at, address)
          values ('x@example.com', 'X', 'Y', $1, now() + interval '1 day', '127.0.0.1')`,
        [sha256(registration)],
      );
      await asSuper(
        testApp,
        `insert into links (company_id, token_hash, purpose, subject_id, subject_revision, recipient, expires_at)
          values ($1, $2, 'po.view', $3, 1, 'o@vendor.example', now() + interval '1 day')`,
        [user?.company_id, sha256(link), user?.id],
      );
    }
    await started(database, dataDir);
    for (const name of readdirSync(folder)) {
      const text = readable(join(folder, name));
      for (const secret of Object.values(secrets)) expect(text, name).not.toContain(secret);
      if (name !== "mail-none.eml" && name.endsWith(".eml")) {
        expect(text, name).toContain("change-password#t=");
        expect(text, name).toContain(Buffer.from("%PDF paper").toString("base64"));
        expect(text, name).toContain("Subject: Choose a new password");
      }
    }
    const { text } = JSON.parse(readFileSync(join(folder, "mail-0.json"), "utf8")) as { text: string };
    expect(text).toContain(`${script}\n\nChoose a new password:\nhttps://waybill.example.com/change-password#t=•`);
    const valid = await asSuper<{ hash: Buffer }>(
      testApp,
      `select token_hash as hash from password_tokens
        where used_at is null and expires_at > now() union select token_hash from registrations where expires_at > now()
       union select token_hash from links where revoked_at is null and expires_at > now()`,
    );
    const isValid = (secret: string) => valid.some(({ hash }) => hash.equals(sha256(secret)));
    expect(Object.values(secrets).filter(isValid)).toEqual([]);
    expect(Object.values(others).filter(isValid)).toHaveLength(3);
  });

  test("that was cut off goes on at the next one, and after it nothing is read again", async () => {
    const { url: database } = await createEmptyDatabase();
    await migrate(database);
    const dataDir = temporaryFolder();
    const folder = join(dataDir, "mail", "a-company");
    const secret = randomSecret();
    await oldMail(folder, "one", { secret, script: "Hello" });
    await started(database, dataDir);
    await oldMail(folder, "two", { secret, script: "Hello" });
    rmSync(join(dataDir, "mail", "masked"));
    await started(database, dataDir);
    for (const file of ["one.eml", "one.json", "two.eml", "two.json"])
      expect(readable(join(folder, file)), file).not.toContain(secret);
    await oldMail(folder, "three", { secret, script: "Hello" });
    await started(database, dataDir);
    expect(readable(join(folder, "three.json"))).toContain(secret);
  });
});

test("the upgrade hides mails about access, and masks and ends what a mail server repeated in its refusal", async () => {
  const { url: database, superUrl } = await createEmptyDatabase();
  const testApp = { superUrl };
  await migrate(database, { only: new Set(migrations.filter((name) => name < "20261122T1100")) });
  const [company] = await asSuper<{ id: string }>(
    testApp,
    `insert into companies (code, legal_name, company_type_id, default_currency, timezone, email)
      select 'OLD', 'Old', id, 'EUR', 'UTC', 'o@example.com' from company_types limit 1 returning id`,
  );
  const [user] = await asSuper<{ id: string }>(
    testApp,
    "insert into users (company_id, email) values ($1, 'ada@example.com') returning id",
    [company?.id],
  );
  const secret = randomSecret();
  await asSuper(
    testApp,
    "insert into password_tokens (user_id, purpose, token_hash, expires_at) values ($1, 'reset', $2, now() + interval '1 hour')",
    [user?.id, sha256(secret)],
  );
  const mails = [
    ["user", `554 spam: ${url(secret)} is listed`],
    [null, null],
    ["company", null],
    ["purchase-order", null],
    ["delivery-schedule", null],
    ["company-export", null],
  ];
  for (const [entity, error] of mails)
    await asSuper(
      testApp,
      `insert into mails (company_id, recipient, subject, status, entity, error)
        values ($1, 'ada@example.com', 'Hello', 'failed', $2, $3)`,
      [company?.id, entity, error],
    );
  await migrate(database);
  const after = await asSuper<{ entity: string | null; about: string; error: string | null }>(
    testApp,
    "select entity, about, error from mails order by id",
  );
  expect(after).toEqual([
    { entity: "user", about: "access", error: expect.stringMatching(/^554 spam: \S+#t=•+ is listed$/) },
    { entity: null, about: "access", error: null },
    { entity: "company", about: "access", error: null },
    { entity: "purchase-order", about: "work", error: null },
    { entity: "delivery-schedule", about: "work", error: null },
    { entity: "company-export", about: "work", error: null },
  ]);
  expect(await asSuper(testApp, "select 1 from password_tokens where used_at is null")).toEqual([]);
});
