import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Answer, type Body, type Client } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { orderRecords, saved, sentOrder, step, type OrderRecords } from "#main/testing/records/orders.ts";

// Not conformed: a link is no record; it is opened by its secret and by nothing else.
let testApp: MailApp;
let buyer: Client;
let records: OrderRecords;
let vendorMail: string;

beforeAll(async () => {
  testApp = await startMailApp();
  buyer = await testApp.as("WAREHOUSE_MANAGER");
  vendorMail = `orders-${Date.now()}@vendor.example`;
  records = await orderRecords(await testApp.as("COMPANY_ADMIN"), { vendor: { orderEmail: vendorMail } });
});
afterAll(() => testApp.close());

/** An order that went out, and the secret of its mailed link. */
async function mailed(): Promise<{ order: Body; secret: string }> {
  const order = await sentOrder(buyer, records);
  return { order, secret: await secretOf(order) };
}

async function secretOf(order: Body): Promise<string> {
  const { text } = await testApp.sink.next(vendorMail, String(order["number"]));
  return /#t=([\w.-]{45})/.exec(text)?.[1] ?? "";
}

/** A person without a session, as a link page is: with the visitor's cookie only. */
async function stranger(): Promise<Client> {
  const client = testApp.visitor();
  await client.get("/api/settings");
  return client;
}

const open = (client: Client, secret: string, subjectId: string, page = "purchase-order"): Promise<Answer> =>
  client.post("/api/links/open", { page, subjectId, secret });
const read = (client: Client, id: string): Promise<Answer> => client.get(`/api/links/purchase-orders/${id}`);
const confirm = (client: Client, id: string): Promise<Answer> =>
  client.post(`/api/warehouse/purchase-orders/${id}/confirm`, { name: "Anke Lührs" });

