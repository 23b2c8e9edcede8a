import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { temporaryFolder } from "./folder.ts";

const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { readFileSync } = require("node:fs");
  const { url, method, headers, name, path } = workerData;
  const body = path === null ? undefined : new FormData();
  body?.append("file", new Blob([readFileSync(path)]), name);
  fetch(url, { method, headers, body })
    .then(async (answer) => parentPort.postMessage({ status: answer.status, text: (await answer.text()).slice(0, 100_000) }));
`;

/** Calls a server over its socket from a thread of its own, so that none of the caller's work is done in the server's. */
export async function callFromOutside(
  url: string,
  call: { method: string; cookies: ReadonlyMap<string, string>; file?: { name: string; content: Buffer } },
): Promise<{ status: number; text: string }> {
  const path = call.file ? join(temporaryFolder(), "sent") : null;
  if (path !== null && call.file) await writeFile(path, call.file.content);
  const headers = {
    accept: "application/json",
    cookie: [...call.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-xsrf-token": call.cookies.get("XSRF-TOKEN") ?? "",
  };
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { url, method: call.method, headers, name: call.file?.name, path },
  });
  const [answer] = (await once(worker, "message")) as [{ status: number; text: string }]; // sent by the program above
  return answer;
}
