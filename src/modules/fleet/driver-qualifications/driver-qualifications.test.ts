import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { aDriver, dayIn, qualificationsPath as path } from "#main/testing/records/drivers.ts";
import { saved } from "#main/testing/records/orders.ts";
import { driverQualifications } from "./driver-qualifications.contract.ts";

conform(driverQualifications, {
  name: "driver qualifications",
  valid: async (n, admin) => ({
    driverId: (await aDriver(admin)).id,
    kind: "dangerous_goods" as const,
    number: `ADR-${n}-2290`,
    issuer: "CBR",
    expiresOn: dayIn(100),
  }),
  change: { issuer: "TÜV", expiresOn: dayIn(200) },
  text: "issuer",
});

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());
const manager = () => testApp.as("FLEET_MANAGER");

test("a qualification that is none of the list says what it is, and none ends before it begins", async () => {
  const { id: driverId } = await aDriver(await manager());
  const add = async (over: object) => (await manager()).post(path, { driverId, kind: "dangerous_goods", ...over });
  expect(await add({ kind: "other" })).toMatchObject({ status: 422, body: { fields: { title: expect.any(String) } } });
  expect((await add({ kind: "other", title: "Crane" })).body).toMatchObject({ title: "Crane", numberEnd: null });
  expect(await add({ validFrom: dayIn(2), expiresOn: dayIn(1) })).toMatchObject({
    status: 422,
    body: { fields: { expiresOn: expect.any(String) } },
  });
});

test("it says how it stands today, both of its days included", async () => {
  const { id: driverId } = await aDriver(await manager());
  const at = async (from: number | null, until: number | null) =>
    (
      await saved(
        (await manager()).post(path, {
          driverId,
          kind: "forklift",
          validFrom: from === null ? null : dayIn(from),
          expiresOn: until === null ? null : dayIn(until),
        }),
      )
    )["validity"];
  expect(await at(null, null)).toBe("valid");
  expect(await at(-10, -2)).toBe("expired");
  expect(await at(-10, 30)).toBe("expiring");
  expect(await at(-10, 100)).toBe("valid");
  expect(await at(3, 100)).toBe("not_yet_valid");
});

test("its number is sealed, shows its end alone, and stays when a change leaves it empty", async () => {
  const client = await manager();
  const { id: driverId } = await aDriver(client);
  const before = await saved(client.post(path, { driverId, kind: "tacho_card", number: "CARD00418827" }));
  expect(before).toMatchObject({ numberEnd: "8827" });
  expect(JSON.stringify(before)).not.toContain("CARD0041");
  const body = { driverId, kind: "tacho_card", issuer: "RDW" };
  const kept = await saved(client.put(`${path}/${before.id}`, { ...body, version: before.version }));
  expect(kept).toMatchObject({ numberEnd: "8827" });
  const other = await saved(client.put(`${path}/${before.id}`, { ...body, number: "NEW5551", version: kept.version }));
  expect(other).toMatchObject({ numberEnd: "551" });
  const [row] = await asSuper<{ row: string }>(
    testApp,
    "select q::text as row from driver_qualifications q where id = $1",
    [before.id],
  );
  expect(row?.row).not.toMatch(/CARD0041|NEW5/);
});

test("who plans does not see what drivers were examined for, and who looks at the whole house does not either", async () => {
  for (const role of ["DISPATCHER", "VIEWER", "WAREHOUSE_MANAGER"] as const)
    expect((await (await testApp.as(role)).get(path)).status, role).toBe(403);
});
