import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { demoAccounts } from "#modules/account/session/demo-accounts.ts";
import { everythingIn } from "#main/testing/database/contents.ts";
import {
  clientOf,
  dataFolder,
  startProduct,
  stopProduct,
  superUrlOf,
  type Product,
} from "#main/testing/product/product.ts";

const project = fileURLToPath(new URL("../", import.meta.url));
const folders = [dataFolder("waybill-demo-"), dataFolder("waybill-restored-")] as const;
const started: Product[] = [];
afterAll(async () => {
  for (const product of started) await stopProduct(product);
  for (const folder of folders) folder.remove();
});

/** Runs one of the commands as a person does; gives what it said. */
async function command(script: string, file: string, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, file], {
    cwd: project,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const [code] = (await once(child, "close")) as [number];
  expect(code, said).toBe(0);
  return said;
}

/** What the demo is once its mails are written and nothing is left to do. */
async function atRest(superUrl: string): Promise<Record<string, unknown[]>> {
  for (let last = ""; ; await pause(1_000)) {
    const now = await everythingIn(superUrl);
    const text = JSON.stringify(now);
    if (text === last) return now;
    last = text;
  }
}

async function attachFile(demo: Product): Promise<void> {
  const client = clientOf(demo.address);
  await client.signIn("buyer@demo.example", demoAccounts.password);
  const { body } = await client.get("/api/warehouse/vendors?limit=1");
  const file =
    '--part\r\nContent-Disposition: form-data; name="file"; filename="prices.csv"\r\nContent-Type: text/csv\r\n' +
    "\r\na;b\r\n1;2\r\n\r\n--part--\r\n";
  const answer = await client.send("POST", `/api/files?entity=vendor&entityId=${body.items[0]?.id}`, file, {
    "content-type": "multipart/form-data; boundary=part",
  });
  expect(answer.status, answer.text).toBe(200);
}

const filesOf = (dataDir: string): string[] =>
  readdirSync(join(dataDir, "documents"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

test("the running demo, backed up and restored into an empty folder, is the same in every row and file, and people sign in to it", async () => {
  const [original, empty] = folders;
  const demo = await startProduct(original.path, { DEMO: "on" });
  started.push(demo);
  await attachFile(demo);
  const before = await atRest(superUrlOf(original.path));
  expect(before["purchase_orders"]?.length).toBeGreaterThanOrEqual(300);
  const file = join(original.path, "backup.tar.gz");
  expect(await command("backup", file, original.path)).toContain("Backed up");
  const after = await everythingIn(superUrlOf(original.path));
  const unsealed = (all: Record<string, unknown[]>) => ({ ...all, event_seals: [] }); // sealing goes on while it runs
  expect(unsealed({ ...after, events: [] }), "nothing happened meanwhile but the backup").toEqual(
    unsealed({ ...before, events: [] }),
  );

  expect(await command("restore", file, empty.path)).toContain("Restored");
  const restored = await startProduct(empty.path);
  started.push(restored);
  expect(unsealed(await atRest(superUrlOf(empty.path)))).toEqual(unsealed(after));
  expect(await command("verify-audit", "", empty.path), "the sealed trail came along").toMatch(
    /^\S+: [1-9]\d* events, whole/,
  );
  expect(readFileSync(join(empty.path, "keys", "signing.key"))).toEqual(
    readFileSync(join(original.path, "keys", "signing.key")),
  );
  const contents = (dataDir: string) =>
    filesOf(dataDir).map((path) => [path.slice(dataDir.length), readFileSync(path).toString("base64")]);
  expect(contents(empty.path)).toEqual(contents(original.path));
  expect(filesOf(empty.path)).toHaveLength(1);

  const client = clientOf(restored.address);
  expect((await client.signIn("buyer@demo.example", demoAccounts.password)).status).toBe(200);
  expect((await client.get("/api/warehouse/purchase-orders")).body["total"]).toEqual({
    count: before["purchase_orders"]?.length,
    more: false,
  });
}, 180_000);
