import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectDeclared, type Subject } from "./subject.ts";
import type { JsonSchema } from "./samples.ts";
import { statementsOf } from "../database/statements.ts";

/** What writes take, refuse and leave behind. */
export function writeRules(subject: Subject): void {
  describe("creating one", () => createRules(subject));
  if (subject.has("update")) describe("changing one", () => updateRules(subject));
  if (subject.has("update") && subject.has("read"))
    test("one tells whoever reads it what they may do with it, and a list does not", () => tellsAbilities(subject));
  if (subject.has("archive")) test("an archived one leaves the list until it is restored", () => archives(subject));
  if (subject.has("remove")) test("a removed one is gone, unless it was changed meanwhile", () => removes(subject));
}

function createRules(subject: Subject): void {
  const create = async (body: unknown, headers?: Record<string, string>) =>
    subject.people.editor.post(subject.path, body, headers);

  test("answers with the record as it can be read, and writes an event", async () => {
    const { status, body, text } = await create(await subject.body());
    expect(status, text).toBe(200);
    expectDeclared(subject.route("create"), body);
    if (subject.has("read")) expect((await subject.call(subject.people.editor, "read", body.id)).body).toEqual(body);
    if (subject.has("history")) expect((await subject.steps(body.id)).length).toBeGreaterThan(0);
  });

  test("keeps text as it was given, in every script", async () => {
    const written = "Žluťoučký 北京 😀 من اليمين עברית";
    const record = await subject.saved({ [subject.text]: written });
    expect(record[subject.text]).toBe(written);
  });

  test("refuses a key that it does not know, by name", async () => {
    expect(await create({ ...(await subject.body()), surprise: 1 })).toMatchObject({
      status: 422,
      body: { fields: { surprise: expect.any(String) } },
    });
  });

  test("refuses what is missing or of the wrong kind, by field", async () => {
    const { required = [], properties = {} } = subject.input("create");
    const valid = await subject.body();
    for (const name of required) {
      const { [name]: _left, ...rest } = valid;
      expect(await create(rest), `without ${name}`).toMatchObject({
        status: 422,
        body: { fields: expect.objectContaining({ [name]: expect.any(String) }) },
      });
    }
    for (const name of Object.keys(properties).filter((key) => isTyped(properties[key] ?? {}))) {
      const { status, body } = await create({ ...valid, [name]: { of: "another kind" } });
      expect(status, name).toBe(422);
      expect(
        Object.keys(body.fields).some((key) => key === name || key.startsWith(`${name}.`)),
        `${name}: ${JSON.stringify(body)}`,
      ).toBe(true);
    }
  });

  test.each([
    ["U+0000", "a\0b"],
    ["half a character", "a\ud800b"],
  ])("refuses text with %s", async (_, bad) => {
    expect(await create({ ...(await subject.body()), [subject.text]: bad })).toMatchObject({
      status: 400,
      body: { code: "ill_formed_text" },
    });
  });

  test("happens once for one Idempotency-Key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const body = await subject.body();
    const first = await create(body, key);
    const again = await create(body, key);
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { "idempotency-replayed": "true" } });
    expect(await create({ ...body, [subject.text]: "something else" }, key)).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
  });

  test("takes a fixed number of statements", async () => {
    const body = await subject.body();
    const sent = await statementsOf(() => create(body));
    expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(
      subject.example.statements?.because
        ? subject.example.statements.create
        : Math.min(5, subject.example.statements?.create ?? 4),
    );
  });
}

/** Whether a schema refuses anything at all. */
const isTyped = (schema: JsonSchema): boolean =>
  Object.keys(schema).some((key) => ["type", "anyOf", "oneOf", "enum", "const"].includes(key));

