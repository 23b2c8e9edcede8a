import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Client } from "#main/testing/test-app.ts";
import { startMailSink, type MailSink } from "#main/testing/mail/mail-sink.ts";
import { orderRecords, ordersPath, sentOrder } from "#main/testing/records/orders.ts";
import {
  adminEmail,
  adminPassword,
  clientOf,
  dataFolder,
  setUpAdmin,
  startProduct,
  stopProduct,
  superUrlOf,
  type Product,
} from "#main/testing/product/product.ts";
import { unzip } from "#main/testing/files/unzip.ts";

// The real product as its own process, with its log, its database and a real mail server: nothing here is looked at from inside.
const folder = dataFolder("waybill-security-");
let sink: MailSink;
let product: Product;
let admin: Client;
let mail: { option: string; orderId: string; secret: string; text: string };
/** What was mailed to people about their access, and can still be used. */
let access: Record<"reset" | "invitation" | "registration", string>;
const canary = "CANARY-4711";

beforeAll(async () => {
  sink = await startMailSink();
  product = await startProduct(folder.path, { SMTP_URL: sink.url });
  admin = await setUpAdmin(product);
  mail = await mailedOrder();
  access = await mailedAccess();
}, 180_000);

afterAll(async () => {
  await stopProduct(product);
  await sink.close();
  folder.remove();
});

async function mailedOrder(): Promise<typeof mail> {
  const records = await orderRecords(admin, { vendor: { orderEmail: "orders@vendor.example", taxId: canary } });
  const order = await sentOrder(admin, records);
  const { text } = await sink.next("orders@vendor.example", String(order["number"]));
  const [, option = "", orderId = "", secret = ""] =
    /http:\/\/\S+\/po\/(\w+)\/([0-9a-f-]{36})#t=([\w.-]{45})/.exec(text) ?? [];
  return { option, orderId, secret, text };
}

async function mailedAccess(): Promise<typeof access> {
  const secretTo = async (to: string, subject: RegExp) =>
    /#t=([\w.-]{45})/.exec((await sink.next(to, subject)).text)?.[1] ?? "";
  const person = { firstName: "Mira", lastName: "Holt" };
  const invited = { ...person, email: "invited@example.com" };
  await admin.post("/api/auth/users", invited, { "idempotency-key": "an-invitation" });
  const visitor = clientOf(product.address);
  await visitor.get("/api/settings");
  await visitor.post("/api/auth/reset-password", { email: adminEmail });
  const password = "nine lorries under the rain";
  await visitor.post("/api/auth/registrations", { ...person, email: "registers@example.com", password });
  return {
    invitation: await secretTo("invited@example.com", /invites you/),
    reset: await secretTo(adminEmail, /^Choose a new password/),
    registration: await secretTo("registers@example.com", /^Confirm your address/),
  };
}

async function open(body: Record<string, unknown>) {
  const client = clientOf(product.address);
  await client.get("/api/settings");
  return {
    client,
    answer: await client.post("/api/links/open", {
      page: "purchase-order",
      subjectId: mail.orderId,
      secret: mail.secret,
      ...body,
    }),
  };
}

async function asSuper<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: superUrlOf(folder.path) });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const linkState = () =>
  asSuper(
    `select used_at, revoked_at, first_viewed_at, (select count(*)::int from link_sessions) as sessions,
      (select version from purchase_orders where id = subject_id) as version from links where subject_id = $1`,
    [mail.orderId],
  );

