import pg from "pg";

/** What the kit does around every handler: session, begin and commit, the company, idempotency key, event. */
const around = [
  /^begin/,
  /^commit/,
  /^rollback/,
  /^set local plan_cache_mode/,
  /^select set_config\('waybill\.company_id'/,
  /^select s\.id as session_id/,
  /^select l\.id as link_id/,
  /^update sessions set last_seen_at/,
  /idempotency_keys/,
  /^insert into "events"/,
];

export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The SQL statements, with their values, that handlers sent while `work` ran, without those that the kit sends for every request. */
export async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const plain = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => unknown; // one signature for all overloads
  const listening = function (this: pg.Client, ...args: unknown[]): unknown {
    sent.push(read(args));
    return plain.apply(this, args);
  };
  pg.Client.prototype.query = listening as unknown as typeof pg.Client.prototype.query; // passes everything through
  try {
    await work();
  } finally {
    pg.Client.prototype.query = plain as unknown as typeof pg.Client.prototype.query; // as it was
  }
  return sent.filter(({ text }) => !around.some((pattern) => pattern.test(text)));
}

/** Their texts, to be counted: `expect(await statementsOf(() => client.get(path))).toHaveLength(2)`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentBy(work)).map(({ text }) => text);
}

/** pg takes a text and values, or an object with both. */
function read([query, values]: readonly unknown[]): Sent {
  const given = typeof query === "string" ? { text: query, values } : (query as { text?: string; values?: unknown });
  return {
    text: (given.text ?? "").replace(/\s+/g, " ").trim(),
    values: Array.isArray(given.values) ? given.values : [],
  };
}