describe("a mailed link", () => {
  test("is not changed by ten GETs of a mail scanner, nor by being opened", async () => {
    const { order, secret } = await mailed();
    const facts = () =>
      asSuper(
        testApp,
        `select used_at, revoked_at, (select status from purchase_orders where id = $1) as status from links
          where subject_id = $1`,
        [order.id],
      );
    const before = await facts();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await testApp.app.inject({ method: "GET", url: `/po/confirm/${order.id}` });
      await testApp.app.inject({ method: "HEAD", url: `/api/links/purchase-orders/${order.id}` });
      await testApp.app.inject({ method: "GET", url: `/api/links/purchase-orders/${order.id}` });
    }
    const vendor = await stranger();
    expect((await open(vendor, secret, order.id)).status).toBe(200);
    expect((await read(vendor, order.id)).body).toMatchObject({ mayAnswer: true, number: order["number"] });
    expect(await facts()).toEqual(before);
  });

  test("never existed, another record's, another purpose's, another company's: one and the same 404", async () => {
    const { order, secret } = await mailed();
    const { order: other } = await mailed();
    const answers = [
      await open(await stranger(), "A".repeat(43), order.id),
      await open(await stranger(), secret, other.id),
      await open(await stranger(), secret, order.id, "delivery-schedule"),
      await open(await stranger(), secret, "01990000-0000-7000-8000-000000000000"),
      await open(await stranger(), secret.replace(/^0\./, "7."), order.id), // a cell that is not known
    ];
    for (const { status, body } of answers)
      expect([status, { ...body, requestId: "" }]).toEqual([
        404,
        { code: "link_unknown", message: answers[0]?.body.message, requestId: "" },
      ]);
    const vendor = await stranger();
    await open(vendor, secret, order.id);
    expect((await read(vendor, other.id)).status).toBe(404);
  });

  test("names the cell that it leads to, and opens without it, as links from before cells do", async () => {
    const { order, secret } = await mailed();
    expect(secret).toMatch(/^0\.[\w-]{43}$/);
    expect((await open(await stranger(), secret.slice(2), order.id)).status).toBe(200);
  });

  test("answered, superseded, cancelled or expired it is 410 and says which", async () => {
    const used = await mailed();
    const vendor = await stranger();
    await open(vendor, used.secret, used.order.id);
    expect((await confirm(vendor, used.order.id)).status).toBe(200);
    const again = await open(await stranger(), used.secret, used.order.id);
    expect([again.status, again.body.code, again.body["details"]]).toMatchObject([
      410,
      "link_over",
      { state: "used", byName: "Anke Lührs" },
    ]);

    const amended = await mailed();
    const { items, version } = (await buyer.get(`/api/warehouse/purchase-orders/${amended.order.id}`)).body;
    const lines = items.map((item) => ({
      id: item.id,
      productId: item["productId"],
      orderedQty: "7",
      uom: "EA",
      unitPrice: "2.5",
    }));
    await step(buyer, amended.order.id, "amend", { reason: "Fewer are needed", items: lines, version });
    expect((await open(await stranger(), amended.secret, amended.order.id)).body).toMatchObject({
      code: "link_over",
      details: { state: "superseded" },
    });

    const cancelled = await mailed();
    await step(buyer, cancelled.order.id, "cancel", { reason: "Ordered twice" });
    expect((await open(await stranger(), cancelled.secret, cancelled.order.id)).body).toMatchObject({
      code: "link_over",
      details: { state: "cancelled" },
    });

    const expired = await mailed();
    await asSuper(testApp, "update links set expires_at = now() - interval '1 second' where subject_id = $1", [
      expired.order.id,
    ]);
    expect((await open(await stranger(), expired.secret, expired.order.id)).body).toMatchObject({
      code: "link_over",
      details: { state: "expired" },
    });
  });

  test("takes one answer of twenty given at once", async () => {
    const { order, secret } = await mailed();
    const vendors = await Promise.all(Array.from({ length: 20 }, stranger));
    await Promise.all(vendors.map((vendor) => open(vendor, secret, order.id)));
    const answers = await Promise.all(vendors.map((vendor) => confirm(vendor, order.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410 || status === 409)).toHaveLength(19);
  });

  test("may be asked for anew, to the stored address only, with the same words whoever asks", async () => {
    const { order, secret } = await mailed();
    await asSuper(testApp, "update links set expires_at = now() - interval '1 second' where subject_id = $1", [
      order.id,
    ]);
    const asked = await (
      await stranger()
    ).post("/api/links/renew", { page: "purchase-order", subjectId: order.id, secret });
    const guessed = await (
      await stranger()
    ).post("/api/links/renew", { page: "purchase-order", subjectId: order.id, secret: "B".repeat(43) });
    expect([asked.status, asked.body]).toEqual([guessed.status, guessed.body]);
    const fresh = await secretOf(order);
    expect(fresh).not.toBe(secret);
    expect((await open(await stranger(), fresh, order.id)).status).toBe(200);
  });
});

test("is asked for anew five times an hour, by forty calls at once too; then the answer says how long to wait", async () => {
  const { order, secret } = await mailed();
  await asSuper(testApp, "update links set expires_at = now() - interval '1 second' where subject_id = $1", [order.id]);
  const visitors = await Promise.all(Array.from({ length: 40 }, stranger));
  const answers = await Promise.all(
    visitors.map((visitor) =>
      visitor.post("/api/links/renew", { page: "purchase-order", subjectId: order.id, secret }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^3[56]\d\d$/) },
      body: { message: "This was mailed 5 times within the last hour. Try again in 60 minutes." },
    });
  expect((await saved(buyer.get(`/api/warehouse/purchase-orders/${order.id}/history`))).items[0]).toMatchObject({
    step: "linkRenewed",
  });
});

test("is asked for anew on its own page only: nothing is written about a record of another kind", async () => {
  const { order, secret } = await mailed();
  const vendor = await stranger();
  await open(vendor, secret, order.id);
  expect((await confirm(vendor, order.id)).status).toBe(200);
  const asked = await vendor.post("/api/links/renew", { page: "delivery-schedule", subjectId: order.id, secret });
  expect(asked).toMatchObject({ status: 200, body: { sent: true } });
  expect(
    await asSuper(testApp, "select entity, step from events where entity_id = $1 and step = 'linkRenewed'", [order.id]),
  ).toEqual([]);
});

