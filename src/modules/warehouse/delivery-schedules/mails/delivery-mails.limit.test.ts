import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper } from "#main/testing/test-app.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { aYard, booked, deliveriesPath, from } from "#main/testing/records/docks.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: MailApp;
beforeAll(async () => void (testApp = await startMailApp()));
afterAll(() => testApp.close());

test("an address gets ten mails an hour about one delivery, however often that is moved; every move is recorded, and the outbox says what was not sent", async () => {
  const [yard, client] = [await aYard(await testApp.as("COMPANY_ADMIN")), await testApp.as("DOCK_SUPERVISOR")];
  const to = "chosen-freely@elsewhere.example";
  const delivery = await booked(client, yard, { askParty: "carrier", carrierEmail: to });
  const listed = () =>
    asSuper<{ status: string }>(
      testApp,
      "select status from mails where recipient = $1 and status in ('sent', 'failed')",
      [to],
    );
  for (let n = 1; n <= 12; n += 1) {
    await expect.poll(async () => (await listed()).length, { timeout: 15_000 }).toBe(n);
    if (n < 12) await saved(client.post(`${deliveriesPath}/${delivery.id}/move`, from(8 + n / 4, 9 + n / 4)));
  }
  expect(testApp.sink.mails.filter((mail) => mail.to === to)).toHaveLength(10);
  expect((await saved(client.get(`${deliveriesPath}/${delivery.id}`)))["rescheduleCount"]).toBe(11);
  const { items } = await saved(
    (await testApp.as("COMPANY_ADMIN")).get(`/api/settings/mails?q=${encodeURIComponent(to)}`),
  );
  expect(items.filter(({ status }) => status === "failed")).toMatchObject([
    { error: expect.stringContaining("ten mails") },
    { error: expect.stringContaining("ten mails") },
  ]);
});
