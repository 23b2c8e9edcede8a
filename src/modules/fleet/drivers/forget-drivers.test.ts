import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { runTask } from "#main/testing/jobs.ts";
import { absencesPath, aDriver, aDriverAtWork, aLicence, dayIn, driversPath } from "#main/testing/records/drivers.ts";
import { documentsPath, typeCalled } from "#main/testing/records/documents.ts";
import { decide, saved } from "#main/testing/records/orders.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ jobs: true })));
afterAll(() => testApp.close());

/** All that is kept of a driver's papers. */
const kept = async (id: string) => {
  const [counts] = await asSuper<Record<string, number>>(
    testApp,
    `select (select count(*)::int from driver_licences where driver_id = $1) as licences,
      (select count(*)::int from papers where driver_id = $1) as documents,
      (select count(*)::int from files where entity = 'driver' and entity_id = $1) as files`,
    [id],
  );
  return counts;
};
const all = { licences: 1, documents: 1, files: 1 };
const nothing = { licences: 0, documents: 0, files: 0 };

async function withPapers(id: string): Promise<void> {
  const manager = await testApp.as("FLEET_MANAGER");
  await aLicence(testApp, id);
  await saved(manager.post(documentsPath, { driverId: id, typeId: await typeCalled(manager, "OTHER") }));
  await saved(
    manager.send(
      "POST",
      `/api/files?entity=driver&entityId=${id}`,
      `--part\r\nContent-Disposition: form-data; name="file"; filename="${id}.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n\r\n--part--\r\n`,
      { "content-type": "multipart/form-data; boundary=part" },
    ),
  );
  expect(await kept(id)).toEqual(all);
}

test("a year after a driver has left their licences, documents and files go; before it they stay", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { id } = await aDriver(manager, { hiredOn: "2019-05-01" });
  await withPapers(id);
  await saved(manager.post(`${driversPath}/${id}/leave`));
  const [waiting] = await asSuper<{ months: number }>(
    testApp,
    `select (extract(epoch from run_at - now()) / 2629746)::int as months from outbox where task = 'drop-driver-papers'
      and payload ->> 'driverId' = $1
      union all select (extract(epoch from run_at - now()) / 2629746)::int from graphile_worker.jobs
      where task_identifier = 'drop-driver-papers'`,
    [id],
  );
  expect(waiting?.months).toBe(12);
  await runTask(testApp, "drop-driver-papers", { driverId: id });
  expect(await kept(id)).toEqual(all);
  await asSuper(testApp, "update drivers set left_on = current_date - 370 where id = $1", [id]);
  await runTask(testApp, "drop-driver-papers", { driverId: id });
  expect(await kept(id)).toEqual(nothing);
  expect((await manager.get(`${driversPath}/${id}`)).body).toMatchObject({ lastName: "Smit", status: "left" });
});

test("a driver without an account who has left is erased by whoever may erase people, and nothing names them", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const { id } = await aDriver(manager, {
    firstName: "Unforgettable",
    lastName: "Nameson",
    phone: "+31 6 7654 3210",
    email: "un@nameson.example",
  });
  await withPapers(id);
  const chief = await testApp.as("COMPANY_ADMIN");
  expect((await decide(chief, `${driversPath}/${id}/erase`)).status, "they have not left").toBe(409);
  await saved(manager.post(`${driversPath}/${id}/leave`));
  expect((await decide(manager, `${driversPath}/${id}/erase`)).status).toBe(403);
  const erased = await saved(decide(chief, `${driversPath}/${id}/erase`));
  expect(erased).toMatchObject({ firstName: "Erased", lastName: "person", phone: null, email: null, steps: [] });
  expect(await kept(id)).toEqual(nothing);
  const [told] = await asSuper<{ text: string }>(
    testApp,
    "select string_agg(e::text, ' ') || (select d::text from drivers d where d.id = $1) as text from events e where entity_id = $1",
    [id],
  );
  expect(told?.text).not.toMatch(/Unforgettable|Nameson|7654 3210|nameson/);
});

test("who is erased as a user is erased as a driver, with all papers", async () => {
  const { driver, userId } = await aDriverAtWork(testApp, { firstName: "Forgotten", phone: "+31 6 9999 0000" });
  await withPapers(driver.id);
  await asSuper(testApp, "update users set status = 'deactivated', archived_at = now() where id = $1", [userId]);
  const chief = await testApp.as("COMPANY_ADMIN");
  await saved(chief.post("/api/settings/erasures", { userId, name: "Driving Person" }));
  expect(await kept(driver.id)).toEqual(nothing);
  expect((await chief.get(`${driversPath}/${driver.id}`)).body).toMatchObject({
    firstName: "Erased",
    lastName: "person",
    phone: null,
    status: "left",
    erasedAt: expect.any(String),
  });
});

test("absences go with an erasure at once, and a year after somebody has left", async () => {
  const manager = await testApp.as("FLEET_MANAGER");
  const count = async (driverId: unknown) =>
    (await asSuper(testApp, "select 1 from driver_absences where driver_id = $1", [driverId])).length;
  const gone = async () => {
    const driver = await aDriver(manager);
    await saved(manager.post(absencesPath, { driverId: driver.id, firstDay: dayIn(0), lastDay: dayIn(3) }));
    await saved(manager.post(`${driversPath}/${driver.id}/leave`));
    return driver;
  };
  const erased = await gone();
  const admin = await testApp.as("COMPANY_ADMIN");
  await saved(decide(admin, `${driversPath}/${erased.id}/erase`));
  expect(await count(erased.id)).toBe(0);

  const left = await gone();
  await asSuper(testApp, "update drivers set left_on = current_date - 370 where id = $1", [left.id]);
  expect(await count(left.id)).toBe(1);
  await runTask(testApp, "drop-driver-papers", { driverId: left.id });
  expect(await count(left.id)).toBe(0);
});
