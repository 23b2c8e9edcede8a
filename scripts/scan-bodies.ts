/**
 * Writes `bodies.log` into a folder, for a scanner that reads what a proxy has seen (docs/security-scans.md): each call of the
 * API that takes a JSON body, with one that was taken, or with the one that came farthest. Changes what it is run against.
 * `node scripts/scan-bodies.ts http://127.0.0.1:4890 super@demo.example waybill-demo-2026 /tmp/scan`
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { asJson, kindOf, nameOf, pathOf, type Call, type OpenApiDocument } from "#main/testing/fuzz/calls.ts";
import { fitting, Known } from "#main/testing/fuzz/values.ts";
import { clientOf } from "#main/testing/product/product.ts";

const [address = "", email = "", password = "", into = "."] = process.argv.slice(2);
/** They end the session that everything else needs, or take a company away. */
const left = /\/(logins|logout|act|registrations|erase|close-account|second-factor)\b|\/sessions/;
const tries = 24;

const client = clientOf(address);
const signedIn = await client.signIn(email, password);
if (signedIn.status !== 200) throw new Error(`could not sign in: ${signedIn.text}`);
const document = JSON.parse((await client.get("/api/openapi.json")).text) as OpenApiDocument; // our own document
const calls = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Call["method"], // the document has these only
    template,
    operation,
  })),
);
const known = new Known();
for (const { method, template } of calls)
  if (method === "GET" && !template.includes("{") && !template.includes("."))
    known.learn(kindOf(template), (await client.get(template)).body);

const line = "=".repeat(54);
const seen: string[] = [];
let taken = 0;
for (const call of calls) {
  const schema = call.operation.requestBody?.content["application/json"]?.schema;
  if (!schema || left.test(call.template)) continue;
  const best = await farthest(call, (seed) => {
    const [body] = fc.sample(fitting(schema, kindOf(call.template), known), { seed, numRuns: 1 });
    return body;
  });
  if (best.status < 300) taken += 1;
  else console.warn(`${nameOf(call)} takes none of ${tries}: ${best.status}`);
  const headers = [
    `Host: ${new URL(address).host}`,
    "Content-Type: application/json",
    "Accept: application/json",
    `Cookie: ${[...client.cookies].map((pair) => pair.join("=")).join("; ")}`,
    `X-XSRF-TOKEN: ${client.cookies.get("XSRF-TOKEN") ?? ""}`,
  ];
  const request = `${call.method} ${best.path} HTTP/1.1\n${headers.join("\n")}\n\n${best.body}`;
  seen.push(`${line}\n00:00:00  ${address}  [127.0.0.1]\n${line}\n${request}\n${line}\n\n`);
}
mkdirSync(into, { recursive: true });
writeFileSync(join(into, "bodies.log"), seen.join("\n"), { mode: 0o600 });
console.log(`${seen.length} calls with a body, ${taken} of them taken`);

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** What is asked of a record that is there and has this version, until it is taken; a conflict is farther than a refusal. */
async function farthest(call: Call, bodyOf: (seed: number) => unknown): Promise<Sent> {
  known.kind = kindOf(call.template);
  const ids = known.idsFor(known.kind);
  let best: Sent | undefined;
  for (let seed = 1; seed <= tries; seed += 1) {
    const id = ids[seed % (ids.length || 1)] ?? "0190a000-0000-7000-8000-000000000000";
    const made = bodyOf(seed);
    const body = asJson(hasVersion(made) ? { ...made, version: known.versionOf(id) ?? 1 } : made, []);
    const path = pathOf(call, id, new Map(), known);
    const answer = await client.send(call.method, path, body, { "content-type": "application/json" });
    if (answer.status < 300) {
      known.learn(known.kind, answer.body);
      return { path, body, status: answer.status };
    }
    if (!best || (best.status === 422 && answer.status === 409)) best = { path, body, status: answer.status };
  }
  if (!best) throw new Error("nothing was tried");
  return best;
}

function hasVersion(body: unknown): body is { version: unknown } {
  return typeof body === "object" && body !== null && "version" in body;
}
