import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { runTask } from "#main/testing/jobs.ts";
import { aCarrier, aYard, booked, deliveriesPath } from "#main/testing/records/docks.ts";

let testApp: TestApp;
let admin: Client;
let client: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  admin = await testApp.as("COMPANY_ADMIN");
  client = await testApp.as("DOCK_SUPERVISOR");
});
afterAll(() => testApp.close());

type Yard = Awaited<ReturnType<typeof aYard>>;
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

describe("the clock", () => {
  test("lets a proposal lapse that nobody answered, and gives the time back", async () => {
    const yard = await aYard(admin);
    const delivery = await asked(yard);
    await asSuper(
      testApp,
      "update delivery_schedules set hold_expires_at = now() - interval '1 second' where id = $1",
      [delivery.id],
    );
    await runTask(testApp, "expire-delivery-hold", { deliveryScheduleId: delivery.id, revision: 0 });
    expect((await client.get(`${deliveriesPath}/${delivery.id}`)).body).toMatchObject({
      status: "expired",
      awaitingParty: "none",
    });
    await booked(client, yard);
  });

  test("does not let one lapse that was moved or answered meanwhile", async () => {
    const yard = await aYard(admin);
    const delivery = await asked(yard);
    await asSuper(
      testApp,
      "update delivery_schedules set hold_expires_at = now() - interval '1 second', revision = 1 where id = $1",
      [delivery.id],
    );
    await runTask(testApp, "expire-delivery-hold", { deliveryScheduleId: delivery.id, revision: 0 });
    expect((await client.get(`${deliveriesPath}/${delivery.id}`)).body).toMatchObject({ status: "proposed" });
  });

  test("asks nobody about a plan that has changed since; a link holds as long as the time is kept", async () => {
    const delivery = await asked(await aYard(admin));
    await asSuper(testApp, "update delivery_schedules set revision = 5 where id = $1", [delivery.id]);
    const links = () =>
      asSuper(
        testApp,
        `select k.expires_at = d.hold_expires_at as "isAsLong" from links k join delivery_schedules d on d.id = k.subject_id
          where k.subject_id = $1 and k.subject_revision = 5`,
        [delivery.id],
      );
    await runTask(testApp, "mail-delivery-approval", { deliveryScheduleId: delivery.id, revision: 4 });
    expect(await links()).toEqual([]);
    await runTask(testApp, "mail-delivery-approval", { deliveryScheduleId: delivery.id, revision: 5 });
    expect(await links()).toEqual([{ isAsLong: true }]);
  });

  test("notices a truck that did not come when the location's patience is over, not before", async () => {
    const yard = await aYard(admin, { location: { noShowAfterMinutes: 30 } });
    const at = (minutes: number) => ({
      plannedStart: new Date(Date.now() + minutes * 60_000).toISOString(),
      plannedEnd: new Date(Date.now() + (minutes + 15) * 60_000).toISOString(),
      override: true,
    });
    const [patient, over] = [await booked(client, yard, at(-20)), await booked(client, yard, at(-45))];
    for (const delivery of [patient, over])
      await runTask(testApp, "note-no-show", { deliveryScheduleId: delivery.id, revision: 0 });
    expect((await client.get(`${deliveriesPath}/${patient.id}`)).body.status).toBe("scheduled");
    expect((await client.get(`${deliveriesPath}/${over.id}`)).body.status).toBe("no_show");
    expect((await client.get(`${deliveriesPath}/${over.id}/history`)).body.items[0]).toMatchObject({
      step: "missed",
      actorKind: "system",
    });
  });
});
