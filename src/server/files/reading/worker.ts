import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { Archive } from "./archive.ts";
import { readCsv } from "./csv.ts";
import { checkOffice } from "./office.ts";
import { Refusal } from "./refusal.ts";
import type { Answer, Job } from "./thread.ts";
import { unpack } from "./unpack.ts";
import { readWorkbook } from "./workbook.ts";

// The thread in which one file of a user is read. It ends with the file, so that nothing of it is left for the next.
const rowsAChunk = 1_000;
const mostOfChunk = 256 * 1024;
const port = parentPort;
if (!port) throw new Error("this file is run as a thread, by thread.ts");
const tell = (answer: Answer): void => port.postMessage(answer);
const job = workerData as Job; // given by thread.ts

try {
  const file = readFileSync(job.path);
  if (job.kind === "office") await checkOffice(file, job.part);
  else if (job.kind === "unpack") tell({ kind: "unpacked", files: await unpack(file, job) });
  else {
    const isArchive = file.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"));
    const { columns, rows, rowNumbers, ...reading } = isArchive
      ? await readWorkbook(await Archive.open(file), job.choice)
      : readCsv(file, job.choice);
    tell({ kind: "head", columns, count: rows.length, reading });
    let told = 0;
    for (const { json, count } of chunksOf(rows)) {
      tell({ kind: "rows", json, rowNumbers: rowNumbers.slice(told, told + count) });
      told += count;
      await once(port, "message"); // one at a time: a queue of them would be taken over in one go
    }
  }
  tell({ kind: "done" });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  tell({ kind: "refused", sentence: error.sentence });
}

/** The rows as texts of JSON that are short enough to be taken over between two other things. */
function* chunksOf(rows: readonly (readonly string[])[]): Generator<{ json: string; count: number }> {
  let own: string[] = [];
  let length = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    own.push(json);
    length += json.length;
    if (own.length < rowsAChunk && length < mostOfChunk) continue;
    yield { json: `[${own.join(",")}]`, count: own.length };
    [own, length] = [[], 0];
  }
  if (own.length > 0) yield { json: `[${own.join(",")}]`, count: own.length };
}