describe("a mailed link", () => {
  test("carries its secret behind the #, which no browser sends anywhere", () => {
    expect(mail.secret).toHaveLength(45);
    const addresses = mail.text.match(/https?:\/\/\S+/g) ?? [];
    expect(
      addresses
        .filter((one) => one.includes(mail.secret))
        .map((one) => new URL(one))
        .every(
          ({ hash, pathname, search }) => hash.includes(mail.secret) && !`${pathname}${search}`.includes(mail.secret),
        ),
    ).toBe(true);
  });

  test("is left as it is by a mail scanner that opens everything ten times", async () => {
    const before = await linkState();
    for (let n = 0; n < 10; n += 1) {
      for (const path of [
        `/po/${mail.option}/${mail.orderId}`,
        `/api/links/purchase-orders/${mail.orderId}`,
        `${ordersPath}/${mail.orderId}/confirm`,
        "/api/links/open",
      ]) {
        for (const method of ["GET", "HEAD", "OPTIONS"])
          await fetch(`${product.address}${path}`, { method, headers: { accept: "text/html" } });
      }
    }
    expect(await linkState()).toEqual(before);
    expect((await open({})).answer.status).toBe(200);
  });

  test("is unknown in one and the same way: never made, of another record, of another purpose, of another company", async () => {
    const other = await mailedOrder();
    const answers = await Promise.all([
      open({ secret: "A".repeat(43) }),
      open({ secret: `${mail.secret.slice(0, -1)}${mail.secret.endsWith("A") ? "B" : "A"}` }),
      open({ secret: other.secret }),
      open({ subjectId: other.orderId }),
      open({ subjectId: "0190a000-0000-7000-8000-000000000000" }),
      open({ page: "delivery-schedule" }),
    ]);
    const [first, ...rest] = answers.map(({ answer }) => ({
      status: answer.status,
      body: { ...answer.body, requestId: "" },
    }));
    expect(first).toMatchObject({ status: 404, body: { code: "link_unknown" } });
    for (const one of rest) expect(one).toEqual(first);
    const { client } = await open({});
    const elsewhere = await client.get(`/api/links/purchase-orders/${other.orderId}`);
    expect({ status: elsewhere.status, body: { ...elsewhere.body, requestId: "" } }).toEqual(first);
  });

  test.each([
    ["expired", "expires_at = now() - interval '1 minute'"],
    ["superseded", "revoked_at = now(), revoked_reason = 'superseded'"],
    ["cancelled", "revoked_at = now(), revoked_reason = 'cancelled'"],
    ["used", "used_at = now(), used_by_name = 'Ada', used_for = 'confirm'"],
  ])("that is %s says so to who holds it, and to nobody else", async (state, change) => {
    const one = await mailedOrder();
    await asSuper(`update links set ${change} where subject_id = $1`, [one.orderId]);
    expect((await open({ subjectId: one.orderId, secret: one.secret })).answer).toMatchObject({
      status: 410,
      body: { code: "link_over", details: { state } },
    });
    expect((await open({ subjectId: one.orderId, secret: "A".repeat(43) })).answer.status).toBe(404);
  });
});

