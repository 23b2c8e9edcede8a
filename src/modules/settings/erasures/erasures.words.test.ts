import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { sealEvents } from "#server/audit/seals.ts";
import { verifySeals } from "#server/audit/verify-seals.ts";

let testApp: TestApp;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await testApp.as("COMPANY_ADMIN");
});
afterAll(() => testApp.close());

const path = "/api/settings/erasures";

test("what a leaver wrote as a phone number decides neither which numbers and dates go, nor whether the erasure succeeds", async () => {
  const number = 2101830;
  for (const said of ["10000", "2026-11-21", "true", "1, 2"])
    expect(
      (
        await admin.post("/api/auth/users", {
          email: "p@alpha.example",
          firstName: "P",
          lastName: "Q",
          phone: said,
          roleIds: [],
        })
      ).body.fields,
      said,
    ).toMatchObject({ phone: expect.stringContaining("phone number") });
  const invited = await admin.post("/api/auth/users", {
    email: "numbers@alpha.example",
    firstName: "Num",
    lastName: "Bers",
    phone: "+351 21 000 77",
    roleIds: [],
  });
  const userId = String(invited.body["userId"]);
  // What could be stored before new ones were checked.
  for (const phone of ["10000", "2026-11-21", "1.000.000", String(number)]) {
    await asSuper(
      testApp,
      "insert into events (company_id, actor_kind, entity, entity_id, step, changes) values ($1, 'system', 'user', $2, 'updated', $3)",
      [testApp.companies.a, userId, JSON.stringify({ phone: { from: phone, to: null } })],
    );
  }
  const notes = `At least 10000 pieces, 1.000.000 in all, ${number} each, from 2026-11-21 on; call +351 21 000 77.`;
  const made = (
    await admin.post("/api/warehouse/vendors", {
      code: "NUM-1",
      name: "Numbers",
      currency: "EUR",
      phone: String(number),
      notes,
    })
  ).body;
  const changes = {
    asOf: "2026-11-21",
    count: number,
    text: String(number),
    said: "call +351 21 000 77",
    phone: { from: String(number), to: "1" },
    nested: [{ n: number }, "10000", null, true],
  };
  const other = "0190a000-0000-7000-8000-000000000099";
  await asSuper(
    testApp,
    "insert into events (company_id, actor_kind, entity, entity_id, step, changes) values ($1, 'system', 'exchange-rate', $2, 'created', $3)",
    [testApp.companies.a, other, JSON.stringify(changes)],
  );
  await admin.remove(`/api/auth/users/${userId}`);
  expect((await admin.get(`${path}/preview?userId=${userId}`)).body["replaced"]).toEqual([
    { kind: "bare_phone", value: "1.000.000" },
    { kind: "bare_phone", value: String(number) },
    { kind: "email", value: "numbers@alpha.example" },
    { kind: "name", value: "Num Bers" },
    { kind: "phone", value: "+351 21 000 77" },
  ]);
  const erased = await admin.post(path, { userId, name: "Num Bers" });
  expect(erased.status, erased.text).toBe(200);
  expect(await asSuper(testApp, "select changes from events where entity_id = $1", [other])).toEqual([
    { changes: { ...changes, said: "call erased", phone: { from: "erased", to: "1" } } },
  ]);
  expect((await admin.get(`/api/warehouse/vendors/${made.id}`)).body).toMatchObject({
    phone: "erased",
    notes: notes.replace("+351 21 000 77", "erased"),
  });
  await sealEvents(testApp.database.owner);
  expect((await verifySeals(testApp.database.owner)).filter(({ broken }) => broken)).toEqual([]);
});

test("a person goes from what an import keeps of its file: its first rows, its columns and their samples", async () => {
  const somebody = { first: "Ilse", last: "Ingevoerd", email: "ilse.ingevoerd@alpha.example" };
  const full = `${somebody.first} ${somebody.last}`;
  const invited = await admin.post("/api/auth/users", {
    email: somebody.email,
    firstName: somebody.first,
    lastName: somebody.last,
    roleIds: [],
  });
  const csv = `Code,Name,${full},Lead time\nI-1,"${full}",${somebody.email},"1.200"\n`;
  const uploaded = await admin.send(
    "POST",
    "/api/imports?entity=vendor",
    `--part\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n--part--\r\n`,
    { "content-type": "multipart/form-data; boundary=part" },
  );
  expect(uploaded.text).toContain(somebody.email);
  await admin.remove(`/api/auth/users/${String(invited.body["userId"])}`);
  expect((await admin.post(path, { userId: invited.body["userId"], name: full })).status).toBe(200);
  const { status, text, body } = await admin.get(`/api/imports/${uploaded.body.id}`);
  expect([status, text.includes(full), text.includes(somebody.email)]).toEqual([200, false, false]);
  expect(body["columns"]).toEqual(["Code", "Name", "Erased person", "Lead time"]);
});
