const steps = 6;

/**
 * Calls `then` after that many milliseconds in which this process could have heard an answer, and returns what ends the wait.
 * They are counted in steps: a process that was held up itself has one of them behind it, however long that took, and reads
 * what came meanwhile before the next, where a single timer would have taken its own delay for the other's silence.
 */
export function patience(ms: number, then: () => void): () => void {
  let left = steps;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    then();
  }, ms / steps);
  timer.unref();
  return () => clearInterval(timer);
}
