import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDelivery, aLine, anOrder, aProduct, aReceipt, aSite, type Site } from "#main/testing/records/receiving.ts";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { issues } from "./issues.contract.ts";
import { decide } from "#main/testing/records/orders.ts";

const path = "/api/warehouse/issues";
const nowhere = "0190a000-0000-7000-8000-000000000000";
let vendors = 0;

conform(issues, {
  name: "issues",
  async valid(n, admin) {
    const vendor = await admin.post("/api/warehouse/vendors", {
      code: `I-${n}-${(vendors += 1)}`,
      name: `Vendor ${n}`,
      currency: "EUR",
    });
    return {
      kind: "quality" as const,
      severity: "low" as const,
      description: `Something about ${n}`,
      vendorId: String(vendor.body["id"]),
    };
  },
  change: { severity: "critical", responsibleParty: "carrier", claimAmount: "12.5", claimCurrency: "EUR" },
  text: "description",
  table: "reported_issues",
  endsBy: "dismiss",
  filters: {
    purchaseOrderId: nowhere,
    purchaseOrderItemId: nowhere,
    receiptId: nowhere,
    deliveryScheduleId: nowhere,
    assigneeId: nowhere,
  },
});

describe("an issue", () => {
  let testApp: TestApp;
  let site: Site;
  let manager: Client;
  let receiver: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    site = await aSite(testApp);
    manager = await testApp.as("WAREHOUSE_MANAGER");
    receiver = await testApp.as("RECEIVER");
  });
  afterAll(() => testApp.close());

  const report = async (values: Record<string, unknown> = {}, client = receiver) =>
    client.post(path, { kind: "packaging", description: "The pallet is torn", ...values });
  const step = (id: unknown, name: string, body: object = {}) => decide(manager, `${path}/${String(id)}/${name}`, body);
  const received = async (line: Record<string, unknown>) => {
    const po = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "10" }]);
    const posted = await receiver.post("/api/warehouse/receipts", aReceipt(site, [aLine(po.items[0]!, line)]));
    expect(posted.status, posted.text).toBe(200);
    return { po, receipt: posted.body };
  };
  const issuesOf = async (query: string) => (await manager.get(`${path}?${query}`)).body.items;

  test("is reported by whoever may report, moved only by whoever may manage", async () => {
    const driver = await testApp.as("DRIVER");
    const reported = await report({}, driver);
    expect(reported.body).toMatchObject({
      number: expect.stringMatching(/^ISS-\d{5}$/),
      status: "open",
      severity: "medium",
      reportedByName: "driver Alpha",
      steps: [],
    });
    expect((await driver.post(`${path}/${reported.body["id"]}/acknowledge`)).status).toBe(403);
    expect((await (await testApp.as("VIEWER")).post(path, { kind: "other", description: "x" })).status).toBe(403);
    expect((await manager.get(`${path}/${reported.body["id"]}`)).body["steps"]).toEqual(["acknowledge", "dismiss"]);
  });

  test("its choices and states are said by their names, in the reader's language", async () => {
    const german = { "accept-language": "de" };
    const { body: issue } = await report();
    const inGerman = (name: string, body: object) =>
      decide(manager, `${path}/${String(issue["id"])}/${name}`, body, german);
    await inGerman("acknowledge", {});
    const said = (await inGerman("resolve", { resolution: "" })).body["fields"]?.["resolution"];
    expect(said).toMatch(/^Wählen Sie .*: Unverändert annehmen, Gutschrift, /);
    expect(said).not.toMatch(/_|Credit/);
    await inGerman("dismiss", { reason: "Seen twice" });
    const change = { kind: "packaging", description: "Torn", version: 3 };
    const over = await manager.put(`${path}/${String(issue["id"])}`, change, german);
    expect(over.body["message"]).toMatch(/Wartet auf Gegenseite/);
    expect(over.body["message"]).not.toMatch(/_|open/);
  });

  test("that the system reported is said in the language of whoever reads it, until somebody writes it anew", async () => {
    const german = { "accept-language": "de" };
    const inGerman = async (change?: object) => {
      await asSuper(testApp, "update users set locale = 'de' where id = $1", [testApp.users.WAREHOUSE_MANAGER]);
      const one = `${path}/${id}`;
      const { status, body } = change ? await manager.put(one, change, german) : await manager.get(one, german);
      await asSuper(testApp, "update users set locale = 'en' where id = $1", [testApp.users.WAREHOUSE_MANAGER]);
      expect(status).toBe(200);
      return body;
    };
    const { po, receipt } = await received({ acceptedQty: "7", damagedQty: "3", note: "Forklift" });
    const [{ id, description, version, severity } = {} as Body] = await issuesOf(`receiptId=${receipt.id}`);
    expect(description).toMatch(/^3 pieces of SKU-\w+ \(PO-\w+, line 1\) came damaged\. Forklift$/);
    const words = [
      ["pieces of", "Stück von"],
      ["line 1", "Position 1"],
      ["came damaged", "kamen beschädigt an"],
    ] as const;
    const said = words.reduce((text, [english, own]) => text.replace(english, own), String(description));
    expect(await inGerman()).toMatchObject({ description: said });
    const about = { kind: "damaged", severity, receiptId: receipt.id, purchaseOrderId: po.id };
    expect(await inGerman({ ...about, description: said, severity: "low", version })).toMatchObject({
      description: said,
      severity: "low",
    });
    expect((await manager.get(`${path}/${id}`)).body).toMatchObject({ description });
    const written = { ...about, description: "Alle drei zerdrückt", version: Number(version) + 1 };
    expect(await inGerman(written)).toMatchObject({ description: "Alle drei zerdrückt" });
    expect((await manager.get(`${path}/${id}`)).body).toMatchObject({ description: "Alle drei zerdrückt" });
    const { items } = (await manager.get(`${path}?q=zerdr%C3%BCckt`)).body;
    expect(items.map((one) => [one.id, "told" in one])).toEqual([[id, false]]);
  });

  test("goes its way: acknowledged, investigated, handed to a party and back, resolved with a resolution, closed, opened again", async () => {
    const { id } = (await report()).body;
    expect((await step(id, "resolve", { resolution: "credit" })).body).toMatchObject({ code: "wrong_state" });
    for (const name of ["acknowledge", "investigate", "wait-for-party", "investigate"])
      expect((await step(id, name)).status, name).toBe(200);
    expect((await step(id, "resolve")).body["fields"]).toHaveProperty("resolution");
    expect((await step(id, "resolve", { resolution: "credit", note: "Credit note 12" })).body).toMatchObject({
      status: "resolved",
      resolution: "credit",
      resolutionNote: "Credit note 12",
      resolvedByName: "warehouse_manager Alpha",
      steps: ["close", "reopen"],
    });
    expect((await step(id, "close")).body).toMatchObject({ status: "closed" });
    expect((await manager.put(`${path}/${String(id)}`, { kind: "other", description: "x", version: 7 })).status).toBe(
      409,
    );
    expect((await step(id, "reopen", { reason: "The credit never came" })).body).toMatchObject({
      status: "open",
      resolution: null,
      resolvedAt: null,
    });
    expect((await step(id, "dismiss")).body["fields"]).toHaveProperty("reason");
    expect((await step(id, "dismiss", { reason: "Reported twice" })).body).toMatchObject({
      status: "dismissed",
      steps: [],
    });
    expect((await manager.get(`${path}/${String(id)}/history`)).body.items.map((one) => one["step"])).toEqual([
      "dismissed",
      "reopened",
      "closed",
      "resolved",
      "takenUp",
      "handedOver",
      "takenUp",
      "acknowledged",
      "opened",
    ]);
  });

  test.each([
    ["critical", 4],
    ["high", 24],
    ["medium", 72],
    ["low", 168],
  ] as const)("that is %s is due in %i hours", async (severity, hours) => {
    const { body } = await report({ severity });
    expect((Date.parse(String(body["dueAt"])) - Date.parse(String(body["createdAt"]))) / 3_600_000).toBeCloseTo(
      hours,
      1,
    );
    expect(body["isOverdue"]).toBe(false);
  });

  test("is due sooner when it becomes more severe, and overdue when its time is over", async () => {
    const { body } = await report({ severity: "low" });
    const changed = await manager.put(`${path}/${body["id"]}`, {
      kind: "packaging",
      description: "Worse than it looked",
      severity: "critical",
      version: body.version,
    });
    expect(Date.parse(String(body["dueAt"])) - Date.parse(String(changed.body["dueAt"]))).toBe(164 * 3_600_000);
    await asSuper(testApp, "update reported_issues set due_at = now() - interval '1 hour' where id = $1", [body["id"]]);
    expect((await manager.get(`${path}/${body["id"]}`)).body["isOverdue"]).toBe(true);
    expect((await issuesOf("isOverdue=true")).map(({ id }) => id)).toEqual([body["id"]]);
  });

  test("about a receipt line is about its receipt, order line, order and vendor too; what contradicts that is refused", async () => {
    const { po, receipt } = await received({ acceptedQty: "2" });
    const lines = receipt["lines"] as unknown as { id: string }[];
    const { body } = await report({ receiptLineId: lines[0]?.id });
    expect(body).toMatchObject({
      receiptId: receipt["id"],
      receiptNumber: receipt["number"],
      purchaseOrderId: po.id,
      orderNumber: po.number,
      lineNo: 1,
      vendorId: site.vendorId,
      sku: expect.stringMatching(/^SKU-/),
    });
    const other = await anOrder(testApp, site, [{ productId: (await aProduct(testApp)).id, orderedQty: "1" }]);
    expect((await report({ receiptLineId: lines[0]?.id, purchaseOrderId: other.id })).body["fields"]).toHaveProperty(
      "purchaseOrderId",
    );
    expect((await report({ purchaseOrderId: nowhere })).body["fields"]).toHaveProperty("purchaseOrderId");
  });

  test("is opened by damage, rejected goods and a surplus, and wants a photo of damage", async () => {
    const { receipt } = await received({ acceptedQty: "2", damagedQty: "1", note: "Forklift hole" });
    const [damaged] = await issuesOf(`receiptId=${receipt["id"]}`);
    expect(damaged).toMatchObject({
      kind: "damaged",
      severity: "high",
      qtyAffected: "1",
      uom: "EA",
      reportedByName: null,
      photosMissing: true,
      photoCount: 0,
      carrierNotifyBy: expect.any(String),
      description: expect.stringContaining("Forklift hole"),
    });
    await asSuper(
      testApp,
      "insert into files (company_id, name, media_type, bytes, sha256, entity, entity_id) values ($1, 'hole.jpg', 'image/jpeg', 1, '\\x00', 'receipt', $2)",
      [testApp.companies.a, receipt["id"]],
    );
    expect(await issuesOf(`receiptId=${receipt["id"]}`)).toMatchObject([{ photosMissing: false, photoCount: 1 }]);
    const rejected = await received({ rejectedQty: "3" });
    expect(await issuesOf(`receiptId=${rejected.receipt["id"]}`)).toMatchObject([
      { kind: "quality", photosMissing: false },
    ]);
    const plain = await received({ acceptedQty: "10" });
    expect(await issuesOf(`receiptId=${plain.receipt["id"]}`)).toEqual([]);
  });

  test("falls away with the receipt that opened it, unless somebody works on it", async () => {
    const { receipt } = await received({ damagedQty: "1", rejectedQty: "1" });
    const [one, two] = await issuesOf(`receiptId=${receipt["id"]}&sort=createdAt`);
    await step(two!["id"], "acknowledge");
    await step(two!["id"], "investigate");
    expect(
      (await decide(manager, `/api/warehouse/receipts/${receipt["id"]}/reverse`, { reason: "wrong truck" })).status,
    ).toBe(200);
    expect((await manager.get(`${path}/${one!["id"]}`)).body).toMatchObject({ status: "dismissed" });
    expect((await manager.get(`${path}/${two!["id"]}`)).body).toMatchObject({ status: "investigating" });
  });

  test("is opened by a delivery that did not come, and by one that was sent away", async () => {
    const gate = await testApp.as("DOCK_SUPERVISOR");
    const missed = await aDelivery(testApp, site, [], { status: "scheduled", gate_in_at: null });
    const refused = await aDelivery(testApp, site, []);
    const marked = await gate.post(`/api/warehouse/delivery-schedules/${missed.id}/mark-no-show`);
    expect(marked.status, marked.text).toBe(200);
    expect(await issuesOf(`deliveryScheduleId=${missed.id}`)).toMatchObject([
      { kind: "no_show", severity: "high", vendorId: site.vendorId, deliveryScheduleNumber: missed.number },
    ]);
    await gate.post(`/api/warehouse/delivery-schedules/${refused.id}/refuse`, { reason: "The load has tipped over" });
    expect(await issuesOf(`deliveryScheduleId=${refused.id}`)).toMatchObject([
      { kind: "other", description: expect.stringContaining("tipped over") },
    ]);
  });

  describe("about a shortage", () => {
    test("is opened when a delivery is over and did not bring what it was to bring", async () => {
      const products = await Promise.all([aProduct(testApp), aProduct(testApp), aProduct(testApp)]);
      const po = await anOrder(
        testApp,
        site,
        products.map(({ id }) => ({ productId: id, orderedQty: "10", uom: "XBX", qtyPerUom: "12" })),
      );
      const delivery = await aDelivery(
        testApp,
        site,
        po.items.map(({ id }) => ({ itemId: id, qty: "6" })),
      );
      await receiver.post(
        "/api/warehouse/receipts",
        aReceipt(
          site,
          [aLine(po.items[0]!, { acceptedQty: "6" }), aLine(po.items[1]!, { acceptedQty: "3", rejectedQty: "1" })],
          { deliveryScheduleId: delivery.id },
        ),
      );
      await receiver.post("/api/warehouse/receipts", aReceipt(site, [aLine(po.items[2]!, { acceptedQty: "2" })])); // came otherwise
      const done = await (
        await testApp.as("DOCK_SUPERVISOR")
      ).post(`/api/warehouse/delivery-schedules/${delivery.id}/complete`, {
        nothingReceivedReason: "The last line came otherwise",
      });
      expect(done.status, done.text).toBe(200);
      expect(
        (await issuesOf(`deliveryScheduleId=${delivery.id}&kind=short&sort=createdAt`)).map(
          ({ lineNo, qtyAffected, uom, deliveryScheduleNumber }) => [lineNo, qtyAffected, uom, deliveryScheduleNumber],
        ),
      ).toEqual([
        [2, "2", "XBX", delivery.number],
        [3, "6", "XBX", delivery.number],
      ]);
    });

    test("is opened when a line is closed short, once", async () => {
      const po = await anOrder(
        testApp,
        site,
        [
          { productId: (await aProduct(testApp, { base_uom: "KGM" })).id, orderedQty: "10" },
          { productId: (await aProduct(testApp)).id, orderedQty: "10" },
        ],
        { status: "confirmed" },
      );
      await receiver.post("/api/warehouse/receipts", aReceipt(site, [aLine(po.items[0]!, { acceptedQty: "7.5" })]));
      const closed = await decide(manager, `/api/warehouse/purchase-orders/${po.id}/short-close-line`, {
        itemId: po.items[0]!.id,
        reason: "Out of production",
      });
      expect(closed.status, closed.text).toBe(200);
      expect(await issuesOf(`purchaseOrderId=${po.id}`)).toMatchObject([
        { kind: "short", qtyAffected: "2.5", lineNo: 1 },
      ]);
      expect(
        (await decide(manager, `/api/warehouse/purchase-orders/${po.id}/close`, { reason: "Nothing more comes" }))
          .status,
      ).toBe(200);
      expect(
        (await issuesOf(`purchaseOrderId=${po.id}&sort=createdAt`)).map(({ lineNo, qtyAffected }) => [
          lineNo,
          qtyAffected,
        ]),
      ).toEqual([
        [1, "2.5"],
        [2, "10"],
      ]);
    });
  });
});
