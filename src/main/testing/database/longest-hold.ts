import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // what the flag puts there

/**
 * Does something and tells the longest time for which this thread's event loop was held meanwhile, in milliseconds of the
 * thread's own CPU time: a timer that is due every millisecond looks at how much the thread has worked since it last
 * fired. Time on the clock would count what other programs on a busy machine take; CPU time counts our own work alone.
 * What earlier tests in this thread have left is cleared away first, so that clearing it is not counted.
 */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  collect();
  let longest = 0;
  let last = spent();
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    return { result, longest };
  } finally {
    clearInterval(timer);
  }
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
