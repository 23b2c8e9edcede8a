import type { FastifyReply } from "fastify";
import { unavailable } from "#shared/contract/problem.ts";
import {
  givenUp,
  runThread,
  type Job,
  type Limits,
  type ReadFile,
  type ReadTable,
  type ReadingChoice,
} from "./thread.ts";
import type { Unpacked } from "./unpack.ts";

const atOnce = 2;
const usual = { deadlineMs: 30_000, heapMb: 768, longestQueue: 20 };

/**
 * Reads the files of users, each in a thread of its own, a few at once: what is in them is counted there, and the event
 * loop never waits for it (docs/decisions/0019).
 */
export class Readers {
  readonly #limits: Limits & { readonly longestQueue: number };
  readonly #closing = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: Limits & { readonly longestQueue: number } = usual) {
    this.#limits = limits;
  }

  /**
   * Reads a CSV or XLSX file and hands it to `work`, which keeps its place in the queue: what was read fills the memory
   * until it is done.
   */
  table<T>(
    path: string,
    signal: AbortSignal,
    work: (table: ReadTable) => Promise<T>,
    choice: ReadingChoice = {},
  ): Promise<T> {
    return this.#run({ kind: "table", path, choice }, signal, work);
  }

  /** Throws a Problem for what is no sound office document with that part, unpacked to the last byte. */
  checkOffice(path: string, part: string, signal: AbortSignal): Promise<void> {
    return this.#run({ kind: "office", path, part }, signal, async () => undefined);
  }

  /** Writes the files of a zip into a folder, each up to that size; null for what is no zip, or is an office document. */
  unpack(
    path: string,
    to: { readonly folder: string; readonly largest: number },
    signal: AbortSignal,
  ): Promise<readonly Unpacked[] | null> {
    return this.#run({ kind: "unpack", path, ...to }, signal, async ({ files }) => files);
  }

  close(): void {
    this.#closing.abort();
  }

  async #run<T>(job: Job, signal: AbortSignal, work: (read: ReadFile) => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#limits.longestQueue)
      throw unavailable("Many files are being read just now. Try again in a moment.");
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      if (signal.aborted) throw givenUp(); // gone while it waited
      return await work(await runThread(job, this.#limits, AbortSignal.any([signal, this.#closing.signal])));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Aborts when whoever asked leaves before the answer. Fastify's own signal hears of it only until the body is read. */
export function whenAskerLeaves({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