function updateRules(subject: Subject): void {
  const update = async (id: string, body: unknown) => subject.people.editor.put(`${subject.path}/${id}`, body);

  test("answers with the changed record in its next version, and writes an event", async () => {
    const before = await subject.saved();
    const { status, body, text } = await update(before.id, await subject.changed(before));
    expect(status, text).toBe(200);
    expectDeclared(subject.route("update"), body);
    expect(body).toMatchObject({ ...(subject.example.change as object | undefined), id: before.id });
    expect(body["version"]).toBeGreaterThan(before.version);
    if (subject.has("history")) expect((await subject.steps(before.id))[0]).toBe("updated");
  });

  test("tells in the history what it changed, and nothing else", async () => {
    if (!subject.has("history")) return;
    const before = await subject.saved();
    const { status, text } = await update(before.id, await subject.changed(before));
    expect(status, text).toBe(200);
    const { items } = (await subject.call(subject.people.editor, "history", before.id)).body;
    const named = Object.keys(subject.example.change ?? {});
    expect(Object.keys(items[0]?.changes ?? {}).filter((key) => !named.includes(key))).toEqual([]);
  });

  test("leaves as they are the fields that it does not change", async () => {
    const before = await subject.saved();
    await update(before.id, await subject.changed(before));
    const {
      updatedAt: _u,
      version: _v,
      ...after
    } = (await subject.call(subject.people.editor, "read", before.id)).body;
    const { updatedAt: _bu, version: _bv, ...expected } = before;
    const changes = Object.keys(subject.example.change ?? {});
    const inputs = Object.keys(subject.input("update").properties ?? {}).filter((key) => !changes.includes(key));
    for (const key of inputs.filter((name) => name in expected)) expect(after[key], key).toEqual(expected[key]);
  });

  test("is refused with the current record when somebody else was first", async () => {
    const before = await subject.saved();
    const first = await update(before.id, await subject.changed(before));
    expect(first.status, first.text).toBe(200);
    const second = await update(before.id, await subject.changed(before));
    expect(second).toMatchObject({ status: 409, body: { code: "stale_version", details: { current: first.body } } });
  });

  test("is refused without a version, and with a key that it does not know", async () => {
    const before = await subject.saved();
    const { version: _left, ...rest } = await subject.changed(before);
    expect(await update(before.id, rest)).toMatchObject({
      status: 422,
      body: { fields: { version: expect.any(String) } },
    });
    expect(await update(before.id, await subject.changed(before, { surprise: 1 }))).toMatchObject({
      status: 422,
      body: { fields: { surprise: expect.any(String) } },
    });
  });
}

async function archives(subject: Subject): Promise<void> {
  const { editor } = subject.people;
  const record = await subject.saved();
  const listed = async (query: string) => {
    const ids: string[] = [];
    for (let cursor = ""; ;) {
      const { body } = await editor.get(`${subject.path}?limit=200${query}${cursor}`);
      ids.push(...body.items.map(({ id }) => id));
      if (!body.nextCursor) return ids;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
  };
  if (subject.example.endsBy) expect((await subject.call(editor, subject.example.endsBy, record.id)).status).toBe(200);
  const archived = await subject.call(editor, "archive", record.id);
  expect(archived, archived.text).toMatchObject({ status: 200, body: { archivedAt: expect.any(String) } });
  expect(archived.body["abilities"]).toContain("restore");
  expect(archived.body["abilities"]).not.toContain("archive");
  expect(await listed("")).not.toContain(record.id);
  expect(await listed("&archived=only")).toContain(record.id);
  expect(await listed("&archived=with")).toContain(record.id);
  const { body: restored } = await subject.call(editor, "restore", record.id);
  expect(restored).toMatchObject({ archivedAt: null, abilities: expect.arrayContaining(["archive"]) });
  expect(restored["abilities"]).not.toContain("restore");
  expect(await listed("")).toContain(record.id);
  if (subject.has("history")) expect((await subject.steps(record.id)).slice(0, 2)).toEqual(["restored", "archived"]);
}

async function tellsAbilities(subject: Subject): Promise<void> {
  const { editor, viewer } = subject.people;
  const record = await subject.saved();
  const { body: forEditor } = await subject.call(editor, "read", record.id);
  expect(forEditor["abilities"]).toContain("edit");
  const { body: forViewer } = await subject.call(viewer, "read", record.id);
  const forAll = forViewer["abilities"] as readonly string[]; // as `saved()` declares it
  expect(forAll.filter((name) => ["edit", "archive", "restore", "remove"].includes(name))).toEqual([]);
  const { body: list } = await editor.get(`${subject.path}?ids=${record.id}`);
  expect(list.items).toMatchObject([{ id: record.id }]);
  expect(list.items[0]).not.toHaveProperty("abilities");
}

async function removes(subject: Subject): Promise<void> {
  const { editor } = subject.people;
  const record = await subject.saved();
  expect(await subject.call(editor, "remove", record.id, { query: "" })).toMatchObject({
    status: 422,
    body: { fields: { version: expect.any(String) } },
  });
  expect(await subject.call(editor, "remove", record.id, { query: `?version=${record.version + 1}` })).toMatchObject({
    status: 409,
    body: { code: "stale_version" },
  });
  expect((await subject.call(editor, "remove", record.id, { query: `?version=${record.version}` })).status).toBe(204);
  expect((await subject.call(editor, "read", record.id)).status).toBe(404);
  const [event] = await subject.sql<{ step: string }>(
    "select step from events where entity_id = $1 order by at desc, id desc limit 1",
    [record.id],
  );
  expect(event?.step).toBe("removed");
}
