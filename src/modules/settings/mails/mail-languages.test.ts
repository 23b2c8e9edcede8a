import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, type Client } from "#main/testing/test-app.ts";
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

// Not conformed: how mails are written, on the way that they go.
describe("a mail comes in the language of its recipient", () => {
  let testApp: MailApp;
  let admin: Client;
  let records: OrderRecords;
  const speaks = (email: string, locale: string | null) =>
    asSuper(testApp, "update users set locale = $2 where email = $1", [email, locale]);
  const companySpeaks = (locale: string) =>
    asSuper(testApp, "update companies set locale = $2 where id = $1", [testApp.companies.a, locale]);
  /** Text and HTML say each of these words, and the HTML its language. */
  const says = ({ text, html }: ReceivedMail, language: string, ...words: readonly string[]) => {
    expect(html).toContain(`<html lang="${language}">`);
    for (const word of words) for (const body of [text, html]) expect(body).toContain(word);
  };

  beforeAll(async () => {
    testApp = await startMailApp();
    admin = await testApp.as("SUPER_ADMIN");
    records = await orderRecords(admin);
  });
  afterAll(() => testApp.close());

  test("an invitation: the account's language, else the company's", async () => {
    const invite = async (email: string, locale: string | null) =>
      saved(admin.post("/api/auth/users", { email, firstName: "Jürgen", lastName: "Groß", roleIds: [], locale }));
    await invite("de@alpha.example", "de");
    says(
      await testApp.sink.next("de@alpha.example", /^Alpha Logistics lädt Sie zu Waybill ein$/),
      "de",
      "Willkommen, Jürgen",
      "Passwort wählen",
      "Der Link funktioniert einmal und 7 Tage lang.",
      "Wenn Sie diese Firma nicht kennen",
    );
    await invite("as-the-company@alpha.example", null);
    says(
      await testApp.sink.next("as-the-company@alpha.example", /^Alpha Logistics invites you to Waybill$/),
      "en",
      "Welcome, Jürgen",
      "Choose a password",
    );
    await companySpeaks("de");
    await invite("now-german@alpha.example", null);
    await testApp.sink.next("now-german@alpha.example", "lädt Sie zu Waybill ein");
    await invite("english@alpha.example", "en");
    says(await testApp.sink.next("english@alpha.example", "invites you to Waybill"), "en", "Welcome, Jürgen");
    await companySpeaks("en");
  });

  test("a new password, and what was done with the account, with its time", async () => {
    const visitor = testApp.visitor();
    await visitor.get("/api/settings");
    await speaks("viewer@alpha.example", "de");
    for (const email of ["viewer@alpha.example", "receiver@alpha.example"])
      await visitor.post("/api/auth/reset-password", { email });
    const asked = await testApp.sink.next("viewer@alpha.example", /^Wählen Sie ein neues Passwort für Waybill$/);
    says(asked, "de", "Neues Passwort wählen", "Jemand, sehr wahrscheinlich Sie", "Ihr Passwort bleibt, wie es ist.");
    says(
      await testApp.sink.next("receiver@alpha.example", /^Choose a new password for Waybill$/),
      "en",
      "Somebody, most likely you",
    );
    const token = /#t=([\w.-]{45})/.exec(asked.text)?.[1];
    expect(
      (await visitor.post("/api/auth/change-password", { token, password: "der graue Reiher wartet am Tor" })).status,
    ).toBe(200);
    const told = await testApp.sink.next("viewer@alpha.example", /^Ihr Passwort wurde geändert$/);
    says(told, "de", "Sie wurden überall abgemeldet", "Adresse");
    expect(told.text).toMatch(/^Zeit: \d+\. \p{L}+\.? \d{4}, \d\d:\d\d \(Europe\/Amsterdam\)$/mu);
  });

  test("an approval that is asked for: each approver in their own, with its amounts and days", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = 1 where id = $1", [testApp.companies.a]);
    await speaks("warehouse-manager@alpha.example", "de");
    const buyer = await testApp.as("BUYER");
    const order = await saved(
      buyer.post(
        ordersPath,
        orderBody(records, { requestedDate: "2027-03-09", charges: [{ type: "freight", amount: "1200.5" }] }),
      ),
    );
    await step(buyer, order.id, "submit");
    const number = String(order["number"]);
    says(
      await testApp.sink.next("warehouse-manager@alpha.example", `Bitte ${number} freigeben`),
      "de",
      `${number} wartet auf Ihre Freigabe`,
      "1.350,50",
      "9. März 2027",
      "Bestellung ansehen",
    );
    says(
      await testApp.sink.next("company-admin@alpha.example", `Please approve ${number}`),
      "en",
      `${number} waits for your approval`,
      "1,350.50",
      "9 Mar 2027",
      "Look at the order",
    );
    await speaks("buyer@alpha.example", "de");
    await step(await testApp.as("WAREHOUSE_MANAGER"), order.id, "approve");
    says(
      await testApp.sink.next("buyer@alpha.example", `${number} ist freigegeben`),
      "de",
      "hat sie freigegeben",
      "Bestellung öffnen",
    );
  });

  test("an order and its paper: a vendor has no account, so the company's language, or that of an account with this address", async () => {
    await asSuper(testApp, "update companies set po_approval_threshold = null where id = $1", [testApp.companies.a]);
    const address = String((await saved(admin.get(`/api/warehouse/vendors/${records.vendorId}`)))["orderEmail"]);
    const sent = async () =>
      String(
        (await sentOrder(await testApp.as("BUYER"), records, { requestedDate: "2027-03-09", paymentTermsDays: 30 }))[
          "number"
        ],
      );
    const english = await sent();
    const first = await testApp.sink.next(address, `Alpha Logistics: order ${english}`);
    says(
      first,
      "en",
      `Can you supply order ${english}?`,
      "9 Mar 2027",
      "Answer the order",
      "The order is attached as a PDF.",
    );
    expect(first.attachments[0]?.content.toString("latin1")).toContain(`(Purchase order ${english}, revision 1)`);
    await companySpeaks("de");
    const german = await sent();
    const second = await testApp.sink.next(address, `Alpha Logistics: Bestellung ${german}`);
    says(
      second,
      "de",
      `Können Sie Bestellung ${german} liefern?`,
      "9. März 2027",
      "Bestellung beantworten",
      "Die Bestellung ist als PDF angehängt.",
      "Der Link ist nur für Sie",
    );
    expect(second.text).not.toMatch(/\b(the|order|you|answer)\b/i);
    const paper = second.attachments[0]?.content.toString("latin1") ?? "";
    expect(paper).toContain(`(Bestellung ${german}, Revision 1)`);
    expect(paper).toContain("/Lang (de)");
    await asSuper(testApp, "update users set locale = 'en', email = $2 where email = $1", [
      "driver@alpha.example",
      address.toUpperCase(),
    ]);
    const again = await sent();
    says(await testApp.sink.next(address, `Alpha Logistics: order ${again}`), "en", "Answer the order");
    await companySpeaks("en");
  });
});

test("who registers in German gets German mails, and so does the company that they make", async () => {
  const testApp = await startMailApp();
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  const german = { "accept-language": "de-AT,de;q=0.9" };
  expect(
    (
      await visitor.post(
        "/api/auth/registrations",
        {
          firstName: "Anke",
          lastName: "Lührs",
          email: "anke@kontor.example",
          password: "der graue Reiher wartet am Tor",
        },
        german,
      )
    ).body,
  ).toMatchObject({ message: expect.stringContaining("E-Mail ist unterwegs") });
  const mail = await testApp.sink.next("anke@kontor.example", /^Bestätigen Sie Ihre Adresse für Waybill$/);
  expect(mail.text).toContain("Willkommen, Anke");
  const token = /#t=([\w.-]{45})/.exec(mail.text)?.[1];
  expect(
    (
      await visitor.post(
        "/api/auth/registrations/confirm",
        { token, password: "der graue Reiher wartet am Tor" },
        german,
      )
    ).status,
  ).toBe(200);
  expect(
    await asSuper(
      testApp,
      "select c.locale from users u join companies c on c.id = u.company_id where u.email = 'anke@kontor.example'",
    ),
  ).toEqual([{ locale: "de" }]);
  await testApp.close();
});
