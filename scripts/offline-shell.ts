import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { transformWithOxc, type Plugin, type Rollup } from "vite";

const worker = "src/modules/fleet/driver-phone/worker.web.ts";
/** What the driver's screen is made of besides the entry: these modules, and whatever they import. */
const needed = [
  /\/src\/web\/shell\/(?:shell|notices\/toast-host)\.tsx$/,
  /\/src\/modules\/fleet\/driver-phone\/(?:my-trips\.web\.tsx|phone-store\.web\.ts)$/,
  /\/de\.po\b/,
];

/** Builds the worker that keeps the driver's screen on the phone, with the list of what that consists of. */
export function offlineShell(): Plugin {
  return {
    name: "waybill:offline-shell",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const files = shellFiles(bundle);
        const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
        const { code } = await transformWithOxc(await readFile(worker, "utf8"), worker);
        const source = code.replace("= __SHELL__", () => `= ${JSON.stringify({ build, files })}`);
        this.emitFile({ type: "asset", fileName: "worker.js", source });
      },
    },
  };
}

/** Scripts and styles of the driver's screen, and the letters of its languages; all of them have their hash in their name. */
function shellFiles(bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const isNeeded = ({ isEntry, moduleIds }: Rollup.OutputChunk) =>
    isEntry || moduleIds.some((id) => needed.some((pattern) => pattern.test(id)));
  const found = new Set<string>();
  const take = (chunk: Rollup.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of chunks.filter(isNeeded)) take(chunk);
  const fonts = Object.keys(bundle).filter((file) => /-latin-(?:opsz|wght)-normal-.*\.woff2$/.test(file));
  return [...found, ...fonts].map((file) => `/${file}`).toSorted();
}
