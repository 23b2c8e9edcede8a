import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject } from "vitest";

/*
 * Vitest runs it before each file of the server's tests where `WAYBILL_TEST_STATEMENTS` names a folder: each text that the
 * tests of the modules send to PostgreSQL is kept there once, to be prepared on another PostgreSQL (src/main/statements.test.ts).
 */

const patched = Symbol.for("waybill keeps statements");
const worker = globalThis as { [patched]?: { isModule: boolean } };

const folder = inject("statements");
mkdirSync(folder, { recursive: true });
const isModule = expect.getState().testPath?.includes("/src/modules/") === true;
if (worker[patched]) worker[patched].isModule = isModule;
else keepFrom((worker[patched] = { isModule }));

function keepFrom(now: { isModule: boolean }): void {
  const known = new Set<string>();
  const plain = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => unknown; // one signature for all overloads
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [query] = args;
    const text = typeof query === "string" ? query : (query as { text?: string } | undefined)?.text;
    const answered = plain.apply(this, args);
    // What was refused is no statement of ours: tests try what the database has to refuse.
    if (now.isModule && text !== undefined && !known.has(text) && answered instanceof Promise)
      answered.then(
        () => keep(text),
        () => undefined,
      );
    return answered;
  } as unknown as typeof pg.Client.prototype.query; // passes everything through
  function keep(text: string): void {
    known.add(text);
    const file = join(folder, `${createHash("sha1").update(text).digest("hex")}.sql`);
    if (!existsSync(file)) writeFileSync(file, text);
  }
}
