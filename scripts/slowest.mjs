// `node scripts/slowest.mjs <name> <began>`: how long a run took since that moment (milliseconds), and its five slowest test
// files, from the reports that it left in .cache/reports. Plain JavaScript, as the launchers are.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".cache", "reports");

/** Prints both; a file that ran on two servers of the database is named twice. */
export function tellTimes(name, began) {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((report) => JSON.parse(readFileSync(join(folder, report), "utf8")).testResults)
    .map(({ name: file, startTime, endTime }) => ({
      file: relative(root, file),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 5);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`\n${name}: ${Math.floor(seconds / 60)} min ${seconds % 60} s. The slowest files:`);
  for (const { file, seconds: took } of files) console.log(`  ${took.toFixed(1).padStart(6)} s  ${file}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) tellTimes(process.argv[2], Number(process.argv[3]));
