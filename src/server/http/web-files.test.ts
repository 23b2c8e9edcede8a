import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

const script = "document.title = 'before the first paint';";
const page = `<!doctype html><script nonce="__NONCE__">${script}</script>
<script type="module" src="/assets/index-1.js" nonce="__NONCE__"></script><style nonce="__NONCE__"></style>`;
let testApp: TestApp;
beforeAll(async () => {
  const webFolder = temporaryFolder();
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), page);
  writeFileSync(join(webFolder, "assets", "index-1.js"), "1;");
  writeFileSync(join(webFolder, "worker.js"), "2;");
  writeFileSync(join(webFolder, "manifest.webmanifest"), "{}");
  testApp = await startTestApp({ webFolder });
});
afterAll(() => testApp.close());
const ask = (url: string) => testApp.app.inject({ url, headers: { accept: "text/html" } });
const policyOf = (headers: Record<string, unknown>) => String(headers["content-security-policy"]).split("; ");

test("a page runs scripts of ours and the one that stands in it, by its fingerprint; its nonce is for styles, and new each time", async () => {
  const [one, other] = [await ask("/"), await ask("/any/screen")];
  const fingerprint = createHash("sha256").update(script).digest("base64");
  expect(policyOf(one.headers)).toContain(`script-src 'self' 'sha256-${fingerprint}'`);
  const nonceOf = ({ headers }: typeof one) =>
    /style-src 'self' 'nonce-([\w-]{20,})'/.exec(policyOf(headers).join())?.[1];
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  expect(one.body).toContain(`<style nonce="${nonceOf(one)}">`);
  expect(one.body).not.toContain("__NONCE__");
});

test("what a phone keeps of the page has no nonce, in it or in its policy", async () => {
  const { headers, body } = await ask("/shell.json");
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": expect.stringContaining("application/json"),
  });
  const kept = JSON.parse(body) as { html: string; headers: Record<string, string> };
  expect(kept.html).toBe(page);
  const served = await ask("/");
  const withoutNonce = (text: unknown) => String(text).replace(/'nonce-[^']+'/, "");
  for (const [name, value] of Object.entries(kept.headers))
    expect(withoutNonce(value), name).toBe(withoutNonce(served.headers[name]));
  expect(kept.headers["content-security-policy"]).toContain("'nonce-__NONCE__'");
});

test("the worker may ask for our files and is looked for anew each time, while files with a fingerprint are kept", async () => {
  const { headers } = await ask("/worker.js");
  expect(policyOf(headers)).toContain("connect-src 'self'");
  expect(headers["cache-control"]).toBe("no-cache");
  expect((await ask("/manifest.webmanifest")).headers["cache-control"]).toBe("no-cache");
  expect((await ask("/assets/index-1.js")).headers["cache-control"]).toContain("immutable");
});
