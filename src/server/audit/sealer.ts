import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { sealEvents } from "./seals.ts";
import { verifySeals } from "./verify-seals.ts";

const sealEvery = 10_000;
const verifyAfter = "1 day";

/** Seals the audit trail while the process runs, and verifies it once a day; the heads of the chains go to the log. */
export class Sealer {
  readonly #owner: pg.Pool;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(owner: pg.Pool, log: FastifyBaseLogger) {
    this.#owner = owner;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), sealEvery);
    this.#begin();
  }

  #begin(): void {
    this.#working ??= this.#work()
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "the audit trail could not be sealed; it is tried again"),
      )
      .finally(() => (this.#working = undefined));
  }

  async #work(): Promise<void> {
    const sealed = await sealEvents(this.#owner);
    if (sealed === null || !(await isDue(this.#owner))) return;
    for (const { companyId, code, seq, head, broken } of await verifyAndNote(this.#owner)) {
      if (broken) this.#log.error({ company: code, companyId, ...broken }, "the audit trail is not what was sealed");
      else this.#log.info({ company: code, seq, head }, "the audit trail is whole");
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }
}

async function isDue(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query<{ due: boolean }>(
    "select coalesce(max(checked_at), '-infinity') < now() - $1::interval as due from seal_checks",
    [verifyAfter],
  );
  return rows[0]?.due === true;
}

/** Verifies every chain and keeps what was found, for those who read the audit trail. */
export async function verifyAndNote(owner: pg.Pool) {
  const found = await inOneSnapshot(owner);
  const values = [
    found.map(({ companyId }) => companyId),
    found.map(({ seq }) => seq),
    found.map(({ broken }) => broken?.seq ?? null),
    found.map(({ broken }) => broken?.how ?? null),
  ];
  await owner.query(
    `insert into seal_checks (company_id, seq, broken_seq, broken_how) select *
      from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[])`,
    values,
  );
  return found;
}

async function inOneSnapshot(owner: pg.Pool) {
  const client = await owner.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0");
    return await verifySeals(client);
  } finally {
    await client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    );
  }
}