describe("secrets", () => {
  /** A secret in every form in which it may have been written down. */
  const formsOf = (given: string): Buffer[] => {
    const secret = given.replace(/^0\./, ""); // without the cell
    const raw = Buffer.from(secret, "base64url");
    return [
      secret,
      raw,
      raw.toString("hex"),
      raw.toString("hex").toUpperCase(),
      raw.toString("base64"),
      encodeURIComponent(raw.toString("base64")),
      Buffer.from(secret).toString("base64"),
    ].map((form) => Buffer.from(form));
  };
  const secrets = async (): Promise<Record<string, Buffer[]>> => {
    const { client } = await open({});
    const setUp = /set-up#t=([\w.-]{45})/.exec(product.said())?.[1] ?? "";
    return {
      "the mailed link": formsOf(mail.secret),
      "the reset": formsOf(access.reset),
      "the invitation": formsOf(access.invitation),
      "the registration": formsOf(access.registration),
      "the link's session": formsOf(client.cookies.get("waybill-link") ?? ""),
      "the administrator's session": formsOf(admin.cookies.get("waybill-session") ?? ""),
      "the password": [Buffer.from(adminPassword), Buffer.from(encodeURIComponent(adminPassword))],
      "the set-up link": formsOf(setUp),
    };
  };
  const foundIn = (haystack: Buffer, needles: Record<string, Buffer[]>) =>
    Object.entries(needles)
      .filter(([, forms]) => forms.some((form) => form.length > 8 && haystack.includes(form)))
      .map(([name]) => name);
  const files = (path: string): string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test("stand in no log", async () => {
    expect((await admin.get("/api/warehouse/vendors?q=GRACE-4711")).status).toBe(200);
    const printed = product.said().replace(/^.*set-up#t=.*$/m, ""); // printed once, for the operator, on purpose
    expect(printed).toContain('"url":"/api/links/open"');
    expect(printed).toContain('"url":"/api/warehouse/vendors"');
    expect(printed).not.toContain("GRACE-4711");
    expect(foundIn(Buffer.from(printed), await secrets())).toEqual([]);
  });

  test("stand in no row of any table, the queue's included", async () => {
    const tables = await asSuper<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const dump: string[] = [];
    for (const { name } of tables)
      dump.push(...(await asSuper<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row));
    const text = Buffer.from(dump.join("\n"));
    expect(text.includes(canary)).toBe(true);
    expect(foundIn(text, await secrets())).toEqual([]);
  });

  test("stand in no file of the data folder, the database's own files and its log included", async () => {
    await asSuper("checkpoint");
    const needles = await secrets();
    let seen = 0;
    for (const path of files(folder.path)) {
      const contents = readFileSync(path);
      if (contents.includes(canary)) seen += 1;
      expect(foundIn(contents, needles), path.slice(folder.path.length)).toEqual([]);
    }
    expect(seen).toBeGreaterThan(0);
  });

  test.runIf(existsSync("/proc/self/cmdline"))(
    "stand in no command line, where every user of the machine could read them",
    async () => {
      const keys = JSON.parse(readFileSync(join(folder.path, "postgres", "keys.json"), "utf8")) as Record<
        string,
        unknown
      >;
      const signing = readFileSync(join(folder.path, "keys", "signing.key"), "utf8").trim();
      const known = [
        ...Object.entries(keys)
          .filter(([name]) => /password/i.test(name))
          .map(([, value]) => String(value)),
        signing,
        adminPassword,
        mail.secret,
      ];
      expect(known.length).toBeGreaterThan(3);
      const lines = readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(commandLineOf);
      expect(lines.filter((line) => line.includes(folder.path)).length).toBeGreaterThan(0);
      expect(lines.filter((line) => known.some((secret) => line.includes(secret)))).toEqual([]);
    },
  );

  test("stand in no answer about the mails that left, nor in what a company takes away", async () => {
    const needles = await secrets();
    const { body: list, text } = await admin.get("/api/settings/mails?limit=200");
    const answers = [
      text,
      (await admin.get("/api/settings/mails/export.csv")).text,
      (await admin.get("/api/settings/audit")).text,
    ];
    for (const { id } of list.items) answers.push((await admin.get(`/api/settings/mails/${id}`)).text);
    expect(answers.length).toBeGreaterThan(6);
    expect(foundIn(Buffer.from(answers.join("\n")), needles)).toEqual([]);
    const { body: asked } = await admin.post("/api/settings/company-exports");
    const path = `/api/settings/company-exports/${asked.id}/download`;
    await vi.waitFor(async () => expect((await fetchBytes(path)).length).toBeGreaterThan(1_000), 30_000);
    const entries = [...unzip(await fetchBytes(path)).values()];
    expect(foundIn(Buffer.concat(entries), needles)).toEqual([]);
  });

  test("are not repeated where a mail server repeats them in its refusal: neither in the queue nor in the log", async () => {
    sink.refuse((text) => `554 5.7.1 spam: ${/\S+#t=[\w.-]{45}/.exec(text)?.[0] ?? "no link"} is listed`);
    const visitor = clientOf(product.address);
    await visitor.get("/api/settings");
    await visitor.post("/api/auth/reset-password", { email: adminEmail });
    const error = await vi.waitFor(async () => {
      const [failed] = await asSuper<{ error: string }>(
        "select error from mails where status = 'failed' and subject like 'Choose%'",
      );
      expect(failed).toBeDefined();
      return failed?.error ?? "";
    }, 15_000);
    sink.refuse(null);
    expect(error).toMatch(/554 5\.7\.1 spam: \S+change-password#t=•+ is listed/);
    const jobs = await asSuper<{ last_error: string }>(
      "select last_error from graphile_worker._private_jobs where last_error is not null",
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(`${JSON.stringify(jobs)} ${product.said().replace(/^.*set-up#t=.*$/m, "")}`).not.toMatch(/#t=[\w.-]/);
  });

  test("do not travel on: pages and answers forbid the Referer, and answers are not kept", async () => {
    const page = await fetch(`${product.address}/po/${mail.option}/${mail.orderId}`, {
      headers: { accept: "text/html" },
    });
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const { answer } = await open({});
    expect(answer.headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": expect.stringContaining("no-store"),
    });
    expect(answer.text).not.toContain(mail.secret);
  });
});

test("every answer carries the headers that keep a browser out of trouble", async () => {
  for (const path of ["/", "/api/settings", "/api/none", "/livez"]) {
    const { headers } = await fetch(`${product.address}${path}`, {
      headers: { accept: path === "/" ? "text/html" : "application/json" },
    });
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("content-security-policy"), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get("content-security-policy"), path).not.toMatch(/unsafe-(?:inline|eval)/);
    expect(headers.get("server"), path).toBeNull();
    expect(headers.get("x-powered-by"), path).toBeNull();
    expect(headers.get("access-control-allow-origin"), path).toBeNull();
  }
});

/** The bytes of an answer, with the administrator's cookies. */
async function fetchBytes(path: string): Promise<Buffer> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${product.address}${path}`, { headers: { cookie } });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
}
