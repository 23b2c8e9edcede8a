import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { types as t, type NodePath, type PluginObj } from "@babel/core";
import { createCompiledCatalog } from "@lingui/cli/api";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { catalogueForBrowser } from "./scripts/words/browser-catalogue.ts";
import { mapData } from "./scripts/map-data.ts";
import { offlineShell } from "./scripts/offline-shell.ts";

/** The server replaces it in index.html by a fresh nonce for each answer. */
const nonce = "__NONCE__";

/**
 * What most pages of a kind load, in one file each: a layer has its parts, and all that they import and that no layer
 * before it has. A part that pages of two kinds share belongs to the earlier layer, else each loads the other's whole.
 */
const layers = Object.entries({
  main: [
    "src/main/web.tsx",
    "src/web/ui/(marks|note|use-is-phone)",
    "src/web/shell/menus",
    "@mantine/hooks/",
    "@mantine/core/esm/core/",
    "@mantine/core/esm/components/(ActionIcon|TextInput)/",
    "@tabler/icons-react/dist/esm/(createReactComponent|icons/Icon(X|Check|Search|Refresh)).mjs",
  ],
  page: [
    "src/web/api/(query|debounce)",
    "src/web/ui/(values/(use-format|labels)|layout/|summary-bar)",
    "src/web/form/(draft|form-keys|fields/decimal)",
    "src/shared/flow/abilities",
    "@tabler/icons-react/dist/esm/icons/IconPencil.mjs",
    "@tanstack/react-query/build/modern/use(SuspenseQuery|Query|Mutation).js",
  ],
  contract: ["src/shared/contract/(contract|problem)"],
  shell: ["src/web/shell/shell.tsx", "@tanstack/react-query/build/modern/useQueries.js"],
  list: [
    "src/web/list/list-screen.tsx",
    "src/web/detail/step-dialog.tsx",
    "src/web/ui/overlays/confirm-dialog.tsx",
    "@tabler/icons-react/dist/esm/icons/IconDots.mjs",
  ],
  detail: ["src/web/detail/detail-screen.tsx"],
  form: ["src/web/form/record-form.tsx"],
}).map(([name, parts], index) => ({ name, test: new RegExp(`/(${parts.join("|")})`), priority: 100 - index }));

export default defineConfig({
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })], plugins: [compiledEnglish] }),
    babel({ presets: [reactCompilerPreset()] }),
    react(),
    catalogueForBrowser(),
    mapData(),
    fontPreload(),
    offlineShell(),
    precompressed(),
  ],
  html: { cspNonce: nonce },
  build: {
    outDir: "dist",
    // The first browsers with light-dark(); older ones would need each colour of the design twice.
    target: ["chrome123", "firefox120", "safari17.5"],
    chunkSizeWarningLimit: 400,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: layers } } },
  },
  server: { port: 4401, proxy: { "/api": process.env["WAYBILL_API"] ?? "http://127.0.0.1:4400" } },
});

/**
 * English sentences travel, compiled, with the code that says them: no English catalogue is loaded, each route brings
 * only its own words, and a sentence that was not extracted yet still reads right. Other languages come as a catalogue.
 */
function compiledEnglish(): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({ ObjectExpression: compileDescriptor, JSXOpeningElement: compileTrans });
        },
      },
    },
  };
}

function compileDescriptor({ node }: NodePath<t.ObjectExpression>): void {
  const properties = node.properties.filter((property) => t.isObjectProperty(property));
  const named = (name: string) => properties.find(({ key }) => t.isIdentifier(key, { name }));
  const message = named("message");
  if (isMessageId(named("id")?.value) && t.isStringLiteral(message?.value))
    message.value = compiled(message.value.value);
}

function compileTrans({ node }: NodePath<t.JSXOpeningElement>): void {
  const attributes = node.attributes.filter((attribute) => t.isJSXAttribute(attribute));
  const named = (name: string) => attributes.find((attribute) => attribute.name.name === name);
  const message = named("message");
  const value = t.isJSXExpressionContainer(message?.value) ? message.value.expression : message?.value;
  if (message && named("id") && t.isStringLiteral(value))
    message.value = t.jsxExpressionContainer(compiled(value.value));
}

/** The macro's ids are six characters of a hash. */
function isMessageId(node: t.Node | null | undefined): boolean {
  return t.isStringLiteral(node) && /^[\w+/-]{6}$/.test(node.value);
}

function compiled(message: string): t.Expression {
  const { source, errors } = createCompiledCatalog("en", { it: message }, { namespace: "json" });
  if (errors.length > 0) throw new Error(`This sentence is no valid ICU message: ${message}`);
  return t.valueToNode(JSON.parse(source).messages.it);
}

/** The font of the first screen is fetched beside the script, not after it. */
function fontPreload(): Plugin {
  return {
    name: "waybill:font-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-opsz-normal-.*\.woff2$/.test(file));
        return font
          ? [
              {
                tag: "link",
                injectTo: "head",
                attrs: { rel: "preload", href: `/${font}`, as: "font", type: "font/woff2", crossorigin: true, nonce },
              },
            ]
          : [];
      },
    },
  };
}

/** Writes a .br and a .gz beside each text file; index.html changes with each answer and has none. */
function precompressed(): Plugin {
  const squeezeBrotli = promisify(brotliCompress);
  const squeezeGzip = promisify(gzip);
  return {
    name: "waybill:precompressed",
    apply: "build",
    async writeBundle({ dir = "dist" }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg|json|wasm)$/.test(file));
      for (const file of files) {
        const whole = await readFile(path.join(dir, file));
        const small = await squeezeBrotli(whole, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
        });
        await writeFile(path.join(dir, `${file}.br`), small);
        await writeFile(path.join(dir, `${file}.gz`), await squeezeGzip(whole, { level: 9 }));
      }
    },
  };
}
