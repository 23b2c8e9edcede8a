import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asSuper, type Body, type Client } from "#main/testing/test-app.ts";
import { aCarrier, aYard, booked, deliveriesPath, from, hourOf } from "#main/testing/records/docks.ts";
import { startMailApp, type MailApp } from "#main/testing/mail/mail-app.ts";
import { decide, orderRecords, saved, sentOrder, type OrderRecords } from "#main/testing/records/orders.ts";

// Not conformed: deliveryLinks is one page of one record, opened by a mailed secret; who may do what there is tested below.

let testApp: MailApp;
let admin: Client;
let client: Client;
let records: OrderRecords;
beforeAll(async () => {
  testApp = await startMailApp();
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
  records = await orderRecords(admin);
});
afterAll(() => testApp.close());

type Yard = Awaited<ReturnType<typeof aYard>>;
const linkPath = (id: string) => `/api/links/delivery-schedules/${id}`;
let carriers = 0;

/** A delivery that a carrier is asked about, and its address. */
async function asked(
  yard: Yard,
  over: Record<string, unknown> = {},
): Promise<Body & { readonly carrierEmail: string }> {
  carriers += 1;
  return (await booked(client, yard, {
    askParty: "carrier",
    carrierId: (await aCarrier(admin, "Rijnland")).id,
    carrierEmail: `desk-${carriers}@rijnland.example`,
    notesInternal: "secret: they are always late",
    notesPublic: "Gate B",
    ...over,
  })) as Body & { carrierEmail: string };
}

/** The mail to an address that says this in its subject, when it has come; the last one of several. */
async function mailTo(recipient: string, subject = ""): Promise<{ subject: string; text: string }> {
  return vi.waitFor(
    () => {
      const mail = testApp.sink.mails.findLast((one) => one.to === recipient && one.subject.includes(subject));
      expect(mail, `a mail "${subject}" to ${recipient}`).toBeDefined();
      return { subject: mail?.subject ?? "", text: mail?.text ?? "" };
    },
    { timeout: 15_000, interval: 100 },
  );
}

const secretIn = (text: string): string => /#t=([\w.-]{45})/.exec(text)?.[1] ?? "";

/** Somebody without a session who opened the page of a mailed link. */
async function visitorWith(id: string, secret: string): Promise<Client> {
  const visitor = testApp.visitor();
  await visitor.get("/api/settings");
  await visitor.post("/api/links/open", { page: "delivery-schedule", subjectId: id, secret });
  return visitor;
}

async function holderOf(
  delivery: Body & { readonly carrierEmail: string },
  subject = "please confirm",
): Promise<Client> {
  return visitorWith(delivery.id, secretIn((await mailTo(delivery.carrierEmail, subject)).text));
}

