import { busyUntil } from "./idle.ts";

const chunkTimeoutMs = 120_000;

/** A part of the program that did not arrive: after a release, or on a bad line. The page then offers to reload. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("A part of the page did not load.", { cause });
    this.name = "ChunkLoadError";
  }
}

const reloadedEntry = "waybill-reloaded";
let hasPage = false;

/** From the first page on nothing is reloaded that somebody may have typed into. */
export function notePage(): void {
  hasPage = true;
  sessionStorage.removeItem(reloadedEntry);
}

/**
 * Loads a chunk, or fails with a `ChunkLoadError` at once when it can't be had and after 120 s when it does not come. A
 * browser asks for a lost one again in a new page alone: before the first page stands it is reloaded, once.
 */
export function chunk<T>(load: () => Promise<T>): Promise<T> {
  return busyUntil(loadInTime(load));
}

async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError("timeout")), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load().catch(reloadOnce), late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

function reloadOnce(error: unknown): Promise<never> {
  if (hasPage || sessionStorage.getItem(reloadedEntry) !== null) throw error;
  sessionStorage.setItem(reloadedEntry, "");
  location.reload();
  return new Promise<never>(() => {}); // this page ends
}
