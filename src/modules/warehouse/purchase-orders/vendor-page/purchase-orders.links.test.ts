import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import type { ReceivedMail } from "#main/testing/mail/mail-sink.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import {
  orderBody,
  orderRecords,
  ordersPath,
  saved,
  sentOrder,
  step,
  type OrderRecords,
} from "#main/testing/records/orders.ts";

// Not conformed: the vendor's page has no list and no form; what it shows and refuses is tested here, and with the answers.
/** The whole way: real mails over SMTP, the secret out of the mail's address, the vendor without a session. */
describe("by the mailed link", () => {
  let testApp: MailApp;
  let buyer: Client;
  let context: OrderRecords;
  let address: string;
  const linkIn = (mail: ReceivedMail) => {
    const match = /http:\/\/127\.0\.0\.1:4400\/po\/(\w+)\/([0-9a-f-]{36})#t=([\w.-]{45})/.exec(mail.text);
    if (!match) throw new Error(`no link in ${mail.text}`);
    return { option: match[1] ?? "", orderId: match[2] ?? "", secret: match[3] ?? "" };
  };
  /** What the page does with the secret of its address. */
  const open = async (mail: ReceivedMail) => {
    const { orderId, secret } = linkIn(mail);
    const client = testApp.visitor();
    await client.get("/api/settings");
    return {
      client,
      answer: await client.post("/api/links/open", { page: "purchase-order", subjectId: orderId, secret }),
    };
  };
  const page = (order: { id: string }) => `/api/links/purchase-orders/${order.id}`;
  const lines = (order: Body, first: Record<string, unknown> = { answer: "change", qty: "6" }) =>
    order.items.map(({ id }, at) => ({ itemId: id, answer: "accept", ...(at === 0 ? first : {}) }));
  const sentAndMailed = async () => {
    const order = await sentOrder(buyer, context);
    return { order, mail: await testApp.sink.next(address, String(order["number"])) };
  };

  beforeAll(async () => {
    testApp = await startMailApp();
    buyer = await testApp.as("BUYER");
    context = await orderRecords(await testApp.as("SUPER_ADMIN"), { vendor: { name: "Žluťoučký Kontor, s.r.o." } });
    address = String((await saved(buyer.get(`/api/warehouse/vendors/${context.vendorId}`)))["orderEmail"]);
  });
  afterAll(() => testApp.close());

  test("the order comes with its PDF; the page shows it, and looking changes nothing", async () => {
    const { order, mail } = await sentAndMailed();
    expect(mail.subject).toContain(String(order["number"]));
    expect(mail.html).toContain("Answer the order");
    expect(mail.attachments).toMatchObject([{ name: `${String(order["number"])} r1.pdf`, type: "application/pdf" }]);
    expect(mail.attachments[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
    const { client, answer } = await open(mail);
    expect(answer).toMatchObject({ status: 200, body: { purpose: "po.respond" } });
    for (let n = 0; n < 10; n += 1)
      expect((await client.get(page(order))).body).toMatchObject({
        status: "sent",
        mayAnswer: true,
        linkExpiresAt: expect.any(String),
        vendorName: "Žluťoučký Kontor, s.r.o.",
      });
    const pdf = await client.get(`${page(order)}/order.pdf`);
    expect(pdf).toMatchObject({
      status: 200,
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${String(order["number"])} r1.pdf"`,
      },
    });
    const now = await saved(buyer.get(`${ordersPath}/${order.id}`));
    expect(now).toMatchObject({ status: "sent", version: order.version, linkOpenedAt: expect.any(String) });
    expect((await client.get(`${ordersPath}/${order.id}`)).status).toBe(401);
    expect((await client.get(`${ordersPath}/${order.id}/history`)).status).toBe(401);
  });

  test("the answer is the vendor's page and nothing else, and the typed name is kept", async () => {
    const { order, mail } = await sentAndMailed();
    const { client } = await open(mail);
    expect(await client.post(`${ordersPath}/${order.id}/confirm`, {})).toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } },
    });
    const { status, body, text } = await client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      status: "confirmed",
      mayAnswer: false,
      answer: { kind: "accepted", by: "Anke Lührs" },
    });
    expect(text).not.toMatch(/createdBy|submittedBy|steps|sourceDocument|version/);
    expect((await saved(buyer.get(`${ordersPath}/${order.id}/history`))).items[0]).toMatchObject({
      step: "confirmed",
      actorKind: "link",
      actorName: "Anke Lührs",
    });
    expect((await testApp.sink.next("buyer@alpha.example", /confirms/)).text).toContain("Anke Lührs");
    const copy = await testApp.sink.next(address, `You confirmed order ${String(order["number"])}`);
    expect(linkIn(copy).option).toBe("view");
    const later = await open(copy);
    expect((await later.client.get(page(order))).body).toMatchObject({
      status: "confirmed",
      mayAnswer: false,
      answer: { by: "Anke Lührs" },
    });
    expect(
      await later.client.post(`${ordersPath}/${order.id}/decline`, { name: "Anke", reason: "changed my mind" }),
    ).toMatchObject({ status: 409, body: { code: "wrong_state" } });
  });

  test("an answer is given once: of ten at the same time one wins, the others are told what was recorded", async () => {
    const { order, mail } = await sentAndMailed();
    const { client } = await open(mail);
    const answers = await Promise.all(
      [...Array(10).keys()].map((n) =>
        n % 2
          ? client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" })
          : client.post(`${ordersPath}/${order.id}/decline`, { name: "Anke Lührs", reason: "No stock left" }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one !== won[0]))
      expect([status, body]).toMatchObject([
        410,
        {
          code: "link_over",
          details: {
            state: "used",
            byName: "Anke Lührs",
            usedFor: won[0]?.body.status === "confirmed" ? "confirmed" : "declined",
          },
        },
      ]);
    expect(
      await asSuper(
        testApp,
        `select count(*)::int as answers from events where entity_id = $1 and actor_kind = 'link'
          and step in ('confirmed', 'declined')`,
        [order.id],
      ),
    ).toEqual([{ answers: 1 }]);
    expect((await open(mail)).answer).toMatchObject({
      status: 410,
      body: { code: "link_over", details: { state: "used" } },
    });
  });

  test("a proposal, accepted, comes back as the next revision; the old link says what happened", async () => {
    const { order, mail } = await sentAndMailed();
    const { client } = await open(mail);
    await saved(
      client.post(`${ordersPath}/${order.id}/propose`, {
        name: "Anke Lührs",
        note: "Huila crop is short.",
        lines: lines(order),
      }),
    );
    const mailData = await testApp.sink.next("buyer@alpha.example", /proposes changes/);
    expect(mailData.text).toMatch(/10 → 6 pieces, 2.50 per piece/);
    expect(mailData.text).toContain("EUR 150.00 → EUR 140.00");
    expect((await testApp.sink.next(address, `Your changes to order ${String(order["number"])}`)).text).toContain(
      "6 pieces at 2.50 per piece",
    );
    await step(buyer, order.id, "accept-proposal");
    const again = await testApp.sink.next(address, /revision 2/);
    expect(again.text).toContain("accepts your changes");
    expect((await open(mail)).answer).toMatchObject({
      status: 410,
      body: { details: { state: "used", usedFor: "changeProposed" } },
    });
    const second = await open(again);
    expect((await second.client.get(page(order))).body).toMatchObject({
      revision: 2,
      mayAnswer: true,
      items: [{ orderedQty: "6" }, {}, {}],
    });
    expect((await second.client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" })).status).toBe(200);
    expect((await saved(buyer.get(`${ordersPath}/${order.id}`))).status).toBe("confirmed");
  });

  test("to an address that is no longer the vendor's is over, for who has the page open too; those that stay are not", async () => {
    const tag = Date.now();
    const [first, contact] = [`first-${tag}@vendor.example`, `contact-${tag}@vendor.example`];
    const admin = await testApp.as("SUPER_ADMIN");
    const own = await orderRecords(admin, {
      vendor: {
        orderEmail: first,
        contacts: [{ name: "Anke", email: contact, isPrimary: true, receivesOrders: true }],
      },
    });
    const vendorPath = `/api/warehouse/vendors/${own.vendorId}`;
    const kept = ["code", "name", "currency", "orderEmail", "contacts", "version"];
    const change = async (body: object) => {
      const now = Object.entries(await saved(admin.get(vendorPath))).filter(([key]) => kept.includes(key));
      return saved(admin.put(vendorPath, { ...Object.fromEntries(now), ...body }));
    };
    const order = await sentOrder(buyer, own);
    const [toFirst, toContact] = [await testApp.sink.next(first, ""), await testApp.sink.next(contact, "")];
    const theirs = await open(toContact);
    await change({ name: "The same addresses" });
    expect((await theirs.client.get(page(order))).status).toBe(200);
    const over = { status: 410, body: { code: "link_over", details: { state: "not_recipient" } } };
    await change({ contacts: [] });
    expect(await theirs.client.get(page(order))).toMatchObject(over);
    expect(await theirs.client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke" })).toMatchObject(over);
    expect((await open(toContact)).answer).toMatchObject(over);
    expect((await open(toFirst)).answer.status).toBe(200);
    await change({ orderEmail: `second-${tag}@vendor.example` });
    expect((await open(toFirst)).answer).toMatchObject(over);
    expect((await saved(buyer.get(`${ordersPath}/${order.id}`))).status).toBe("sent");
  });

  test("amended, sent again, or cancelled: the link is over and says so, also for who has the page open", async () => {
    const { order, mail } = await sentAndMailed();
    const { client } = await open(mail);
    await step(buyer, order.id, "resend");
    const fresh = await testApp.sink.next(address, String(order["number"]));
    const over = (state: string) => ({ status: 410, body: { code: "link_over", details: { state } } });
    expect(await client.get(page(order))).toMatchObject(over("superseded"));
    expect(await client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke" })).toMatchObject(over("superseded"));
    expect((await open(mail)).answer).toMatchObject(over("superseded"));
    const second = await open(fresh);
    expect(second.answer.status).toBe(200);
    await step(buyer, order.id, "cancel", { reason: "Project stopped" });
    expect(await second.client.get(page(order))).toMatchObject(over("cancelled"));
    const mailData = await testApp.sink.next(address, `Order ${String(order["number"])} is cancelled`);
    expect(mailData.text).toContain("Project stopped");
    expect((await (await open(mailData)).client.get(page(order))).body).toMatchObject({
      status: "cancelled",
      cancelReason: "Project stopped",
    });
  });

  test("an order that is written anew is not shown by an old link", async () => {
    const { order, mail } = await sentAndMailed();
    await saved(
      (await open(mail)).client.post(`${ordersPath}/${order.id}/decline`, {
        name: "Anke Lührs",
        reason: "No stock left",
      }),
    );
    const { client } = await open(await testApp.sink.next(address, `You declined order ${String(order["number"])}`));
    expect((await client.get(page(order))).body).toMatchObject({
      status: "declined",
      answer: { kind: "declined", note: "No stock left" },
    });
    await step(buyer, order.id, "revise");
    expect(await client.get(page(order))).toMatchObject({ status: 409, body: { code: "order_not_sent" } });
    expect((await client.get(`${page(order)}/order.pdf`)).status).toBe(409);
  });

  test("who asks for the new link gets it at the stored address only", async () => {
    const { order, mail } = await sentAndMailed();
    await step(buyer, order.id, "resend");
    await testApp.sink.next(address, String(order["number"]));
    const { secret } = linkIn(mail);
    const client = testApp.visitor();
    await client.get("/api/settings");
    expect(
      await client.post("/api/links/renew", { page: "purchase-order", subjectId: order.id, secret }),
    ).toMatchObject({ status: 200, body: { sent: true } });
    expect((await open(await testApp.sink.next(address, String(order["number"])))).answer.status).toBe(200);
  });

  test("a wrong secret, another order, another purpose, another company: one and the same answer", async () => {
    const [one, two] = [await sentAndMailed(), await sentAndMailed()];
    const { client } = await open(one.mail);
    const secret = linkIn(one.mail).secret;
    const tries = [
      { subjectId: one.order.id, secret: "x".repeat(43) },
      { subjectId: two.order.id, secret },
      { subjectId: "0190a000-0000-7000-8000-000000000000", secret },
    ];
    const answers = await Promise.all([
      ...tries.map((body) => client.post("/api/links/open", { page: "purchase-order", ...body })),
      client.post("/api/links/open", { page: "delivery-schedule", subjectId: one.order.id, secret }),
    ]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code} ${body.message}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: { code: "link_unknown" } });
    expect(await client.get(page(two.order))).toMatchObject({ status: 404, body: { code: "link_unknown" } });
    expect(await client.post(`${ordersPath}/${two.order.id}/confirm`, { name: "Anke" })).toMatchObject({
      status: 404,
      body: { code: "link_unknown" },
    });
  });

  test("everyone at the vendor who gets orders gets a link of their own; one answer ends them all", async () => {
    await asSuper(
      testApp,
      `insert into vendor_contacts (company_id, vendor_id, name, email, receives_orders)
        values ($1, $2, 'Second', 'second@vendor.example', true)`,
      [testApp.companies.a, context.vendorId],
    );
    const { order, mail } = await sentAndMailed();
    const other = await testApp.sink.next("second@vendor.example", String(order["number"]));
    expect(linkIn(other).secret).not.toBe(linkIn(mail).secret);
    const [first, second] = [await open(mail), await open(other)];
    await saved(first.client.post(`${ordersPath}/${order.id}/confirm`, { name: "Anke Lührs" }));
    expect(
      await second.client.post(`${ordersPath}/${order.id}/decline`, { name: "Second", reason: "not from us" }),
    ).toMatchObject({ status: 410, body: { details: { state: "decided" } } });
    await asSuper(testApp, "delete from vendor_contacts where vendor_id = $1", [context.vendorId]);
  });

  test("approvers are asked by mail, never the writer; the buyer hears of the decision", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
    const { id, number } = await saved(buyer.post(ordersPath, orderBody(context)));
    await step(buyer, id, "submit");
    const asked = await testApp.sink.next("warehouse-manager@alpha.example", `Please approve ${String(number)}`);
    expect(asked.text).toContain(`/warehouse/purchase-orders/details?id=${id}`);
    await testApp.sink.next("company-admin@alpha.example", `Please approve ${String(number)}`);
    expect(
      testApp.sink.mails.filter(
        ({ to, subject }) => to === "buyer@alpha.example" && subject.includes("Please approve"),
      ),
    ).toEqual([]);
    await step(await testApp.as("WAREHOUSE_MANAGER"), id, "reject", { reason: "Too much coffee" });
    expect((await testApp.sink.next("buyer@alpha.example", /was not approved/)).text).toContain("Too much coffee");
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
  });

  test("no secret stands in any table", async () => {
    const secrets = testApp.sink.mails.flatMap(
      ({ text }) => [...text.matchAll(/#t=([\w.-]{45})/g)].map(([, secret = ""]) => secret.slice(2)), // without the cell
    );
    expect(secrets.length).toBeGreaterThan(10);
    const tables = await asSuper<{ name: string }>(
      testApp,
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
    );
    for (const { name } of tables) {
      const [row] = await asSuper<{ found: number }>(
        testApp,
        `select count(*)::int as found from ${name} t where t::text ~ $1`,
        [secrets.join("|")],
      );
      expect(row?.found, name).toBe(0);
    }
  });
});
