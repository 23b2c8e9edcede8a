import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { keptFolder } from "#server/mail/mailer.ts";

/** Removes the kept mails of these companies that hold one of the texts; the outbox says then that the text was cleared. */
export async function forgetMails(
  dataDir: string,
  companies: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const wanted = texts.map((text) => text.toLowerCase());
  for (const company of companies) {
    const folder = keptFolder(dataDir, company);
    for (const name of await namesIn(folder)) {
      const id = name.slice(0, -".json".length);
      const message = await readFile(join(folder, `${id}.eml`), "utf8").catch(absent);
      const heads = message.slice(0, message.indexOf("\r\n\r\n"));
      const content = `${await readFile(join(folder, name), "utf8").catch(absent)}\n${heads}`.toLowerCase();
      if (wanted.some((text) => content.includes(text))) await dropKeptMails(dataDir, company, [id]);
    }
  }
}

/** Removes those of a company's kept mails; the outbox says then that the text was cleared. */
export async function dropKeptMails(dataDir: string, company: string, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    for (const kind of ["json", "eml"]) await rm(join(keptFolder(dataDir, company), `${id}.${kind}`), { force: true });
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")); // no mail was kept
const absent = (error: NodeJS.ErrnoException): string => {
  if (error.code === "ENOENT") return ""; // cleared meanwhile
  throw error;
};
