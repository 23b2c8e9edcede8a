import { Agent, request, type IncomingMessage } from "node:http";

/** What one side of a benchmark sends, again and again. */
export interface Target {
  readonly address: string;
  /** Called for each request, so that bodies and keys can differ. */
  readonly next: () => {
    readonly method?: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The status that counts; anything else fails the benchmark. */
  readonly status?: number;
}

export interface Sample {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly count: number;
}

/** Sends for some seconds over so many connections, each waiting for its answer. Times in milliseconds. */
export async function load(target: Target, how: { seconds: number; connections?: number }): Promise<Sample> {
  const { connections = 1, seconds } = how;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const one = async () => {
    while (performance.now() < until) times.push(await timed(agent, target));
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = performance.now() - begun;
  agent.destroy();
  return summary(times, elapsed);
}

/** One request, answered; its milliseconds. */
export async function timed(agent: Agent, target: Target): Promise<number> {
  const begun = performance.now();
  const { status, text } = await send(agent, target);
  const wanted = target.status ?? 200;
  if (status !== wanted)
    throw new Error(`${target.address} answered ${status} instead of ${wanted}: ${text.slice(0, 300)}`);
  return performance.now() - begun;
}

/** Sends one request as fast as Node can. */
export function send(agent: Agent, target: Target): Promise<{ status: number; text: string }> {
  const { method = "GET", path, headers = {}, body } = target.next();
  const { hostname, port } = new URL(target.address);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...headers,
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
        },
      },
      (response: IncomingMessage) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

export function summary(times: readonly number[], elapsed: number): Sample {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), perSecond: (times.length * 1000) / elapsed, count: times.length };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spreadOf = (values: readonly number[]): number => Math.max(...values) / Math.max(Math.min(...values), 1e-9);

/** One measured comparison, as it is printed and kept. */
export interface Result {
  readonly name: string;
  readonly what: string;
  readonly target: string;
  /** Ours divided by the baseline, the median of the rounds. */
  readonly ratio: number;
  readonly spread: number;
  readonly ours: readonly Sample[];
  readonly base: readonly Sample[];
  readonly verdict: "met" | "missed" | "too noisy" | "told";
  readonly facts: Readonly<Record<string, number | string>>;
}

interface Comparison {
  readonly name: string;
  readonly what: string;
  readonly target: string;
  /** Whether the ratio meets the target; without it the figure is only told. */
  readonly meets?: (ratio: number) => boolean;
  readonly base: () => Promise<Sample>;
  readonly ours: () => Promise<Sample>;
  readonly rounds: number;
  readonly of?: (sample: Sample) => number;
  readonly facts?: Readonly<Record<string, number | string>>;
}

/** Rounds in alternating order, and the median of the ratios round by round. */
export async function compare(one: Comparison): Promise<Result> {
  const { of = (sample: Sample) => sample.p50 } = one;
  const base: Sample[] = [];
  const ours: Sample[] = [];
  for (let round = 0; round < one.rounds; round += 1) {
    if (round % 2 === 0) base.push(await one.base());
    ours.push(await one.ours());
    if (round % 2 === 1) base.push(await one.base());
  }
  const ratios = ours.map((sample, round) => of(sample) / Math.max(of(base[round] ?? sample), 1e-9));
  const ratio = median(ratios);
  const isNoisy = spreadOf(base.map(of)) > 2;
  const verdict = !one.meets ? "told" : isNoisy ? "too noisy" : one.meets(ratio) ? "met" : "missed";
  return {
    name: one.name,
    what: one.what,
    target: one.target,
    ratio,
    spread: spreadOf(ratios),
    ours,
    base,
    verdict,
    facts: one.facts ?? {},
  };
}

/** A figure without a baseline of its own. */
export function told(one: {
  name: string;
  what: string;
  target: string;
  value: number;
  meets?: (value: number) => boolean;
  facts?: Result["facts"];
}): Result {
  return {
    name: one.name,
    what: one.what,
    target: one.target,
    ratio: one.value,
    spread: 1,
    ours: [],
    base: [],
    verdict: !one.meets ? "told" : one.meets(one.value) ? "met" : "missed",
    facts: one.facts ?? {},
  };
}

export const within =
  (limit: number) =>
  (value: number): boolean =>
    value <= limit;

/** A line for the terminal. */
export function line({ name, what, ratio, spread, ours, base, verdict, target, facts }: Result): string {
  const figures = (samples: readonly Sample[]) =>
    samples.length > 0
      ? `${median(samples.map(({ p50 }) => p50)).toFixed(2)} ms ` +
        `(p99 ${median(samples.map(({ p99 }) => p99)).toFixed(2)}, ` +
        `${Math.round(median(samples.map(({ perSecond }) => perSecond)))}/s)`
      : "";
  const sides = ours.length > 0 ? `ours ${figures(ours)}, base ${figures(base)}, spread ${spread.toFixed(2)}` : "";
  const more = Object.entries(facts)
    .map(([key, value]) => `${key} ${typeof value === "number" ? Math.round(value * 100) / 100 : value}`)
    .join(", ");
  const first = `${verdict.padEnd(9)} ${name.padEnd(16)} ${ratio.toFixed(2).padStart(7)}  ${what} (target ${target})`;
  return [first, ...[sides, more].filter(Boolean).map((one) => `${" ".repeat(36)}${one}`)].join("\n");
}
