import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { served } from "#main/app.ts";
import { modules } from "#main/modules.ts";
import type { Holder } from "#shared/permissions/permissions.ts";
import { rightsOf } from "#shared/permissions/rights.ts";
import { viewersOf } from "#server/live/viewers.ts";
import { follow, type Followed } from "#main/testing/live.ts";
import { clientByLink, clientWith, sessionOf } from "#main/testing/records/people.ts";
import { sources } from "#main/testing/sources.ts";

// Not conformed: it is a stream of what happens to other records, and has none of its own.
const heartbeatMs = 400;
let testApp: TestApp;
let buyer: Client;
let address: string;
const open: Followed[] = [];
beforeAll(async () => {
  testApp = await startTestApp({ heartbeatMs });
  address = await listening(testApp);
  buyer = await testApp.as("BUYER");
});
afterAll(async () => {
  for (const { close } of open) close();
  await testApp.close();
});

async function listening({ app }: TestApp): Promise<string> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`; // it listens on a port
}

async function following(client: Client, last?: string): Promise<Followed> {
  const stream = await follow(address, client, last === undefined ? {} : { "last-event-id": last });
  open.push(stream);
  return stream;
}

let made = 0;
async function vendor(client: Client): Promise<string> {
  made += 1;
  const answer = await client.post("/api/warehouse/vendors", {
    code: `LIVE-${made}`,
    name: `Live ${made}`,
    currency: "EUR",
  });
  expect(answer.status, answer.text).toBe(200);
  return `vendor ${answer.body.id}`;
}
const soon = { timeout: 10_000, interval: 20 };
const hears = (stream: Followed, told: string) => expect.poll(stream.changes, soon).toContain(told);

describe("what one person writes", () => {
  test("is told to those of the company who may see it, as the record's kind and id, and to nobody else", async () => {
    const [viewer, outsider, other] = [
      await testApp.as("VIEWER"),
      await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_PRODUCTS"]),
      await testApp.as("COMPANY_ADMIN", "b"),
    ];
    const [ours, without, theirs] = [await following(viewer), await following(outsider), await following(other)];
    const [first, foreign] = [await vendor(buyer), await vendor(other)];
    await Promise.all([hears(ours, first), hears(theirs, foreign)]);
    // Their own sign-in, a moment before, may be told as well while another transaction of the server is open.
    const vendors = (stream: Followed) => stream.changes().filter((told) => !told.startsWith("user "));
    expect(vendors(ours)).toEqual([first]);
    expect(vendors(theirs)).toEqual([foreign]);
    expect(vendors(without)).toEqual([]);
    const [told] = ours.told.filter(({ event }) => event === "message");
    expect(Object.keys(told!.data).toSorted()).toEqual(["at", "entity", "id"]);
    expect(ours.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
  });

  test("is told with the time that the record itself carries, so that a browser knows what it has already", async () => {
    const stream = await following(await testApp.as("VIEWER"));
    const { body } = await buyer.post("/api/warehouse/vendors", { code: "LIVE-AT", name: "At", currency: "EUR" });
    await hears(stream, `vendor ${body.id}`);
    expect(stream.told.findLast(({ data }) => data.id === body.id)?.data.at).toBe(body["updatedAt"]);
  });

  test("is not told to visitors, holders of a link, or users without a role", async () => {
    const link = await clientByLink(testApp, { purpose: "po.view", subjectId: testApp.users.VIEWER });
    expect((await following(testApp.visitor())).status).toBe(401);
    expect((await following(link)).status).toBe(401);
    expect((await following(await testApp.as("NOBODY"))).status).toBe(403);
  });

  test("is told to a SUPER_ADMIN of the company that they act in, and not of their own", async () => {
    const chief = await sessionOf(testApp, testApp.users.SUPER_ADMIN);
    await chief.post(`/api/settings/companies/${testApp.companies.b}/act`);
    const stream = await following(chief);
    const [ours, theirs] = [await vendor(buyer), await vendor(await testApp.as("COMPANY_ADMIN", "b"))];
    await hears(stream, theirs);
    expect(stream.changes()).not.toContain(ours);
  });

  test("is heard by the entity's own name: each kind of record that has a list has its viewers", () => {
    const known = viewersOf(served, modules.records);
    const handled = sources("src/modules/**/*.server.ts").flatMap(({ code }) =>
      [...code.matchAll(/\brecord: (\w+Record)\b/g)].map(([, name = ""]) => name),
    );
    const kinds = sources("src/modules/**/*.contract.ts").flatMap(({ code }) =>
      [...code.matchAll(/export const (\w+) = record\(\{\s*entity: "([\w-]+)"/g)]
        .filter(([, name = ""]) => handled.includes(name))
        .map(([, , kind = ""]) => kind),
    );
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !known.get(kind)?.all.length)).toEqual([]);
  });
});

describe("who comes back", () => {
  test("with Last-Event-ID hears all that was missed, in its order and once", async () => {
    const viewer = await testApp.as("VIEWER");
    const before = await following(viewer);
    const heard = await vendor(buyer);
    await hears(before, heard);
    before.close();
    const missed = [await vendor(buyer), await vendor(buyer), await vendor(buyer)];
    const after = await following(viewer, before.last());
    const next = await vendor(buyer);
    await hears(after, next);
    expect(after.changes()).toEqual([...missed, next]);
    expect(after.names()[0]).toBe("hello");
  });

  test("after more than a day, from another database, or with something made up, is told to load everything again", async () => {
    const viewer = await testApp.as("VIEWER");
    const { id } =
      (await following(viewer)).told[0] ??
      (await expect.poll(() => open.at(-1)!.told[0], soon).toBeTruthy(), open.at(-1)!.told[0]!);
    const [tx = "", event = ""] = id.split(".");
    for (const last of [
      `${tx}.${event}.${Date.now() - 25 * 3_600_000}`,
      `9999999999999999999.${event}.${Date.now()}`,
      "made up",
    ]) {
      const stream = await following(viewer, last);
      await expect.poll(() => stream.names()[0], soon).toBe("resync");
    }
  });

  test("is not told less when a transaction commits late, after one that began later", async () => {
    const stream = await following(await testApp.as("VIEWER"));
    const late = new pg.Client({ connectionString: testApp.superUrl });
    await late.connect();
    await late.query("begin");
    const { rows } = await late.query<{ id: string }>(
      `insert into events (company_id, actor_kind, entity, entity_id, step)
        values ($1, 'system', 'vendor', uuidv7(), 'updated') returning entity_id as id`,
      [testApp.companies.a],
    );
    const early = await vendor(buyer);
    await expect.poll(() => stream.names().filter((name) => name === "beat").length, soon).toBeGreaterThan(1); // it has looked meanwhile
    await late.query("commit");
    await late.end();
    await hears(stream, `vendor ${rows[0]!.id}`);
    await hears(stream, early);
  });

  test("and says `recent` hears what happened just before they came", async () => {
    const told = await vendor(buyer);
    const viewer = await testApp.as("VIEWER");
    await expect
      .poll(async () => (await viewer.get("/api/events?after=recent")).text, soon)
      .toContain(told.split(" ")[1]);
    expect((await (await testApp.as("COMPANY_ADMIN", "b")).get("/api/events?after=recent")).text).not.toContain(
      told.split(" ")[1],
    );
  });

  test("is told with which rights, so that a page knows when it was loaded with others", async () => {
    const client = await clientWith(testApp, ["CAN_VIEW"]);
    const rights = async () => /"rights":"(.*?)"/.exec((await client.get("/api/events")).text)?.[1];
    const before = await rights();
    const me = (await client.get("/api/auth/users/me")).body;
    expect(before).toBe(rightsOf(me as unknown as Holder, testApp.companies.a)); // the user's record has both maps
    await asSuper(
      testApp,
      `update roles set permissions = '{CAN_VIEW,CAN_VIEW_VENDORS}'
        where id in (select role_id from user_roles where user_id = $1)`,
      [me["userId"]],
    );
    expect(await rights()).not.toBe(before);
  });

  test("without following hears what there is, and the end", async () => {
    const viewer = await testApp.as("VIEWER");
    const [, place = ""] = /^id: (.*)$/m.exec((await viewer.get("/api/events")).text) ?? [];
    const told = await vendor(buyer);
    let text = "";
    await expect
      .poll(async () => (text = (await viewer.get(`/api/events?after=${place}`)).text), soon)
      .toContain(told.split(" ")[1]);
    expect(text).toMatch(/event: bye\ndata: \{\}\n\n$/);
  });
});

describe("a stream ends", () => {
  test("when its session is over, which it says first", async () => {
    const client = await sessionOf(testApp, testApp.users.RECEIVER);
    const [stream, another] = [await following(client), await following(await testApp.as("RECEIVER"))];
    await client.remove("/api/auth/logins");
    await expect.poll(stream.isOver, soon).toBe(true);
    expect(stream.names().at(-1)).toBe("over");
    expect(another.isOver()).toBe(false);
  });

  test("at a heartbeat, when nobody told that its session is over or its rights are others", async () => {
    const [one, two] = [
      await clientWith(testApp, ["CAN_VIEW"]),
      await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_VENDORS"]),
    ];
    const [first, second] = [await following(one), await following(two)];
    const [id] = await asSuper<{ id: string }>(
      testApp,
      "delete from sessions where token_hash = sha256($1::bytea) returning id",
      [one.cookies.get("waybill-session")],
    );
    expect(id).toBeTruthy();
    await asSuper(
      testApp,
      `update roles set permissions = '{CAN_VIEW}'
        where id in (select role_id from user_roles
        where user_id = (select user_id from sessions where token_hash = sha256($1::bytea)))`,
      [two.cookies.get("waybill-session")],
    );
    await expect.poll(() => [first.isOver(), second.isOver()], soon).toEqual([true, true]);
    expect([first.names().at(-1), second.names().at(-1)]).toEqual(["over", "changed"]);
  });

  test("when its user opens an eleventh: the oldest goes", async () => {
    const streams: Followed[] = [];
    for (let n = 0; n < 10; n += 1) streams.push(await following(await sessionOf(testApp, testApp.users.DISPATCHER)));
    expect(streams.filter(({ isOver }) => isOver())).toEqual([]);
    streams.push(await following(await testApp.as("DISPATCHER")));
    await expect.poll(streams[0]!.isOver, soon).toBe(true);
    expect(streams[0]!.names().at(-1)).toBe("elsewhere");
    expect(streams.slice(1).filter(({ isOver }) => isOver())).toEqual([]);
  });

  test("when the app closes, which is then not held up", async () => {
    const other = await startTestApp();
    const stream = await follow(await listening(other), await other.as("VIEWER"));
    await other.close();
    await expect.poll(stream.isOver, soon).toBe(true);
    expect(stream.names().at(-1)).toBe("bye");
  });

  test("when its reader does not read, and others are told on", async () => {
    const viewer = await testApp.as("VIEWER");
    const slow = await following(viewer);
    slow.socket.socket?.pause();
    await asSuper(
      testApp,
      `insert into events (company_id, actor_kind, entity, entity_id, step) select $1, 'system', 'vendor', uuidv7(),
        'updated' from generate_series(1, 40000)`,
      [testApp.companies.a],
    );
    const quick = await following(viewer);
    const told = await vendor(buyer);
    await expect.poll(quick.changes, { timeout: 25_000 }).toContain(told);
    slow.socket.socket?.resume();
    await expect.poll(slow.isOver, { timeout: 20_000 }).toBe(true);
    expect(slow.changes().length).toBeLessThan(40_000);
    expect(quick.isOver()).toBe(false);
  });
});
