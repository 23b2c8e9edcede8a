import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import nodemailer, { type Transporter } from "nodemailer";
import { message } from "#shared/contract/problem.ts";
import { inTransaction, type Database } from "../db/database.ts";
import { preferredLanguage } from "./language.ts";
import type { Language } from "./languages.ts";
import { layOutMail } from "./mail-layout.ts";
import type { Mail } from "../jobs/reactions.ts";
import { isOverLimit, overLimit } from "./mail-limit.ts";
import { withoutSecrets } from "../crypto/secrets.ts";
import type { WholeMails } from "./whole-mails.ts";

export interface MailOptions {
  /** `smtp://user:password@host:587`; null keeps every mail as a file below the data folder, its secrets masked. */
  readonly smtpUrl: string | null;
  readonly dataDir: string;
  readonly from: string;
  /** The demo's: what is kept, to be read whole. */
  readonly wholeMails: WholeMails | null;
}

/** Why a mail failed that the server did not see through. */
export const interrupted = message("It was interrupted, and sent again.");

type Letter = ReturnType<typeof layOutMail>;

/**
 * Sends mails, and keeps in `mails` what was sent and what failed. Used by jobs only: nothing is mailed before its commit.
 * What is kept, here or by the queue, holds no secret (docs/decisions/0021). It works in the role of the installation,
 * because that of a company does not see mails about access.
 */
export class Mailer {
  readonly #transport: Transporter;
  readonly #options: MailOptions;
  readonly #database: Database;

  constructor(database: Database, options: MailOptions) {
    this.#database = database;
    this.#options = options;
    this.#transport = options.smtpUrl
      ? nodemailer.createTransport(options.smtpUrl, {
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 20_000,
        } as never) // the options beside a URL are defaults of the connection
      : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  }

  /** Throws when the server refuses, so that the job is tried again. */
  async send(companyId: string, mail: Mail): Promise<void> {
    const language = await this.#languageOf(companyId, mail);
    const content = await mail.write(language);
    const hide = (text: string) => withoutSecrets(text, mail.secrets);
    const whole = layOutMail(content, language);
    const masked = { subject: oneLine(hide(whole.subject)), text: hide(whole.text), html: hide(whole.html) };
    const isSent = this.#options.smtpUrl !== null;
    const id = await this.#note(companyId, mail, masked.subject);
    if (id === null) return;
    try {
      const letter = isSent ? whole : masked;
      const sent = (await this.#transport.sendMail({
        from: this.#options.from,
        to: mail.to,
        subject: oneLine(letter.subject),
        text: letter.text,
        html: letter.html,
        attachments: (content.attachments ?? []).map((file) => ({
          ...file,
          content:
            isSent || !file.contentType.startsWith("text/") ? file.content : Buffer.from(hide(file.content.toString())),
        })),
      })) as { message?: Buffer }; // the stream transport returns the message itself
      if (!isSent && sent.message) {
        await this.#keep(companyId, id, masked, sent.message);
        this.#options.wholeMails?.put(id, { text: whole.text, html: whole.html });
      }
      await this.#mark(companyId, id, isSent ? "sent" : "kept", null);
    } catch (error) {
      // A server may repeat what it refuses. The queue keeps this error, and the log says it.
      const said = error instanceof Error ? hide(error.message).slice(0, 500) : "unknown";
      await this.#mark(companyId, id, "failed", said);
      throw new Error(said);
    }
  }

  /** As the account of this address has it, or its company; without an account, as the company that writes. */
  async #languageOf(companyId: string, { to, language }: Mail): Promise<Language> {
    const { rows } = await inTransaction(
      this.#database.work,
      { role: "waybill_auth", companyId, readOnly: true },
      (db) =>
        sql<{ locale: string | null }>`
        select coalesce((select coalesce(u.locale, c.locale) from users u join companies c on c.id = u.company_id
          where lower(u.email) = lower(${to}) and u.archived_at is null
            and (u.status <> 'invited' or u.company_id = ${companyId})
          order by u.status = 'invited' limit 1),
          ${language ?? null}::text, (select locale from companies where id = ${companyId})) as locale`.execute(db),
    );
    return preferredLanguage(rows[0]?.locale ?? undefined);
  }

  /** The mail's id in the list; null where it is not to be sent, which the list says. */
  async #note(companyId: string, mail: Mail, subject: string): Promise<string | null> {
    return inTransaction(this.#database.work, { role: "waybill_auth", companyId }, async (db) => {
      // A try of which nobody could say how it ended; if it is under way after all, its own end is written over this.
      await db
        .updateTable("mails")
        .set({ status: "failed", error: interrupted.message })
        .where("status", "=", "queued")
        .where("recipient", "=", mail.to)
        .where("subject", "=", subject)
        .where("entity_id", "is not distinct from", mail.entityId ?? null)
        .execute();
      const isOver = await isOverLimit(db, mail);
      const row = await db
        .insertInto("mails")
        .values({
          recipient: mail.to,
          subject,
          status: isOver ? "failed" : "queued",
          error: isOver ? overLimit.message : null,
          about: mail.about,
          entity: mail.entity ?? null,
          entity_id: mail.entityId ?? null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return isOver ? null : row.id;
    });
  }

  async #mark(companyId: string, id: string, status: string, error: string | null): Promise<void> {
    await inTransaction(this.#database.work, { role: "waybill_auth", companyId }, (db) =>
      db
        .updateTable("mails")
        .set({ status, error, sent_at: status === "failed" ? null : new Date() })
        .where("id", "=", id)
        .execute(),
    );
  }

  async #keep(companyId: string, id: string, letter: Letter, message: Buffer): Promise<void> {
    const folder = keptFolder(this.#options.dataDir, companyId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `${id}.eml`), message, { mode: 0o600 });
    await writeFile(join(folder, `${id}.json`), JSON.stringify({ text: letter.text, html: letter.html }), {
      mode: 0o600,
    });
  }
}

/** Where mails are kept while there is no SMTP server, and those of a company. */
export const keptMails = (dataDir: string): string => join(dataDir, "mail");
export const keptFolder = (dataDir: string, companyId: string): string => join(keptMails(dataDir), companyId);

/** A line break in a subject or address would start a header of its own. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ");
