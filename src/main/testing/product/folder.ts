import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** An empty folder of its own for a test, removed with all others after the run: `const dataDir = temporaryFolder()`. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject("testServer").folder, "folder-"));
}