describe("the party that is asked", () => {
  test("is mailed a link and a calendar entry, and sees its delivery and nothing internal", async () => {
    const yard = await aYard(admin, { location: { receivingInstructions: "Report at gate B" } });
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const items = order["items"] as unknown as readonly Body[];
    const delivery = await asked(yard, { lines: [{ purchaseOrderItemId: items[0]?.id, plannedQty: "4" }] });
    expect(delivery).toMatchObject({ status: "proposed", awaitingParty: "carrier", holdExpiresAt: expect.any(String) });
    const { subject, text } = await mailTo(delivery.carrierEmail);
    expect(subject).toContain(String(delivery["number"]));
    expect(text).toContain(`/ds/approve/${delivery.id}#t=`);
    expect(text).toContain("Europe/Amsterdam");
    expect(text).not.toContain("always late");
    const holder = await visitorWith(delivery.id, secretIn(text));
    const { status, body } = await holder.get(linkPath(delivery.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: delivery["number"],
      companyName: "Alpha Logistics",
      status: "proposed",
      dockCode: "D1",
      notesPublic: "Gate B",
      location: { timezone: "Europe/Amsterdam", receivingInstructions: "Report at gate B" },
      lines: [{ purchaseOrderNumber: order["number"], plannedQty: "4", uom: "EA" }],
    });
    expect(JSON.stringify(body)).not.toMatch(/always late|notesInternal|unitPrice|createdBy/);
  });

  test("accepts with a name, once; the second time it reads what was recorded", async () => {
    const delivery = await asked(await aYard(admin));
    const [holder, later] = [await holderOf(delivery), await holderOf(delivery)];
    expect(await holder.post(`${linkPath(delivery.id)}/approve`)).toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } },
    });
    expect((await holder.post(`${linkPath(delivery.id)}/approve`, { name: "Mara Visser" })).body).toMatchObject({
      status: "scheduled",
      awaitingParty: "none",
    });
    expect(
      await later.post(`${linkPath(delivery.id)}/decline`, { name: "Mara Visser", reason: "changed my mind" }),
    ).toMatchObject({
      status: 410,
      body: { code: "link_over", details: { state: "used", usedFor: "approved", byName: "Mara Visser" } },
    });
    expect((await client.get(`${deliveriesPath}/${delivery.id}/history`)).body.items[0]).toMatchObject({
      step: "approved",
      actorKind: "link",
      actorName: "Mara Visser",
      fromStatus: "proposed",
      toStatus: "scheduled",
    });
    expect(
      (await mailTo("dock-supervisor@alpha.example", `${String(delivery["number"])} was accepted`)).text,
    ).toContain(delivery.id);
    expect((await mailTo(delivery.carrierEmail, "is confirmed")).text).toContain("We expect you");
  });

  test("answers once, though it clicks in ten windows", async () => {
    const delivery = await asked(await aYard(admin));
    const holder = await holderOf(delivery);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        holder.post(
          `${linkPath(delivery.id)}/${n % 2 ? "approve" : "decline"}`,
          n % 2 ? { name: "Mara" } : { name: "Mara", reason: "no truck" },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 409, 410].includes(status))).toEqual([]);
  });

  test("declines with a reason, and the time is free again", async () => {
    const yard = await aYard(admin);
    const delivery = await asked(yard);
    expect(
      await (
        await holderOf(delivery)
      ).post(`${linkPath(delivery.id)}/decline`, { name: "Mara", reason: "No truck that day" }),
    ).toMatchObject({ status: 200, body: { status: "declined", declineReason: "No truck that day" } });
    await booked(client, yard);
  });

  test("asks for another time among those that are free, which the dock office approves", async () => {
    const yard = await aYard(admin, { location: { timezone: "UTC" } });
    await booked(client, yard, from(10, 11));
    const delivery = await asked(yard);
    const holder = await holderOf(delivery);
    const { body } = await holder.get(`${linkPath(delivery.id)}/times?date=${hourOf(0).slice(0, 10)}`);
    const starts = (body["times"] as unknown as { start: string }[]).map(({ start }) => start);
    expect(starts).toContain(hourOf(8));
    expect(starts).toContain(hourOf(12));
    expect(starts).not.toContain(hourOf(10));
    expect(
      await holder.post(`${linkPath(delivery.id)}/counter`, { name: "Mara", plannedStart: hourOf(10) }),
    ).toMatchObject({
      status: 409,
      body: { code: "taken", message: "This time is no longer free. Choose another one." },
    });
    const countered = await holder.post(`${linkPath(delivery.id)}/counter`, {
      name: "Mara",
      plannedStart: hourOf(12),
      note: "The ferry is late",
    });
    expect(countered).toMatchObject({
      status: 200,
      body: { status: "requested", awaitingParty: "warehouse", plannedStart: hourOf(12), plannedEnd: hourOf(13) },
    });
    await booked(client, yard, from(8, 9));
    expect((await decide(client, `${deliveriesPath}/${delivery.id}/approve`)).body).toMatchObject({
      status: "scheduled",
      originalPlannedStart: hourOf(8),
      rescheduleCount: 1,
    });
    await mailTo(delivery.carrierEmail, "is confirmed");
  });

  test("is bound by the lead time, which staff are not", async () => {
    const yard = await aYard(admin, { location: { minLeadMinutes: 100 * 60, cancelCutoffMinutes: 0 } });
    const delivery = await asked(yard);
    const answer = await (
      await holderOf(delivery)
    ).post(`${linkPath(delivery.id)}/counter`, { name: "Mara", plannedStart: hourOf(12) });
    expect(answer).toMatchObject({ status: 409, body: { code: "outside_rules", details: { rule: "too_soon" } } });
  });

  test("gets a new link when the proposal is moved; the old one is superseded", async () => {
    const delivery = await asked(await aYard(admin, { location: { timezone: "UTC" } }));
    const first = await holderOf(delivery);
    await saved(client.post(`${deliveriesPath}/${delivery.id}/move`, from(14, 15)));
    expect(await first.post(`${linkPath(delivery.id)}/approve`, { name: "Mara" })).toMatchObject({
      status: 410,
      body: { code: "link_over", details: { state: "superseded" } },
    });
    const second = await holderOf(delivery, "14:00");
    expect((await second.post(`${linkPath(delivery.id)}/approve`, { name: "Mara" })).body).toMatchObject({
      status: "scheduled",
      plannedStart: hourOf(14),
    });
  });

  test("is asked anew when what it shall bring changes, or when its own wish is proposed back", async () => {
    const yard = await aYard(admin, { location: { timezone: "UTC" } });
    const order = await sentOrder(admin, { ...records, shipToLocationId: yard.locationId });
    const [item] = order["items"] as unknown as readonly Body[];
    const delivery = await asked(yard);
    const first = await holderOf(delivery);
    const lines = [{ purchaseOrderItemId: item?.id, plannedQty: "4" }];
    const fresh = await saved(
      client.put(`${deliveriesPath}/${delivery.id}`, {
        carrierEmail: delivery.carrierEmail,
        lines,
        version: delivery.version,
      }),
    );
    expect(fresh).toMatchObject({ status: "proposed", revision: 1 });
    expect((await first.get(linkPath(delivery.id))).status).toBe(410);
    await vi.waitFor(
      async () => expect((await (await holderOf(delivery)).get(linkPath(delivery.id))).body["lines"]).toHaveLength(1),
      10_000,
    );
    await saved(
      (await holderOf(delivery)).post(`${linkPath(delivery.id)}/counter`, { name: "Mara", plannedStart: hourOf(15) }),
    );
    expect(await saved(client.post(`${deliveriesPath}/${delivery.id}/propose`, { party: "carrier" }))).toMatchObject({
      status: "proposed",
      awaitingParty: "carrier",
      revision: 3,
    });
    expect(
      await saved((await holderOf(delivery, "15:00")).post(`${linkPath(delivery.id)}/approve`, { name: "Mara" })),
    ).toMatchObject({ status: "scheduled", plannedStart: hourOf(15) });
  });

  test("is replaced by another carrier, or vendor: its link is over, the other one is asked, and only that one hears the rest", async () => {
    const yard = await aYard(admin, { location: { timezone: "UTC" } });
    const delivery = await asked(yard);
    const first = await holderOf(delivery);
    const newDesk = `new-${delivery.carrierEmail}`;
    const newer = { carrierId: (await aCarrier(admin, "Maas")).id, notesPublic: "Gate C" };
    const changed = await saved(
      client.put(`${deliveriesPath}/${delivery.id}`, { ...newer, carrierEmail: newDesk, version: delivery.version }),
    );
    expect(changed).toMatchObject({ status: "proposed", revision: 1, carrierName: "Maas" });
    const over = { status: 410, body: { code: "link_over", details: { state: "superseded" } } };
    expect(await first.get(linkPath(delivery.id))).toMatchObject(over);
    expect(await first.post(`${linkPath(delivery.id)}/approve`, { name: "Mara" })).toMatchObject(over);
    const second = await visitorWith(delivery.id, secretIn((await mailTo(newDesk)).text));
    const same = { ...newer, carrierEmail: newDesk, driverName: "Jo", version: changed.version };
    expect(await saved(client.put(`${deliveriesPath}/${delivery.id}`, same)), "the same party").toMatchObject({
      revision: 1,
    });
    await saved(second.post(`${linkPath(delivery.id)}/approve`, { name: "Joris" }));
    await mailTo(newDesk, "is confirmed");
    expect(testApp.sink.mails.filter(({ to }) => to === delivery.carrierEmail)).toHaveLength(1);

    const vendorOf = async (tag: string) => {
      const [code, orderEmail] = [`${tag}-${delivery.id.slice(-6)}`, `${tag}-${delivery.id}@vendor.example`];
      const { id } = await saved(
        admin.post("/api/warehouse/vendors", { code, name: code, currency: "EUR", orderEmail }),
      );
      return { id, orderEmail };
    };
    const [before, after] = [await vendorOf("before"), await vendorOf("after")];
    const theirs = await booked(client, yard, { ...from(12, 13), askParty: "vendor", vendorId: before.id });
    const old = await visitorWith(theirs.id, secretIn((await mailTo(before.orderEmail)).text));
    await saved(client.put(`${deliveriesPath}/${theirs.id}`, { vendorId: after.id, version: theirs.version }));
    expect(await old.get(linkPath(theirs.id))).toMatchObject(over);
    const fresh = await visitorWith(theirs.id, secretIn((await mailTo(after.orderEmail)).text));
    expect(await saved(fresh.post(`${linkPath(theirs.id)}/approve`, { name: "Ina" }))).toMatchObject({
      status: "scheduled",
    });
  });

  test("is told when its delivery is moved or cancelled afterwards, with the same calendar entry in its next version", async () => {
    const yard = await aYard(admin);
    const delivery = await asked(yard);
    await (await holderOf(delivery)).post(`${linkPath(delivery.id)}/approve`, { name: "Mara" });
    await saved(client.post(`${deliveriesPath}/${delivery.id}/move`, from(16, 17)));
    await mailTo(delivery.carrierEmail, "was moved");
    await saved(client.post(`${deliveriesPath}/${delivery.id}/cancel`, { reason: "The goods are late" }));
    const { text } = await mailTo(delivery.carrierEmail, "is cancelled");
    expect(text).toContain("The goods are late");
  });
});

