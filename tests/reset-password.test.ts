import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";
import {
  adminEmail,
  clientOf,
  dataFolder,
  setUpAdmin,
  startProduct,
  stopProduct,
  superUrlOf,
  type Product,
} from "#main/testing/product/product.ts";

const project = fileURLToPath(new URL("../", import.meta.url));
const sentence = "der graue Reiher wartet am Tor";

/** `npm run reset-password -- …` as an operator types it, on the machine of the server. */
async function command(variables: Record<string, string>, ...words: string[]) {
  const env = { PATH: "/usr/bin:/bin", ...variables };
  const run = promisify(execFile)(process.execPath, ["scripts/reset-password.ts", ...words], { cwd: project, env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}
const secretIn = (printed: string) => /#t=([\w.-]{45})$/m.exec(printed)?.[1] ?? "";
async function change(client: Client, token: string, password = sentence) {
  await client.get("/api/settings");
  return client.post("/api/auth/change-password", { token, password });
}

describe("without a mail server", () => {
  const folder = dataFolder("waybill-reset-");
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(folder.path);
    await setUpAdmin(product);
  });
  afterAll(async () => {
    await stopProduct(product);
    folder.remove();
  });

  test("the start says that no mail leaves, who is shown an invitation and how a password is reset", () => {
    expect(product.said()).toMatch(/SMTP_URL is not set/);
    expect(product.said()).toMatch(/invites a person is shown the link, once/);
    expect(product.said()).toContain("npm run reset-password -- ADDRESS");
  });

  test("a command on the server prints a link that sets a password once, while Waybill runs", async () => {
    const { code, stdout } = await command({ DATA_DIR: folder.path }, adminEmail.toUpperCase());
    expect(code).toBe(0);
    expect(stdout).toContain(`${product.address}/change-password#t=`);
    expect((await change(clientOf(product.address), secretIn(stdout))).status).toBe(200);
    expect((await change(clientOf(product.address), secretIn(stdout))).status).toBe(410);
    expect((await clientOf(product.address).signIn(adminEmail, sentence)).status).toBe(200);
    expect(product.said()).not.toContain(secretIn(stdout));
  });

  test("the audit trail tells of it, and an older link is over", async () => {
    const [first, second] = [
      secretIn((await command({ DATA_DIR: folder.path }, adminEmail)).stdout),
      secretIn((await command({ DATA_DIR: folder.path }, adminEmail)).stdout),
    ];
    expect((await change(clientOf(product.address), first)).status).toBe(410);
    expect((await change(clientOf(product.address), second)).status).toBe(200);
    const events = await asSuper(
      { superUrl: superUrlOf(folder.path) },
      `select e.actor_kind, e.actor_id, u.email from events e
        join users u on u.id = e.entity_id and u.company_id = e.company_id where e.step = 'resetLinkMade'`,
    );
    expect(events).toEqual(Array(3).fill({ actor_kind: "system", actor_id: null, email: adminEmail }));
  });

  test("it says so when nobody signs in with the address, and makes nothing", async () => {
    const unknown = await command({ DATA_DIR: folder.path }, "nobody@example.com");
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toMatch(/Nobody signs in with nobody@example.com/);
    expect((await command({ DATA_DIR: folder.path })).code).toBe(1);
  });

  test("it works while Waybill is stopped too", async () => {
    await stopProduct(product);
    const { stdout } = await command({ DATA_DIR: folder.path, APP_URL: "https://waybill.example.com" }, adminEmail);
    expect(stdout).toContain("https://waybill.example.com/change-password#t=");
    product = await startProduct(folder.path);
    expect((await change(clientOf(product.address), secretIn(stdout))).status).toBe(200);
  });
});

describe("with a database server of one's own", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());
  const on = (address: string) => command({ DATABASE_URL: testApp.url, DATA_DIR: temporaryFolder() }, address);

  test("the command makes the link in it, for a SUPER_ADMIN too, and for nobody who is suspended", async () => {
    const { stdout } = await on("super-admin@alpha.example");
    expect((await change(testApp.visitor(), secretIn(stdout))).status).toBe(200);
    await asSuper(testApp, "update users set status = 'suspended' where email = 'buyer@alpha.example'");
    expect(await on("buyer@alpha.example")).toMatchObject({ code: 1, stdout: "" });
  });
});
