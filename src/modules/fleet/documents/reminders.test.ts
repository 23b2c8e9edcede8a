import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { runTask, untilDone } from "#main/testing/jobs.ts";
import { aDocument, documentsPath, typeCalled, uploadScan, verified } from "#main/testing/records/documents.ts";
import { aDriverAtWork, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());

async function aVerifiedDocument(days: number) {
  const dispatcher = await testApp.as("DISPATCHER");
  const manager = await testApp.as("FLEET_MANAGER");
  const { driver, userId } = await aDriverAtWork(testApp, { email: "typed@elsewhere.example" });
  const driverId = driver.id;
  const document = await aDocument(dispatcher, await typeCalled(manager, "CODE95"), driverId, {
    expiresOn: dayIn(days),
  });
  await verified(manager, document.id);
  const [account] = await asSuper<{ email: string }>(testApp, "select email from users where id = $1", [userId]);
  return { id: document.id, driver, address: String(account?.email) };
}
const told = async (id: string) => {
  const mails = await asSuper<{ recipient: string }>(
    testApp,
    "select recipient from mails where entity_id = $1 order by recipient",
    [id],
  );
  return mails.map(({ recipient }) => recipient);
};
const remind = async (documentId: string, days: number) => {
  await runTask(testApp, "remind-of-document", { documentId, days });
  await untilDone(testApp, "mail-document-reminder");
};

test("a reminder is planned for each day of the type that is still to come", async () => {
  const { id } = await aVerifiedDocument(20);
  const planned = await asSuper<{ days: number }>(
    testApp,
    `select (payload ->> 'days')::int as days from outbox where task = 'remind-of-document' and payload ->> 'documentId' = $1
      union select (payload::jsonb -> 'payload' ->> 'days')::int from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'remind-of-document' and payload::text like '%' || $1 || '%' order by 1`,
    [id],
  );
  expect(planned.map(({ days }) => days)).toEqual([1, 7, 14]);
});

test("it goes to whoever entered the document and to the account of its driver, once for each threshold, however often its task runs", async () => {
  const { id, address } = await aVerifiedDocument(10);
  await remind(id, 14);
  expect(await told(id)).toEqual([address, "dispatcher@alpha.example"].toSorted());
  await remind(id, 14);
  expect(await told(id)).toHaveLength(2);
  await remind(id, 7);
  expect(await told(id), "its end is ten days away").toHaveLength(2);
});

test("the title of a mail does not say what kind of document a confidential one is", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { driver } = await aDriverAtWork(testApp);
  const typeId = await typeCalled(manager, "MEDICAL");
  const document = await aDocument(manager, typeId, driver.id, { expiresOn: dayIn(5) });
  await verified(await testApp.as("SUPER_ADMIN"), document.id);
  await remind(document.id, 7);
  const mails = await asSuper<{ subject: string }>(testApp, "select subject from mails where entity_id = $1", [
    document.id,
  ]);
  expect(mails.length).toBeGreaterThan(0);
  for (const { subject } of mails) expect(subject).toMatch(/^A document of .+ ends /);
});

test("nobody is reminded of what was renewed, or holds no more", async () => {
  const [renewed, revoked] = [(await aVerifiedDocument(10)).id, (await aVerifiedDocument(10)).id];
  const dispatcher = await testApp.as("DISPATCHER");
  const { renewalId } = await saved(dispatcher.post(`${documentsPath}/${renewed}/renew`, { expiresOn: dayIn(900) }));
  await uploadScan(dispatcher, String(renewalId));
  const manager = await testApp.as("FLEET_MANAGER");
  await verified(manager, String(renewalId));
  const { version } = await saved(manager.get(`${documentsPath}/${revoked}`));
  await saved(manager.post(`${documentsPath}/${revoked}/revoke`, { version, reason: "taken by the police" }));
  for (const id of [renewed, revoked]) await remind(id, 14);
  expect([...(await told(renewed)), ...(await told(revoked))]).toEqual([]);
});

test("a renewal that nobody has verified silences nothing: who may verify it is told, too", async () => {
  const { id } = await aVerifiedDocument(10);
  const dispatcher = await testApp.as("DISPATCHER");
  await saved(dispatcher.post(`${documentsPath}/${id}/renew`, { expiresOn: dayIn(900) }));
  await remind(id, 14);
  const recipients = await told(id);
  for (const one of ["dispatcher@alpha.example", "fleet-manager@alpha.example", "company-admin@alpha.example"])
    expect(recipients).toContain(one);
  expect(recipients).not.toContain("viewer@alpha.example");
});

test("it goes to who may verify documents where whoever entered it is not here any more", async () => {
  const { id } = await aVerifiedDocument(10);
  await asSuper(testApp, "update papers set entered_by = gen_random_uuid() where id = $1", [id]);
  await remind(id, 14);
  expect(await told(id)).toContain("fleet-manager@alpha.example");
  expect(await told(id)).not.toContain("dispatcher@alpha.example");
});

test("nobody is reminded of the papers of a driver who has left", async () => {
  const { id, driver } = await aVerifiedDocument(10);
  const manager = await testApp.as("FLEET_MANAGER");
  await saved(manager.post(`${driversPath}/${driver.id}/leave`, { version: driver.version }));
  await remind(id, 14);
  expect(await told(id)).toEqual([]);
});
