import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { companies } from "./companies.contract.ts";

const path = "/api/settings/companies";

async function aCompany(n: number | string, client: Client) {
  const { body } = await client.get("/api/settings/company-types?limit=1");
  return {
    code: `C-${n}`,
    legalName: `Company ${n}`,
    companyTypeId: String(body.items[0]?.["id"]),
    email: "office@company.example",
    defaultCurrency: "EUR",
    timezone: "Europe/Amsterdam",
  };
}

conform(companies, {
  name: "companies",
  valid: (n, admin) => aCompany(n, admin),
  change: { legalName: "Renamed", hardLimitFactor: "3" },
  text: "legalName",
  statements: { create: 11, because: "a company begins with its roles, its lists and a statement for each register" },
});

describe("a company", () => {
  let testApp: TestApp;
  let root: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    root = await testApp.as("SUPER_ADMIN");
  });
  afterAll(() => testApp.close());

  const create = async (n: string, over: Record<string, unknown> = {}) =>
    root.post(path, { ...(await aCompany(n, root)), ...over });

  test("starts with its default roles and reference lists", async () => {
    const { body } = await create("start");
    expect(body).toMatchObject({
      status: "active",
      poNumberPattern: "PO-{yyyy}-{seq:5}",
      separateApprover: true,
      overReceiptPct: "0",
      userCount: 0,
    });
    await root.post(`${path}/${body["id"]}/act`);
    expect((await root.get("/api/auth/users/me")).body["company"]).toMatchObject({
      id: body["id"],
      name: "Company start",
    });
    const roles = (await root.get("/api/auth/roles")).body as unknown as { code: string }[];
    expect(roles.map(({ code }) => code)).toContain("COMPANY_ADMIN");
    expect((await root.get("/api/settings/reference-lists/quantity_types")).body["items"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "EA", label: "Each" })]),
    );
    await root.post(`${path}/${testApp.companies.a}/act`);
  });

  test("refuses a currency, a number pattern and a type that there is not", async () => {
    expect(await create("x1", { defaultCurrency: "XQQ" })).toMatchObject({
      status: 422,
      body: { fields: { defaultCurrency: expect.any(String) } },
    });
    expect(await create("x2", { poNumberPattern: "PO" })).toMatchObject({
      status: 422,
      body: { fields: { poNumberPattern: expect.stringContaining("{seq:5}") } },
    });
    expect(await create("x3", { companyTypeId: "0190a000-0000-7000-8000-000000000000" })).toMatchObject({
      status: 422,
      body: { fields: { companyTypeId: expect.any(String) } },
    });
    expect(await create("x4", { timezone: "Mars/Olympus" })).toMatchObject({ status: 422 });
  });

  test("that is deactivated signs its users out at once; its data stays", async () => {
    const buyer = await testApp.as("BUYER", "b");
    const before = (await buyer.get("/api/warehouse/vendors")).status;
    const { body } = await root.post(`${path}/${testApp.companies.b}/deactivate`, { reason: "contract ended" });
    expect([before, body["status"]]).toEqual([200, "inactive"]);
    expect((await buyer.get("/api/warehouse/vendors")).status).toBe(401);
    expect((await testApp.visitor().signIn("buyer@beta.example")).status).toBe(200);
    expect((await root.post(`${path}/${testApp.companies.b}/activate`)).body).toMatchObject({
      status: "active",
      steps: ["deactivate"],
    });
  });

  test("in which one works is not deactivated", async () => {
    expect(await root.post(`${path}/${testApp.companies.a}/deactivate`, { reason: "by mistake" })).toMatchObject({
      status: 409,
      body: { code: "own_company" },
    });
  });

  test("is seen by SUPER_ADMIN only, and another company's records only after acting in it", async () => {
    expect((await (await testApp.as("COMPANY_ADMIN")).get(path)).status).toBe(403);
    const buyer = testApp.visitor();
    await buyer.signIn("buyer@beta.example"); // the one of the world was signed out above
    const { body: theirs } = await buyer.post("/api/warehouse/vendors", {
      code: "B1",
      name: "Of Beta",
      currency: "USD",
    });
    expect((await root.get(`/api/warehouse/vendors/${theirs["id"]}`)).status).toBe(404);
    await root.post(`${path}/${testApp.companies.b}/act`);
    expect((await root.get(`/api/warehouse/vendors/${theirs["id"]}`)).status).toBe(200);
    const { body } = await root.get(`${path}/${testApp.companies.b}/history`);
    expect(body["items"]).toMatchObject([{ step: "entered", actorName: expect.any(String) }]);
    await root.post(`${path}/${testApp.companies.a}/act`);
    expect((await root.get(`${path}/${testApp.companies.a}/history`)).body["items"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ step: "left" })]),
    );
  });
});

