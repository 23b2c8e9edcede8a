import { Worker } from "node:worker_threads";
import { invalid, malformed, message, type Problem, type Sentence } from "#shared/contract/problem.ts";
import type { CsvChoice } from "./csv.ts";
import type { Encoding } from "./encoding.ts";
import type { Table } from "./table.ts";
import type { Unpacked } from "./unpack.ts";
import type { WorkbookChoice } from "./workbook.ts";

/** How a file is to be read, where somebody has chosen it; what is not said is found out. */
export type ReadingChoice = CsvChoice & WorkbookChoice;

/** How a file was read. */
export interface Reading extends Pick<Table, "headRow" | "top" | "styles"> {
  readonly encoding?: Encoding;
  readonly sheet?: string;
  readonly sheets?: readonly string[];
}

/** What a thread is asked to do with one file. */
export type Job =
  | { readonly kind: "table"; readonly path: string; readonly choice?: ReadingChoice }
  | { readonly kind: "office"; readonly path: string; readonly part: string }
  | { readonly kind: "unpack"; readonly path: string; readonly folder: string; readonly largest: number };

/** What a thread tells: the head of a table, its rows piece by piece (each is answered before the next comes), and the end. */
export type Answer =
  | { readonly kind: "head"; readonly columns: readonly string[]; readonly count: number; readonly reading: Reading }
  | { readonly kind: "rows"; readonly json: string; readonly rowNumbers: readonly number[] }
  | { readonly kind: "unpacked"; readonly files: readonly Unpacked[] | null }
  | { readonly kind: "refused"; readonly sentence: Sentence }
  | { readonly kind: "done" };

/** A table that was read: its rows are JSON already, so that nobody builds and walks them again in the main thread. */
export interface ReadTable {
  readonly columns: readonly string[];
  readonly count: number;
  /** JSON arrays of rows, each row an array of texts as long as `columns`. */
  readonly chunks: readonly string[];
  /** The numbers of the rows of each chunk, as the program shows them that opens the file. */
  readonly rowNumbers: readonly (readonly number[])[];
  readonly reading: Reading;
}

/** What a thread has read: a table, or the files of an archive. */
export interface ReadFile extends ReadTable {
  readonly files: readonly Unpacked[] | null;
}

export interface Limits {
  readonly deadlineMs: number;
  readonly heapMb: number;
}

/**
 * Runs a job in a thread of its own and returns what it read. Whatever becomes of the thread, the caller gets a Problem
 * with a sentence: V8 stops it at its heap's limit, we at the deadline or when nobody waits any more.
 */
export function runThread(job: Job, { deadlineMs, heapMb }: Limits, signal: AbortSignal): Promise<ReadFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile>();
  let files: ReadFile["files"] = null;
  const chunks: string[] = [];
  const rowNumbers: (readonly number[])[] = [];
  let head: Pick<ReadTable, "columns" | "count" | "reading"> = {
    columns: [],
    count: 0,
    reading: { headRow: 0, top: [], styles: {} },
  };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    env: {}, // whoever takes a thread over finds no secret in it
    execArgv: [],
  });
  const fail = (problem: Problem) => {
    reject(problem);
    void worker.terminate();
  };
  const deadline = setTimeout(
    () => fail(refused(message("Reading this file takes too long. Split it into several, or save it again."))),
    deadlineMs,
  );
  const leave = () => fail(givenUp());
  signal.addEventListener("abort", leave, { once: true });
  worker.on("message", (answer: Answer) => {
    switch (answer.kind) {
      case "head":
        head = { columns: answer.columns, count: answer.count, reading: answer.reading };
        return;
      case "rows":
        chunks.push(answer.json);
        rowNumbers.push(answer.rowNumbers);
        worker.postMessage("next");
        return;
      case "unpacked":
        files = answer.files;
        return;
      case "refused":
        return reject(refused(answer.sentence));
      case "done":
        return resolve({ ...head, chunks, rowNumbers, files });
      default:
        return answer satisfies never;
    }
  });
  worker.on("error", (error) => reject(unread(error)));
  worker.on("exit", () => {
    clearTimeout(deadline);
    signal.removeEventListener("abort", leave);
    reject(unread()); // unless it has told its end
  });
  if (signal.aborted) leave();
  return promise;
}

export const givenUp = (): Problem => malformed("cancelled", "The upload was given up.");

/** A thread that broke down over a file: of memory, or by a fault of ours that this file is the first to show. */
function unread(error?: unknown): Problem {
  const { code } = (error ?? {}) as NodeJS.ErrnoException; // Node's errors carry a code
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? refused(message("This file would become far too large when it is opened."), error)
    : refused(message("This file could not be read. Save it again as .xlsx or .csv."), error);
}

const refused = (sentence: Sentence, cause?: unknown): Problem =>
  Object.assign(invalid({ file: sentence }, sentence, "unreadable_file"), { cause });
