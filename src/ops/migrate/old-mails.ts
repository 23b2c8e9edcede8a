import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { fingerprintOf } from "#server/crypto/keys.ts";
import { keptMails } from "#server/mail/mailer.ts";
import { secretsIn, withoutSecrets } from "#server/crypto/secrets.ts";

/**
 * Earlier versions kept mails with their links. Ends those that still open something, then masks the files; once
 * for a data folder, and again from the start if it was cut off.
 */
export async function maskOldMails(owner: pg.Pool, dataDir: string, log: FastifyBaseLogger): Promise<void> {
  const folder = keptMails(dataDir);
  const done = join(folder, "masked");
  if (!existsSync(folder) || existsSync(done)) return;
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(eml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const hashes = new Map<string, Buffer>();
  for (const file of files)
    for (const secret of secretsIn(readable(await readFile(file, "utf8")))) hashes.set(secret, fingerprintOf(secret));
  const ended = await endSecrets(owner, [...hashes.values()]);
  for (const file of files) await maskFile(file);
  await writeFile(done, "Earlier versions kept mails with their links. Those in here are masked.\n");
  if (ended > 0)
    log.warn(`${ended} links in kept mails could still be used. They are over now: send what they were for anew.`);
}

/** Nothing is told of a secret that opens nothing any more. */
async function endSecrets(owner: pg.Pool, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await owner.query<{ ended: number }>(
    `with of_links as (update links set revoked_at = now(), revoked_reason = 'revoked'
      where token_hash = any($1) and used_at is null and revoked_at is null and expires_at > now() returning 1),
      of_passwords as (update password_tokens set used_at = now() where token_hash = any($1) and used_at is null
        and expires_at > now() returning 1),
      of_registrations as (update registrations set expires_at = now()
        where token_hash = any($1) and expires_at > now() returning 1)
    select ((select count(*) from of_links) + (select count(*) from of_passwords) + (select count(*)
      from of_registrations))::int as ended`,
    [hashes],
  );
  return rows[0]?.ended ?? 0;
}

/** The file is there whole or masked, never half. */
async function maskFile(file: string): Promise<void> {
  const content = await readFile(file, "utf8");
  const secrets = secretsIn(readable(content));
  if (secrets.length === 0) return;
  const masked = partsOf(content)
    .map((part) => maskPart(part, secrets))
    .join("");
  await writeFile(`${file}.partial`, masked, { mode: 0o600 });
  await rename(`${file}.partial`, file);
}

/** All that a person reads in it, however the parts of the mail are encoded. */
const readable = (content: string): string => partsOf(content).map(decoded).join("\n");

/** What stands between the boundaries of a mail, and these; anything else is one part. */
function partsOf(content: string): string[] {
  const names = [...content.matchAll(/boundary="([^"]+)"/g)].map(([, name = ""]) =>
    name.replace(/[^\w-]/g, String.raw`\$&`),
  );
  return names.length > 0 ? content.split(new RegExp(`(\r\n--(?:${names.join("|")})(?:--)?\r\n)`)) : [content];
}

const encoding = /^content-transfer-encoding: *(base64|quoted-printable) *$/im;

function decoded(part: string): string {
  const { head, body } = split(part);
  const how = encoding.exec(head)?.[1]?.toLowerCase();
  if (how === "base64") return Buffer.from(body, "base64").toString();
  return how === "quoted-printable" ? unquoted(body) : part;
}

/** Written anew in base64 if it is encoded and holds one of the secrets. */
function maskPart(part: string, secrets: readonly string[]): string {
  const { head } = split(part);
  const text = decoded(part);
  const masked = withoutSecrets(text, secrets);
  if (masked === text || !encoding.test(head)) return withoutSecrets(part, secrets);
  const lines =
    Buffer.from(masked)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return `${head.replace(encoding, "Content-Transfer-Encoding: base64")}\r\n\r\n${lines.join("\r\n")}`;
}

function split(part: string): { head: string; body: string } {
  const at = part.indexOf("\r\n\r\n");
  return at < 0 ? { head: "", body: part } : { head: part.slice(0, at), body: part.slice(at + 4) };
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
