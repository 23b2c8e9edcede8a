import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { checkFile, uploadFile } from "#main/testing/files/imports.ts";
import { saved } from "#main/testing/records/orders.ts";

// Without jobs, so that what stands between the request and its job can be seen.
let testApp: TestApp;
let buyer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  buyer = await testApp.as("BUYER");
});
afterAll(() => testApp.close());

const file = "Code,Name\nP1,One\nP2,Two\nNAMELESS,\n";
const rowsDone = async (id: string) => (await saved(buyer.get(`/api/imports/${id}/progress`)))["rowsDone"];

test("until the first row is written none is told as written, whatever the check came to", async () => {
  const tried = await checkFile(buyer, await saved(uploadFile(buyer, "vendor", file)));
  expect(await rowsDone(tried.id)).toBe(3);
  await saved(buyer.post(`/api/imports/${tried.id}/apply`, { mode: "skip_bad" }));
  expect(await rowsDone(tried.id)).toBe(0);
});

test("a check goes on where nobody can be told how far it is", async () => {
  const uploaded = await saved(uploadFile(buyer, "vendor", file));
  await asSuper(
    testApp,
    `create function refuse_progress() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refused before update on import_progress for each row execute function refuse_progress()`,
  );
  expect(await checkFile(buyer, uploaded)).toMatchObject({ state: "checked", newCount: 2, badCount: 1 });
});