describe("a secret", () => {
  test("of another delivery, of another company or never made opens nothing, and all three look the same", async () => {
    const yard = await aYard(admin);
    const [one, other] = [await asked(yard, from(8, 9)), await asked(yard, from(10, 11))];
    const secret = secretIn((await mailTo(one.carrierEmail)).text);
    for (const [id, used] of [
      [other.id, secret],
      [one.id, "A".repeat(43)],
      ["0190a000-0000-7000-8000-000000000000", secret],
    ] as const) {
      const visitor = await visitorWith(id, used);
      expect(await visitor.get(linkPath(id))).toMatchObject({ status: 401 });
    }
    const holder = await visitorWith(one.id, secret);
    expect(await holder.get(linkPath(other.id))).toMatchObject({ status: 404, body: { code: "link_unknown" } });
    expect((await holder.get(`${deliveriesPath}/${one.id}`)).status).toBe(401);
    expect((await holder.post(`${deliveriesPath}/${one.id}/approve`)).status).toBe(401);
  });

  test("stands in no row, no queue and no event", async () => {
    const delivery = await asked(await aYard(admin));
    const secret = secretIn((await mailTo(delivery.carrierEmail)).text);
    const [dump] = await asSuper<{ everything: string }>(
      testApp,
      `select (select jsonb_agg(e) from events e)::text || (select jsonb_agg(l)
        from links l)::text || (select jsonb_agg(m)
        from mails m)::text || coalesce((select jsonb_agg(o)
        from outbox o)::text, '') || coalesce((select jsonb_agg(j)
        from graphile_worker._private_jobs j)::text, '') as everything`,
    );
    expect(secret).toHaveLength(45);
    expect(dump?.everything).not.toContain(secret.slice(2)); // without the cell
  });
});
