import { describe, expect, test } from "vitest";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import type { Subject } from "./subject.ts";

const somewhere = "0190a000-0000-7000-8000-000000000000";
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Who may call what, and that companies are kept apart. */
export function accessRules(subject: Subject): void {
  const names = Object.keys(subject.contract);
  const needsPermission = ({ can }: RouteShape) =>
    permissionsOf(can).every((name) => name !== "anyone" && name !== "signed_in");

  test("a visitor is asked to sign in, on every route", async () => {
    for (const name of names.filter((one) => needsPermission(subject.route(one)))) {
      expect(await subject.call(subject.testApp.visitor(), name, somewhere), name).toMatchObject({
        status: 401,
        body: { code: "sign_in_required" },
      });
    }
  });

  test("a user without the permission is refused, on every route", async () => {
    const nobody = await subject.testApp.as("NOBODY");
    for (const name of names.filter((one) => needsPermission(subject.route(one)))) {
      expect(await subject.call(nobody, name, somewhere), name).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
  });

  test("who may only look is refused every write", async () => {
    const [view = ""] = permissionsOf(subject.route("list").can);
    for (const name of names.filter(
      (one) => !permissionsOf(subject.route(one).can).includes(view) && needsPermission(subject.route(one)),
    )) {
      expect(await subject.call(subject.people.viewer, name, somewhere), name).toMatchObject({ status: 403 });
    }
  });

  test("an id that nothing has is not found, and neither is one that is no uuid", async () => {
    for (const name of subject.onRecords) {
      const body =
        name === "update" ? await subject.changed({ ...(await subject.body()), id: somewhere, version: 1 }) : undefined;
      expect(await subject.call(subject.people.admins.a, name, somewhere, { body }), name).toMatchObject({
        status: 404,
      });
      for (const none of subject.route(name).path.endsWith(":id") ? ["42"] : ["42", ""])
        expect(await subject.call(subject.people.admins.a, name, none, { body }), `${name} "${none}"`).toMatchObject({
          status: 404,
        });
    }
  });

  if (!subject.shared && subject.has("create")) describe("of another company", () => isolationRules(subject));
}

function isolationRules(subject: Subject): void {
  test("a record is not found, by no route, and stays as it is", async () => {
    const theirs = await subject.saved({}, "b");
    for (const name of subject.onRecords) {
      const body =
        name === "update"
          ? await subject.changed({ ...(await subject.body()), id: theirs.id, version: theirs.version })
          : undefined;
      const answer = await subject.call(subject.people.admins.a, name, theirs.id, {
        body,
        ...(name === "remove" ? { query: `?version=${theirs.version}` } : {}),
      });
      expect(answer, name).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    if (subject.has("read"))
      expect((await subject.call(subject.people.admins.b, "read", theirs.id)).body).toEqual(theirs);
  });

  test("nothing is seen in lists, searches, exports", async () => {
    const canary = `canary${Date.now()}`;
    const theirs = await subject.saved({ [subject.text]: canary }, "b");
    const { list, exportCsv } = subject.contract;
    const seen = async (query: string) => {
      const answers = await Promise.all(
        [list, exportCsv].flatMap((route) => (route ? [subject.people.admins.a.get(`${route.path}${query}`)] : [])),
      );
      return answers.map(({ text }) => text).join();
    };
    for (const query of ["", `?q=${canary}`, `?ids=${theirs.id}`, "?archived=with", "?archived=only"]) {
      const text = await seen(query);
      expect(text, query).not.toContain(theirs.id);
      expect(text, query).not.toContain(canary);
    }
  });

  test("nothing can be named in a body", async () => {
    const theirs = await subject.body({}, "b");
    if (uuidsIn(theirs).length === 0) return; // it refers to nothing
    const ours = await subject.body();
    for (const [key, value] of Object.entries(theirs).filter(([, one]) => uuidsIn(one).length > 0)) {
      const answer = await subject.people.admins.a.post(subject.path, { ...ours, [key]: value });
      expect(answer, `${key}: ${answer.text}`).toMatchObject({ status: expect.toBeOneOf([404, 422]) });
    }
  });
}

function uuidsIn(value: unknown): string[] {
  if (typeof value === "string") return isUuid.test(value) ? [value] : [];
  return value && typeof value === "object" ? Object.values(value).flatMap(uuidsIn) : [];
}
