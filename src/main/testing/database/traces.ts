import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asSuper } from "../test-app.ts";

/** Tables, and files of the data folder, in which one of these words stands; contents of uploads go some minutes later. */
export async function tracesIn(
  where: { superUrl: string; dataDir: string },
  words: readonly string[],
): Promise<string[]> {
  const tables = await asSuper<{ name: string }>(
    where,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await asSuper(where, `select 1 from ${name} t where t::text ilike any($1) limit 1`, [
      words.map((word) => `%${word}%`),
    ]);
    if (rows.length > 0) found.push(name);
  }
  for (const entry of readdirSync(where.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "latin1").toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(entry.name);
  }
  return found;
}
