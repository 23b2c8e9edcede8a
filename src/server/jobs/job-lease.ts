import type pg from "pg";

/**
 * Tells the nodes that share a database whose jobs go on: a runner's name is locked by a transaction that stays open as
 * long as its process lives, also when it ends without a word. Jobs of names that nobody holds are taken up again.
 */
export class JobLease {
  readonly #pool: pg.Pool;
  readonly #name: string;
  #holder: pg.PoolClient | undefined;
  #isOver = false;

  constructor(pool: pg.Pool, name: string) {
    this.#pool = pool;
    this.#name = name;
  }

  /** Holds the name, and frees what the dead have left; to be called again and again, as connections are lost. */
  async keep(): Promise<void> {
    if (!this.#holder && !this.#isOver) await this.#hold();
    // A runner may have worked for some seconds before its name is held.
    const free = `
      select graphile_worker.force_unlock_workers(array(
        select locked_by
          from (select distinct locked_by from graphile_worker._private_jobs
          where locked_at < now() - interval '10 seconds') as gone
        where locked_by <> $1 and pg_try_advisory_xact_lock(hashtextextended('jobs of ' || locked_by, 0))))`;
    await this.#pool.query(free, [this.#name]);
  }

  async #hold(): Promise<void> {
    const client = await this.#pool.connect();
    client.on("error", () => this.#lose(client));
    this.#holder = client;
    if (this.#isOver) return this.#lose(client);
    try {
      await client.query("begin read only; set local idle_in_transaction_session_timeout = 0");
      await client.query("select pg_advisory_xact_lock(hashtextextended('jobs of ' || $1, 0))", [this.#name]);
    } catch (error) {
      this.#lose(client);
      throw error;
    }
  }

  /** Ends the transaction, and the lock with it. */
  release(): void {
    this.#isOver = true;
    if (this.#holder) this.#lose(this.#holder);
  }

  #lose(client: pg.PoolClient): void {
    if (this.#holder !== client) return;
    this.#holder = undefined;
    client.release(true);
  }
}