test("what was mailed more than an hour ago counts no more", async () => {
  const { order, secret } = await mailed();
  await asSuper(testApp, "update links set expires_at = now() - interval '1 second' where subject_id = $1", [order.id]);
  await asSuper(
    testApp,
    `insert into events (company_id, actor_kind, entity, entity_id, step, at)
     select $1, 'system', 'purchase-order', $2, 'linkRenewed', now() - interval '61 minutes' from generate_series(1, 9)`,
    [testApp.companies.a, order.id],
  );
  const asked = { page: "purchase-order", subjectId: order.id, secret };
  expect((await (await stranger()).post("/api/links/renew", asked)).status).toBe(200);
});

test("a buyer sends an order again five times an hour, not more", async () => {
  const { order } = await mailed();
  for (let n = 0; n < 5; n += 1) await step(buyer, order.id, "resend");
  expect(await buyer.post(`/api/warehouse/purchase-orders/${order.id}/resend`, {})).toMatchObject({ status: 429 });
});

test("the secret and its encodings stand in no row, no queue, no file of ours", async () => {
  const { order, secret } = await mailed();
  const vendor = await stranger();
  await open(vendor, secret, order.id);
  const forms = [
    secret,
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret, "base64url").toString("hex"),
    encodeURIComponent(secret),
  ];
  const tables = await asSuper<{ name: string }>(
    testApp,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  );
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const [row] = await asSuper<{ found: boolean }>(
      testApp,
      `select coalesce(bool_or(t::text like any ($1)), false) as found from ${name} t`,
      [forms.map((form) => `%${form}%`)],
    );
    expect(row?.found, name).toBe(false);
  }
  const files = readdirSync(testApp.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of files) {
    const content = readFileSync(join(file.parentPath, file.name), "latin1");
    for (const form of forms) expect(content.includes(form), file.name).toBe(false);
  }
});

test("the session that a link opened ends after its time, though the link holds on", async () => {
  const { order, secret } = await mailed();
  const visitor = await stranger();
  await open(visitor, secret, order.id);
  expect((await read(visitor, order.id)).status).toBe(200);
  await asSuper(
    testApp,
    `update link_sessions set expires_at = now() - interval '1 second'
      where link_id in (select id from links where subject_id = $1)`,
    [order.id],
  );
  expect(await read(visitor, order.id)).toMatchObject({ status: 404, body: { code: "link_unknown" } });
  expect((await open(visitor, secret, order.id)).status).toBe(200);
});

// The last one: from then on this address waits.
test("thirty guesses from one address are free; then it waits, longer each time, 15 minutes at most, and the right secret waits with it", async () => {
  const { order, secret } = await mailed();
  await asSuper(testApp, "delete from sign_in_attempts");
  const visitor = await stranger();
  const guess = (n: number) => open(visitor, `0.${String(n).padStart(43, "A")}`, order.id);
  const waits = async () => {
    const [row] = await asSuper<{ seconds: number | null }>(
      testApp,
      "select extract(epoch from blocked_until - last_at)::int as seconds from sign_in_attempts",
    );
    return row?.seconds;
  };
  const until = (when: string) =>
    asSuper(testApp, `update sign_in_attempts set blocked_until = now() + interval '${when}'`);
  for (let n = 0; n < 30; n += 1) expect((await guess(n)).status).toBe(404);
  expect(await waits()).toBeNull();
  expect((await guess(30)).status).toBe(404);
  expect(await waits()).toBe(1);
  await until("1 minute"); // so that it lasts for as long as this test needs
  for (const tried of [await guess(31), await open(visitor, secret, order.id)])
    expect(tried).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
  await until("-1 second");
  expect((await open(visitor, secret, order.id)).status).toBe(200);
  expect((await guess(32)).status).toBe(404);
  expect(await waits()).toBe(2);
  await asSuper(testApp, "update sign_in_attempts set failures = 500");
  await until("-1 second");
  expect((await guess(33)).status).toBe(404);
  expect(await waits()).toBe(15 * 60); // never longer
});
