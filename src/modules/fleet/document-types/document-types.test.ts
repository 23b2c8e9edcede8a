import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aDocument, typeCalled, typesPath, verified } from "#main/testing/records/documents.ts";
import { dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { anActiveDriver } from "#main/testing/records/trips.ts";
import { saved } from "#main/testing/records/orders.ts";
import { documentTypes } from "./document-types.contract.ts";

const aType = (n: number) => ({ code: `T-${n}`, name: `Permit ${n}`, subject: "company" as const });

conform(documentTypes, { name: "document types", valid: aType, change: { name: "Renamed", remindDays: ["30", "7"] } });

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

test("a company begins with the types of road haulage, of which medical certificates are confidential", async () => {
  const { items } = await saved((await testApp.as("DISPATCHER")).get(`${typesPath}?sort=code`));
  expect(items.map(({ code, isConfidential }) => [code, isConfidential])).toEqual([
    ["ADR", false],
    ["ATP", false],
    ["CODE95", false],
    ["COMMUNITY", false],
    ["CSC", false],
    ["CUSTOMS", false],
    ["FORKLIFT", false],
    ["INSPECTION", false],
    ["INSURANCE", false],
    ["LEASE", false],
    ["LIABILITY", false],
    ["MEDICAL", true],
    ["OTHER", false],
    ["PERMIT", false],
    ["PROOF-OF-DELIVERY", false],
    ["REGISTRATION", false],
    ["TACHO", false],
    ["TACHO-CHECK", false],
    ["TRAILER-INSPECTION", false],
    ["TRANSIT", false],
    ["TRANSPORT-PERMIT", false],
    ["WAYBILL", false],
  ]);
});

test("without registration, insurance and inspection no vehicle leaves; calibrations, leases and permits only end", async () => {
  const { items } = await saved((await testApp.as("DISPATCHER")).get(`${typesPath}?subject=vehicle&sort=code`));
  expect(items.map(({ code, blocksDispatch, requiresExpiry }) => [code, blocksDispatch, requiresExpiry])).toEqual([
    ["INSPECTION", true, true],
    ["INSURANCE", true, true],
    ["LEASE", false, true],
    ["PERMIT", false, true],
    ["REGISTRATION", true, false],
    ["TACHO-CHECK", false, true],
  ]);
});

test("what a type is about and who sees it stays, once there is a document of it; its name does not have to", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const id = await typeCalled(manager, "LIABILITY");
  const type = await saved(manager.get(`${typesPath}/${id}`));
  const { subject, requiresExpiry, remindDays, blocksDispatch, isRequired, isActive, renewalMonths, proves } = type;
  const fields = { subject, requiresExpiry, remindDays, blocksDispatch, isRequired, isActive, renewalMonths, proves };
  const change = (over: object) =>
    manager.put(`${typesPath}/${id}`, {
      ...fields,
      code: type.code,
      name: "Insurance",
      ...over,
      version: type.version,
    });
  await aDocument(manager, id, null);
  for (const over of [{ subject: "driver" }, { isConfidential: true }])
    expect(await change(over)).toMatchObject({ status: 409, body: { code: "type_in_use" } });
  expect((await change({})).status).toBe(200);
});

test("what keeps a vehicle or goods from leaving is confidential to nobody who plans; of a driver it may be", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const type = (subject: string, over: object = {}) =>
    manager.post(typesPath, {
      code: `SECRET-${subject}`,
      name: `Secret ${subject}`,
      subject,
      isConfidential: true,
      ...over,
    });
  for (const subject of ["vehicle", "asset", "trip", "delivery", "company"]) {
    expect(await type(subject, { blocksDispatch: true }), subject).toMatchObject({
      status: 422,
      body: { fields: { isConfidential: expect.any(String) } },
    });
    expect((await type(subject)).status, subject).toBe(200);
  }
  expect((await type("driver", { blocksDispatch: true })).status).toBe(200);
});

test("how many a type would keep from leaving is told before it is saved, and is what it keeps afterwards", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const stopped = async (query: string) => (await saved(manager.get(`${typesPath}/stopped?${query}`)))["count"];
  const driving = ["Ada", "Bo"].map((firstName) => anActiveDriver(testApp, { firstName }));
  const [first] = await Promise.all(driving);
  const nobodyYet = await stopped("subject=driver&isRequired=false&code=BADGE");
  expect(nobodyYet).toBe(0);
  const everybody = Number(await stopped("subject=driver&isRequired=true&code=BADGE"));
  expect(everybody).toBeGreaterThanOrEqual(2);
  const type = { code: "BADGE", name: "Badge", subject: "driver", blocksDispatch: false, isRequired: true };
  const { id, version } = await saved(manager.post(typesPath, type));
  const badge = await aDocument(manager, id, String(first?.id), { expiresOn: dayIn(30) });
  expect(await stopped("subject=driver&isRequired=true&code=badge"), "nobody has verified it").toBe(everybody);
  await verified(await testApp.as("COMPANY_ADMIN"), badge.id);
  expect(await stopped("subject=driver&isRequired=true&code=badge")).toBe(everybody - 1);
  await saved(manager.put(`${typesPath}/${id}`, { ...type, blocksDispatch: true, version }));
  const { items } = await saved(manager.get(`${driversPath}?status=active&limit=200`));
  const kept = items.filter((driver) => (driver["blockedBy"] as string[]).includes("document_missing"));
  expect(kept).toHaveLength(everybody - 1);
});
