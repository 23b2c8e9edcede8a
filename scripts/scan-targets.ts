/**
 * Writes what scanners need into a folder: `cookie.txt`, the cookies of a session, and `targets.txt`, each GET of the API with
 * every parameter of its query that it takes (docs/security-scans.md).
 * `node scripts/scan-targets.ts http://127.0.0.1:4890 super@demo.example waybill-demo-2026 /tmp/scan`
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientOf } from "#main/testing/product/product.ts";

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: {
          readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
        };
      }
    >
  >;
}

const [address = "", email = "", password = "", into = "."] = process.argv.slice(2);
const client = clientOf(address);
const signedIn = await client.signIn(email, password);
if (signedIn.status !== 200) throw new Error(`could not sign in: ${signedIn.text}`);
const document = JSON.parse((await client.get("/api/openapi.json")).text) as Document; // our own document
const likely = ["a", "0190a000-0000-7000-8000-000000000000", "true", "1", "2026-11-22", "2026-11-22..2026-11-23"];
const targets: string[] = [];
let parameters = 0;

for (const [path, { get }] of Object.entries(document.paths)) {
  const names = (get?.parameters ?? []).filter((one) => one.in === "query" && one.name !== "cursor");
  if (names.length === 0) continue;
  const at = await filledIn(path);
  const taken: [string, string][] = [];
  for (const { name, schema } of names) {
    const value = await firstTaken(at, name, [...choicesOf(schema).slice(0, 1), ...likely]);
    if (value !== undefined) taken.push([name, value]);
  }
  if (taken.length === 0) console.warn(`left out, for it needs several that belong together: ${at}`);
  else targets.push(`${address}${at}?${new URLSearchParams(taken).toString()}`);
  parameters += taken.length;
}
mkdirSync(into, { recursive: true });
writeFileSync(join(into, "cookie.txt"), [...client.cookies].map((pair) => pair.join("=")).join("; "), { mode: 0o600 });
writeFileSync(join(into, "targets.txt"), `${targets.join("\n")}\n`);
console.log(`${targets.length} calls with ${parameters} parameters`);

async function filledIn(path: string): Promise<string> {
  if (!path.includes("{")) return path;
  const { body } = await client.get(path.slice(0, path.indexOf("/{")));
  return path
    .replace("{id}", body.items?.[0]?.id ?? likely[1] ?? "")
    .replace("{list}", "quantity_types")
    .replaceAll(/\{\w+\}/g, "some");
}

async function firstTaken(at: string, name: string, values: readonly string[]): Promise<string | undefined> {
  for (const value of values)
    if ((await client.get(`${at}?${new URLSearchParams([[name, value]]).toString()}`)).status === 200) return value;
  return undefined;
}

function choicesOf({ $ref, anyOf = [], items, enum: choices = [] }: Schema): string[] {
  if ($ref) return [];
  return [...choices.map(String), ...[...anyOf, ...(items ? [items] : [])].flatMap(choicesOf)];
}
