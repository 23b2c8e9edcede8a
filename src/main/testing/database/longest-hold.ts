import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // what the flag puts there

/** Hashing these takes a thread about 10 ms on a machine of 2026. */
const measure = Buffer.alloc(16 * 1024 * 1024);

/** As often as somebody may wait for the time that hashing 16 MB takes before they notice it. */
export const noticed = 10;

/**
 * Does something and tells the longest stretch for which this thread's event loop was held meanwhile, in units of what the
 * thread needs to hash 16 MB, measured before and after, the longer counts: so a slow machine, or one that others use too,
 * is measured by itself. A timer that is due every millisecond looks at how much CPU time the thread has spent since it
 * last fired; time on the clock would count what other programs take. What earlier tests in this thread have left is
 * cleared away first, so that clearing it is not counted.
 */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  collect();
  const before = hashing();
  let longest = 0;
  let last = spent();
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  const result = await work().finally(() => clearInterval(timer));
  return { result, longest: longest / Math.max(before, hashing()) };
}

function hashing(): number {
  const began = spent();
  createHash("sha256").update(measure).digest();
  return spent() - began;
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
