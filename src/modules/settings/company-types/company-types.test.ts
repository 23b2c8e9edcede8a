import { expect, test } from "vitest";
import { startTestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { companyTypes } from "./company-types.contract.ts";

conform(companyTypes, {
  name: "company types",
  valid: (n) => ({ code: `TYPE_${n}`, name: `Type ${n}` }),
  change: { name: "Renamed", isActive: false },
});

test("company types are the same for every company, and no company's administrator may change them", async () => {
  const testApp = await startTestApp();
  const admin = await testApp.as("SUPER_ADMIN");
  const { body } = await admin.post("/api/settings/company-types", { code: "coop", name: "Cooperative" });
  expect(body["code"]).toBe("COOP");
  const elsewhere = await testApp.as("SUPER_ADMIN", "b");
  expect((await elsewhere.get(`/api/settings/company-types/${body["id"]}`)).body).toEqual(body);
  expect(
    (await (await testApp.as("COMPANY_ADMIN")).post("/api/settings/company-types", { code: "x", name: "X" })).status,
  ).toBe(403);
  await testApp.close();
});
