import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startOver } from "#main/testing/product/started-over.ts";
import type { Client } from "#main/testing/test-app.ts";
import { installationOnly, permissionNames } from "#shared/permissions/permission-list.ts";
import { defaultRoles } from "#modules/settings/roles/default-roles.server.ts";
import { restore } from "#ops/backup/restore.ts";
import { everythingIn } from "#main/testing/database/contents.ts";
import { createEmptyDatabase } from "#main/testing/database/database.ts";
import { temporaryFolder } from "#main/testing/product/folder.ts";

// One backup of a small installation for each version that was released, made by scripts/version-fixture.ts.
const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const lists = [
  "vendors",
  "products",
  "product-categories",
  "purchase-orders",
  "docks",
  "delivery-schedules",
  "receipts",
  "issues",
].map((name) => `/api/warehouse/${name}`);

/** Tables that have another name since. */
const renamed: Readonly<Record<string, string>> = { documents: "files" };

test.for(readdirSync(fixtures).filter((name) => name.endsWith(".tar.gz")))(
  "%s is restored, and this version starts on it, signs people in and reads every record",
  async (name) => {
    const { url, superUrl } = await createEmptyDatabase();
    const dataDir = temporaryFolder();
    const { tables } = await restore({ databaseUrl: url, dataDir, file: `${fixtures}${name}` });
    const held = await everythingIn(superUrl);
    for (const [table, { rows }] of Object.entries(tables))
      if (rows > 0) expect(held[renamed[table] ?? table]?.length, table).toBeGreaterThanOrEqual(rows);
    const { client, close } = await startOver({ url, dataDir }, { email: "super-admin@alpha.example", jobs: true });
    try {
      for (const list of lists) {
        const { status, body, text } = await client.get(list);
        expect(status, `${list}: ${text}`).toBe(200);
        expect(body.items.length, list).toBeGreaterThan(0);
        for (const { id } of body.items) {
          const one = await client.get(`${list}/${id}`);
          expect(one.status, `${list}/${id}: ${one.text}`).toBe(200);
        }
      }
      await readFile(client);
      const own = permissionNames.filter((name) => !installationOnly.includes(name));
      const roles = ((await everythingIn(superUrl))["roles"] ?? []) as { code: string; permissions: string[] }[]; // a table of its own
      const administrators = roles.filter(({ code }) => code === "COMPANY_ADMIN");
      expect(administrators.length).toBeGreaterThan(0);
      for (const { permissions } of administrators) expect(permissions.toSorted()).toEqual(own.toSorted());
      for (const { code, permissions } of defaultRoles)
        for (const role of roles.filter((one) => one.code === code))
          expect(role.permissions.toSorted(), `${code} of a company that is there, as of a new one`).toEqual(
            permissions.toSorted(),
          );
    } finally {
      await close();
    }
  },
);

/** The file that one of the vendors carries, as it was restored; at the address of today and at that of before. */
async function readFile(client: Client): Promise<void> {
  const { body: vendors } = await client.get("/api/warehouse/vendors");
  const found = await Promise.all(
    vendors.items.map(async ({ id }) => (await client.get(`/api/files?entity=vendor&entityId=${id}`)).body.items),
  );
  for (const path of ["/api/files", "/api/documents"]) {
    const file = await client.get(`${path}/${found.flat()[0]?.id}`);
    expect(file.status).toBe(200);
    expect(file.text).toBe("a,b\r\n1,2\r\n");
  }
}
