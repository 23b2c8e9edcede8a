import { expect } from "vitest";
import { asSuper } from "./test-app.ts";

type OfJobs = Parameters<typeof asSuper>[0] & { readonly companies: { readonly a: string } };

/**
 * Waits until nothing is left that is due, or no such task: neither in the outbox nor in the queue. By the clock and not
 * by `now()`, which is older than what the statement sees: what was left in between would count as not yet due.
 */
export async function untilDone(testApp: OfJobs, task: string | null = null): Promise<void> {
  const due = () =>
    asSuper(
      testApp,
      `select task from outbox where run_at <= clock_timestamp() and ($1::text is null or task = $1)
        union all select task_identifier from graphile_worker.jobs
        where run_at <= clock_timestamp() and ($1::text is null or task_identifier = $1)`,
      [task],
    );
  await expect.poll(due).toEqual([]);
}

/** Has a task of the first company done now that would wait for its time, and waits until it is. */
export async function runTask(testApp: OfJobs, task: string, payload: unknown): Promise<void> {
  await asSuper(testApp, "insert into outbox (company_id, task, payload) values ($1, $2, $3)", [
    testApp.companies.a,
    task,
    JSON.stringify(payload),
  ]);
  await untilDone(testApp, task);
}
