import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type { FastifyBaseLogger } from "fastify";
import { inTransaction } from "../db/database.ts";
import { systemContext, type Parts } from "../http/routes.ts";
import { JobLease } from "./job-lease.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Job, JobTools } from "./reactions.ts";

interface Envelope {
  companyId: string;
  payload: Record<string, unknown>;
}

const pollEvery = 500;
const startAgainAfter = 2_000;
const keepEvery = 5_000;
const mostTries = 8;

/** Moves what transactions left in the outbox into the queue, and works the queue off, in this process. */
export class Jobs {
  readonly #parts: Parts;
  readonly #log: FastifyBaseLogger;
  readonly #tasks: TaskList;
  #lease: JobLease | undefined;
  #runner: Runner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(parts: Parts, mailer: Mailer, jobs: readonly Job[], log: FastifyBaseLogger) {
    this.#parts = parts;
    this.#log = log;
    const tools: JobTools = {
      open: (companyId, work) =>
        inTransaction(parts.database.work, { role: "waybill_app", companyId }, (db) =>
          work(systemContext(parts, db, companyId)),
        ),
      read: (companyId, work) =>
        inTransaction(parts.database.work, { role: "waybill_app", companyId, readOnly: true, snapshot: true }, (db) =>
          work(systemContext(parts, db, companyId)),
        ),
      openInstallation: (companyId, work) =>
        inTransaction(parts.database.work, { role: "waybill_auth", companyId }, (db) =>
          work(systemContext(parts, db, companyId)),
        ),
      mail: (companyId, mail) => mailer.send(companyId, mail),
      appUrl: parts.app.appUrl,
    };
    this.#tasks = Object.fromEntries(
      jobs.map((job) => [
        job.task,
        async (envelope: unknown) => {
          const { companyId, payload } = envelope as Envelope; // written by `move`
          await job.run(tools, payload, companyId);
        },
      ]),
    );
  }

  async start(): Promise<void> {
    await runMigrations(this.#options());
    await this.#run();
    this.#timer = setInterval(() => this.wake(), pollEvery);
    this.wake();
  }

  #options() {
    // In batches, even of one: a job whose end could not be written then ends the runner, and otherwise the process.
    const worker = { concurrentJobs: 3, pollInterval: 2_000, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    return {
      pgPool: this.#parts.database.owner,
      logger: new Logger(() => (level, message) => void (level === "error" && this.#log.error(message))),
      noHandleSignals: true,
      preset: { worker },
    };
  }

  /** Works until it is stopped: a runner that gave up, because the database was away, is followed by another. */
  async #run(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    let name = "";
    events.on("pool:create", ({ workerPool }) => (name = workerPool.id));
    const runner = await run({ ...this.#options(), events, taskList: this.#tasks });
    this.#runner = runner;
    const lease = new JobLease(this.#parts.database.owner, name);
    this.#lease = lease;
    const keep = () =>
      void lease
        .keep()
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, "jobs that were left could not be looked for; it is tried again"),
        );
    const timer = setInterval(keep, keepEvery);
    keep();
    // One that could not say what became of a job takes no more of them, and may never end by itself.
    void Promise.race([runner.promise, once(events, "pool:fatalError")])
      .catch((error: unknown) => this.#log.warn({ err: error }, "the jobs stopped; they are started again"))
      .then(async () => {
        clearInterval(timer);
        lease.release();
        while (!this.#stopped && this.#runner === runner) {
          await pause(startAgainAfter);
          if (!this.#stopped)
            await this.#run().catch((error: unknown) =>
              this.#log.warn({ err: error }, "the jobs could not be started; it is tried again"),
            );
        }
      });
  }

  /** Looks into the outbox now; calls during a look lead to one more. */
  wake(): void {
    if (this.#stopped || !this.#runner) return;
    if (this.#moving) {
      this.#again = true;
      return;
    }
    this.#moving = this.#move()
      .catch((error: unknown) => this.#log.warn({ err: error }, "the outbox could not be read; it is tried again"))
      .finally(() => {
        this.#moving = undefined;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  async #move(): Promise<void> {
    // One statement: a row is in the outbox or in the queue, never in both or neither. The job key makes a repeat harmless.
    // What is planned for later waits in the outbox, which is a table of ours: a backup holds it, an erasure reads it.
    const move = `
      with moved as (
        delete from outbox where (company_id, id) in (select company_id, id from outbox
          where run_at <= now() order by run_at, id limit 100 for update skip locked) returning *
      )
      select graphile_worker.add_job(task, json_build_object('companyId', company_id, 'payload', payload),
        run_at => run_at, job_key => id::text, max_attempts => $1::int) from moved`;
    await this.#parts.database.owner.query(move, [mostTries]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#moving;
    await this.#runner?.stop();
    this.#lease?.release();
  }
}
