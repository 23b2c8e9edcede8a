/**
 * Kills the product again and again under load, and looks whether anything that it acknowledged is gone or doubled.
 * `npm run crash -- --cycles 20`; the negative control `--sync off --expect-loss` shows that the test would notice.
 */
import { parseArgs } from "node:util";
import { crash } from "#main/testing/product/crash.ts";

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "20" },
    writers: { type: "string", default: "8" },
    sync: { type: "string", default: "on" },
    "expect-loss": { type: "boolean", default: false },
  },
});
const result = await crash({
  cycles: Number(values.cycles),
  writers: Number(values.writers),
  sync: values.sync === "off" ? "off" : "on",
  onCycle: (line) => console.log(line),
});
const recoveries = result.recoveries.toSorted((a, b) => a - b);
console.log(
  `\n${result.acknowledged} acknowledged writes, ${result.lost.length} lost, ${result.doubled.length} doubled, ` +
    `${result.wrong.length} wrongly refused; synchronous_commit ${values.sync}.`,
);
console.log(
  `From a kill to the next acknowledged write: median ${recoveries[Math.floor(recoveries.length / 2)]} ms, ` +
    `longest ${recoveries.at(-1)} ms.`,
);
for (const line of [...result.lost.slice(0, 5), ...result.doubled.slice(0, 5), ...result.wrong.slice(0, 5)])
  console.log(`  ${line}`);
const isSound = result.lost.length + result.doubled.length + result.wrong.length === 0;
if (values["expect-loss"])
  console.log(
    result.lost.length > 0
      ? "The negative control lost writes, as it must."
      : "The negative control lost nothing: this test would not notice a loss.",
  );
process.exitCode = (values["expect-loss"] ? result.lost.length > 0 : isSound) ? 0 : 1;
