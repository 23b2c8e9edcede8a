import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saved } from "#main/testing/records/orders.ts";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

test("an Idempotency-Key stands for one call to one record: with another record it is another call", async () => {
  const path = "/api/warehouse/product-categories";
  const [one, other] = [
    await saved(admin.post(path, { name: randomUUID() })),
    await saved(admin.post(path, { name: randomUUID() })),
  ];
  const archive = ({ id }: { id: string }) =>
    saved(admin.post(`${path}/${id}/archive`, {}, { "idempotency-key": "the same" }));
  const first = await archive(one);
  expect(await archive(one)).toEqual(first);
  expect(await archive(other)).toMatchObject({ id: other.id, archivedAt: expect.any(String) });
});