// Not conformed: ownCompany is one record, the one that everybody works in.
describe("the own company", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());

  test("is seen by whoever may open the console and changed by its administrator, with its rules", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const { body } = await (await testApp.as("VIEWER")).get("/api/settings/company");
    expect(body).toMatchObject({ code: "ALPHA", legalName: "Alpha Logistics", poApprovalThreshold: null });
    const {
      id: _i,
      code: _c,
      status: _s,
      companyTypeName: _t,
      createdAt: _cr,
      updatedAt: _u,
      archivedAt: _a,
      abilities: _abilities,
      ...input
    } = body as Record<string, unknown>;
    const changed = await admin.put("/api/settings/company", {
      ...input,
      poApprovalThreshold: "5000",
      overReceiptPct: "2.5",
      timezone: "Europe/Berlin",
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { poApprovalThreshold: "5000", overReceiptPct: "2.5", timezone: "Europe/Berlin", version: 2 },
    });
    expect(await admin.put("/api/settings/company", { ...input, phone: "1" })).toMatchObject({
      status: 409,
      body: { code: "stale_version", details: { current: { version: 2 } } },
    });
    expect((await admin.get("/api/settings/company/history")).body["items"]).toMatchObject([
      { step: "updated", changes: { poApprovalThreshold: { from: null, to: "5000" } } },
    ]);
    expect(await admin.put("/api/settings/company", { ...input, code: "MINE", version: 2 })).toMatchObject({
      status: 422,
      body: { fields: { code: expect.any(String) } },
    });
  });

  test("shows its notice to everybody in it until the last day is over on its own clock, and to nobody else", async () => {
    const admin = await testApp.as("COMPANY_ADMIN");
    const publish = async (over: Record<string, unknown>) => {
      const {
        id: _i,
        code: _c,
        status: _s,
        companyTypeName: _t,
        createdAt: _cr,
        updatedAt: _u,
        archivedAt: _a,
        abilities: _abilities,
        ...input
      } = (await admin.get("/api/settings/company")).body as Record<string, unknown>;
      expect(await admin.put("/api/settings/company", { ...input, ...over })).toMatchObject({ status: 200 });
    };
    const seenBy = async (client: Client) =>
      ((await client.get("/api/auth/users/me")).body["company"] as { notice: string | null }).notice;
    const dayIn = (zone: string, days = 0) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(Date.now() + days * 86_400_000);
    const driver = await testApp.as("DRIVER");
    expect(await seenBy(driver)).toBeNull();
    await publish({ hrMessage: "Gate B is closed.\nUse gate C.", hrMessageUntil: null });
    expect([await seenBy(driver), await seenBy(await testApp.as("DRIVER", "b"))]).toEqual([
      "Gate B is closed.\nUse gate C.",
      null,
    ]);
    // Two clocks that never show the same day.
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await publish({ timezone, hrMessageUntil: dayIn(timezone) });
      expect(await seenBy(driver), timezone).toContain("gate C");
      await publish({ timezone, hrMessageUntil: dayIn(timezone, -1) });
      expect(await seenBy(driver), timezone).toBeNull();
    }
    const {
      id: _i,
      code: _c,
      status: _s,
      companyTypeName: _t,
      createdAt: _cr,
      updatedAt: _u,
      archivedAt: _a,
      abilities: _abilities,
      ...input
    } = (await admin.get("/api/settings/company")).body as Record<string, unknown>;
    expect(await admin.put("/api/settings/company", { ...input, hrMessage: "x".repeat(1001) })).toMatchObject({
      status: 422,
      body: { fields: { hrMessage: expect.any(String) } },
    });
    expect((await admin.put("/api/settings/company", { ...input, podOtpRequired: true })).body).toMatchObject({
      podOtpRequired: true,
    });
  });

  test("is changed by nobody else", async () => {
    expect((await (await testApp.as("BUYER")).put("/api/settings/company", {})).status).toBe(403);
    expect((await (await testApp.as("NOBODY")).get("/api/settings/company")).status).toBe(403);
    expect((await testApp.visitor().get("/api/settings/company")).status).toBe(401);
  });
});
