import { existsSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const inMemory = "/dev/shm";
const gibibyte = 2 ** 30;

/** Whether so many bytes can be kept in files that no disk has: Linux's `/dev/shm`. */
export function hasSharedMemory(bytes: number): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= bytes;
}

/** Where the databases of tests may be: their hundreds of files a copy are made in memory in a fifth of the time. */
export const testFolders: readonly string[] = [tmpdir(), inMemory].filter((path) => existsSync(path));

/** The one of them to take: memory, where a run needs only a part of it. */
export function roomForDatabases(): string {
  return hasSharedMemory(4 * gibibyte) && freemem() >= 6 * gibibyte ? inMemory : tmpdir();
}
