import pg from "pg";

/** What the kit does around every handler: session, begin and commit, idempotency key, event. */
const around = [/^begin/, /^commit/, /^rollback/, /^select s\.id as session_id/, /^select l\.id as link_id/, /^update sessions set last_seen_at/, /idempotency_keys/, /^insert into "events"/];

/**
 * The SQL statements that handlers sent while `work` ran, without those that the kit sends for every request:
 * `expect(await statementsOf(() => client.get(path))).toHaveLength(2)`.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const plain = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => unknown; // one signature for all overloads
  const listening = function (this: pg.Client, ...args: unknown[]): unknown {
    texts.push(textOf(args[0]));
    return plain.apply(this, args);
  };
  pg.Client.prototype.query = listening as unknown as typeof pg.Client.prototype.query; // passes everything through
  try {
    await work();
  } finally {
    pg.Client.prototype.query = plain as unknown as typeof pg.Client.prototype.query; // as it was
  }
  return texts.filter((text) => !around.some((pattern) => pattern.test(text)));
}

function textOf(query: unknown): string {
  const text = typeof query === "string" ? query : String((query as { text?: string }).text ?? ""); // pg takes a text or an object with one
  return text.replace(/\s+/g, " ").trim();
}
