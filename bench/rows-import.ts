import { createHash } from "node:crypto";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { saved } from "#main/testing/records/orders.ts";
import type { Environment } from "./environment.ts";
import { median, told, timed, within } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly mapping: object;
  readonly badCount: number;
  readonly createdCount: number | null;
}

/** One call of whoever imports, over the socket. */
async function call({ product, headers }: Environment, path: string, body?: FormData | object): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${product.address}${path}`, {
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer; // of our own routes
}

async function upload(environment: Environment, entity: string, text: string): Promise<Answer> {
  const form = new FormData();
  form.append("file", new Blob([text]), "bench.csv");
  return call(environment, `/api/imports?entity=${entity}`, form);
}

async function timeOf<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

async function applied(environment: Environment, id: string): Promise<Answer> {
  let record = await call(environment, `/api/imports/${id}/apply`, { mode: "all_or_nothing" });
  for (; record.state === "applying"; await pause(50)) record = await call(environment, `/api/imports/${id}`);
  return record;
}

/** What somebody else waits for a list, who looks at one some times a second until `isOver`. */
async function lookingOn(environment: Environment, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const list = environment.ours(() => ({ path: "/api/warehouse/vendors?sort=name&limit=50" }));
  const times: number[] = [];
  for (; !isOver() || times.length < 20; await pause(40)) times.push(await timed(agent, list));
  agent.destroy();
  return times;
}

/** How fast the machine is just now, told before and after: hashing 64 MB. */
function hashing(): number {
  const begun = performance.now();
  createHash("sha256").update(Buffer.alloc(64_000_000)).digest();
  return performance.now() - begun;
}

export const importRows: readonly Row[] = [
  {
    name: "import.rows",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const count = bench.quick ? 2000 : 20_000;
      const { code } = await saved(environment.client.get(`/api/warehouse/vendors/${environment.records.vendorId}`));
      const rows = Array.from({ length: count }, (_, n) => `B-${n},Product number ${n},Bench,${code},${n / 100},EUR`);
      const file = `SKU,Name,Category,Vendor,Price,Price currency\n${rows.join("\n")}\n`;
      const quiet = await lookingOn(environment, () => true);
      let isOver = false;
      const busy = lookingOn(environment, () => isOver);
      const facts = { "hash 64 MB ms": hashing(), load: loadavg()[0] ?? 0 };
      const uploaded = await timeOf(() => upload(environment, "product", file));
      const { id, mapping } = uploaded.result;
      const checked = await timeOf(() => call(environment, `/api/imports/${id}/check`, { mapping }));
      const done = await timeOf(() => applied(environment, id));
      isOver = true;
      if (checked.result.badCount > 0 || done.result.createdCount !== count)
        throw new Error(`not all rows became products: ${JSON.stringify(done.result).slice(0, 300)}`);
      const others = median(await busy) / median(quiet);
      return [
        told({
          name: "import.rows",
          what: `${count} products with a price: uploaded, checked and applied; ms`,
          target: "≤ 5,000",
          value: uploaded.ms + checked.ms + done.ms,
          meets: within(5000),
          facts: {
            "upload ms": uploaded.ms,
            "check ms": checked.ms,
            "apply ms": done.ms,
            ...facts,
            "hash again ms": hashing(),
          },
        }),
        told({
          name: "import.others",
          what: "what others wait for a list meanwhile, to before",
          target: "≤ 2",
          value: others,
          meets: within(2),
          facts: { "before ms": median(quiet), "meanwhile ms": median(await busy) },
        }),
      ];
    },
  },
  {
    name: "import.cells",
    async run(bench: Bench) {
      const environment = await bench.environments.stage(bench.smallRows);
      const [rows, columns] = bench.quick ? [2000, 50] : [20_000, 50];
      const heads = Array.from({ length: columns }, (_, n) => (n === 0 ? "Code" : n === 1 ? "Name" : `Column ${n}`));
      const lines = Array.from({ length: rows }, (_, row) => heads.map((_, at) => `${row} in ${at}`).join(","));
      const facts = { "hash 64 MB ms": hashing(), load: loadavg()[0] ?? 0 };
      const file = [heads.join(","), ...lines, ""].join("\n");
      const uploaded = await timeOf(() => upload(environment, "vendor", file));
      const read = await timeOf(() => call(environment, `/api/imports/${uploaded.result.id}/rows`));
      return [
        told({
          name: "import.cells",
          what: `${rows * columns} cells: uploaded, read and kept; ms`,
          target: "told",
          value: uploaded.ms,
          facts: { "first rows again ms": read.ms, ...facts, "hash again ms": hashing() },
        }),
      ];
    },
  },
];
