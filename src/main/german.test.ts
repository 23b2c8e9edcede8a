import { afterAll, beforeAll, expect, test } from "vitest";
import { interrupted } from "#server/mail/mailer.ts";
import { render } from "#server/mail/language.ts";
import { clientWith } from "./testing/records/people.ts";
import { asSuper, startTestApp, type TestApp } from "./testing/test-app.ts";

// The server's own German, from the catalogue that the screens are translated in: src/shared/language/de.po.
let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const german = { "accept-language": "de" };
const types = "/api/settings/asset-types";

test("what no rule of a module says is said in German too: a record that is not there", async () => {
  const { status, body } = await (
    await testApp.as("FLEET_MANAGER")
  ).get(`${types}/01890000-0000-7000-8000-000000000000`, german);
  expect([status, body["message"]]).toEqual([
    404,
    render({ message: "This record does not exist, or it was removed." }, "de"),
  ]);
  expect(body["message"]).toMatch(/Datensatz/);
});

test("a field that was refused names the limit of its own", async () => {
  const client = await testApp.as("FLEET_MANAGER");
  const wrong = { code: "FLACH", name: "Flachbett", kind: "trailer", tareKg: "1.23456", maxGrossKg: "10000001" };
  expect(await client.post(types, wrong, german)).toMatchObject({
    status: 422,
    body: {
      fields: {
        tareKg: "Geben Sie eine Zahl mit höchstens 3 Nachkommastellen an, z. B. 12,5.",
        maxGrossKg: expect.stringContaining("10000000"),
      },
    },
  });
  expect(await client.post(types, wrong)).toMatchObject({
    body: {
      fields: {
        tareKg: "Give a number with at most 3 decimals, like 12.5.",
        maxGrossKg: "It has to be 10000000 or less.",
      },
    },
  });
});

test("the same English is another word on a button, and a state is translated within its sentence", () => {
  expect(render({ message: "Answer", context: "button" }, "de")).toBe("Antworten");
  expect(render({ message: "Answer" }, "de")).toBe("Antwort");
  const sentence = { message: "It can no longer be changed: it is {status} now.", values: { status: "no show" } };
  expect(render(sentence, "de")).toContain("Nicht erschienen");
  expect(render(sentence, "en")).toBe("It can no longer be changed: it is no show now.");
});

test("why a mail failed is said in the reader's language, and what a mail server said stays as it is", async () => {
  const reader = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_MAILS"]);
  await asSuper(testApp, "update companies set locale = 'de' where id = $1", [testApp.companies.a]);
  for (const [error, shown] of [
    [interrupted.message, "Der Versand wurde unterbrochen und wiederholt."],
    ["550 {no} such mailbox", "550 {no} such mailbox"],
  ]) {
    const [row] = await asSuper<{ id: string }>(
      testApp,
      "insert into mails (company_id, recipient, subject, status, about, error) values ($1, 'a@b.example', 'An order', 'failed', 'work', $2) returning id",
      [testApp.companies.a, error],
    );
    expect((await reader.get(`/api/settings/mails/${row?.id}`)).body["error"]).toBe(shown);
  }
});
