import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#shared/format/wall-time.ts";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { anAsset, aYard } from "#main/testing/records/assets.ts";
import { documentsPath, typesPath } from "#main/testing/records/documents.ts";
import { driversPath } from "#main/testing/records/drivers.ts";
import { fleetDeliveriesPath } from "#main/testing/records/fleet-deliveries.ts";
import { saved } from "#main/testing/records/orders.ts";
import { either, everyOne, insertRows, ofRecord, once, sampler } from "#main/testing/random-fleet/random.ts";
import { randomDeliveries } from "#main/testing/random-fleet/random-deliveries.ts";
import { randomTrips } from "#main/testing/random-fleet/random-trips.ts";
import { randomDrivers, randomVehicles } from "#main/testing/random-fleet/random-vehicles.ts";
import { inHours, tripsPath } from "#main/testing/records/trips.ts";
import { vehiclesPath } from "#main/testing/records/vehicles.ts";
import { partLimit } from "../dashboard/dashboard.contract.ts";
import { calendarMost, calendarWeeks, type DocumentCalendarReply } from "./calendar/calendar.contract.ts";

const subjects = ["vehicle", "driver", "asset", "trip", "delivery", "company"] as const;
type Subject = (typeof subjects)[number];
interface Paper {
  readonly id: string;
  readonly type: string;
  readonly subject: Subject;
  readonly holder: string;
  readonly status: string;
  readonly isArchived: boolean;
  readonly expires: string | null;
}

let testApp: TestApp;
let client: Client;
let papers: readonly Paper[];
let today = "";
/** What matters still: what has not been retired, has not left and is not over. */
const living = new Set<string>();
const read = async () => (await saved(client.get(`${documentsPath}/calendar`))) as unknown as DocumentCalendarReply; // as the contract says

beforeAll(async () => {
  testApp = await startTestApp();
  client = await testApp.as("COMPANY_ADMIN");
  const some = sampler("PAPERS_SEED");
  const vehicles = await randomVehicles(testApp, some, 10);
  const drivers = await randomDrivers(testApp, some, 10);
  const trips = await randomTrips(testApp, some, { count: 10, vehicles: vehicles.slice(1), drivers });
  const deliveries = await randomDeliveries(testApp, some, { count: 15, trips });
  const yard = await aYard(client);
  const assets = [];
  for (const status of ["available", "maintenance", "lost", "retired"]) {
    const { id } = await anAsset(client, yard);
    const reason = status === "available" ? null : "random";
    await asSuper(testApp, "update assets set status = $2, status_reason = $3 where id = $1", [id, status, reason]);
    assets.push(id);
    if (status !== "retired") living.add(id);
  }
  const company = testApp.companies.a;
  const holders = {
    vehicle: vehicles,
    driver: drivers,
    asset: assets,
    trip: trips,
    delivery: deliveries,
    company: [company],
  };
  const over = ["retired", "left", "completed", "cancelled", "aborted", "delivered", "partly_delivered", "returned"];
  for (const path of [vehiclesPath, driversPath, tripsPath, fleetDeliveriesPath])
    for (const { id, status } of await everyOne(client, path, "&archived=with"))
      if (!over.includes(status)) living.add(id);
  living.add(company);
  await asSuper(testApp, "delete from papers where company_id = $1", [company]);
  ({ today } = await read());
  const types: Record<string, string[]> = {};
  // As many types as it takes for some papers of each holder and type.
  for (const subject of subjects)
    for (let n = 0; n < 24 / holders[subject].length; n += 1) {
      const body = { code: `RANDOM-${subject}-${n}`, name: `Random ${subject} ${n}`, subject };
      (types[subject] ??= []).push((await saved(client.post(typesPath, body))).id);
    }
  papers = some(
    fc.record({
      subject: fc.constantFrom(...subjects),
      holder: fc.nat(),
      type: fc.nat(),
      status: either("verified", "verified", "verified", "pending", "rejected", "revoked"),
      isArchived: once(6),
      ends: fc.option(fc.integer({ min: -60, max: 110 }), { freq: 12, nil: null }),
    }),
    420,
  ).map(({ subject, holder, type, status, isArchived, ends }) => ({
    id: randomUUID(),
    subject,
    holder: holders[subject][holder % holders[subject].length] ?? "",
    type: types[subject]?.[type % types[subject].length] ?? "",
    status,
    isArchived,
    expires: ends === null ? null : addDays(today, ends),
  }));
  await insertRows(
    testApp,
    "papers",
    papers.map(({ id, subject, holder, type, status, isArchived, expires }) => ({
      ...ofRecord(),
      id,
      type_id: type,
      subject,
      ...Object.fromEntries(
        subjects.filter((one) => one !== "company").map((one) => [`${one}_id`, one === subject ? holder : null]),
      ),
      is_confidential: false,
      authors: "{}",
      was_verified: status === "verified",
      status,
      decided_at: status === "pending" ? null : inHours(-1),
      decision_reason: ["rejected", "revoked"].includes(status) ? "random" : null,
      archived_at: isArchived ? inHours(-1) : null,
      expires_on: expires,
    })),
  );
}, 240_000);
afterAll(() => testApp.close());

const counts = ({ status, isArchived }: Paper) => status === "verified" && !isArchived;
/** Of each holder and type what ends last; of what ends on the same day, each. */
const isLast = (paper: Paper) =>
  paper.expires !== null &&
  counts(paper) &&
  living.has(paper.holder) &&
  !papers.some(
    (other) =>
      counts(other) &&
      other.holder === paper.holder &&
      other.type === paper.type &&
      (other.expires ?? "infinity") > String(paper.expires),
  );

const inOrder = (one: Paper, other: Paper) => (`${one.expires} ${one.id}` < `${other.expires} ${other.id}` ? -1 : 1);

test("the calendar has the last paper of each type and of whatever matters still, be it a vehicle, a driver, an asset, a trip, a delivery or the company", async () => {
  const { items, weeks, subjects: counted } = await read();
  const until = addDays(weeks[1]?.week ?? "", 7 * calendarWeeks);
  const wanted = papers.filter((paper) => isLast(paper) && String(paper.expires) < until);
  expect(wanted.length).toBeLessThan(calendarMost);
  expect(items.map(({ id }) => id)).toEqual(wanted.toSorted(inOrder).map(({ id }) => id));
  for (const { subject, count } of counted)
    expect(
      wanted.filter((paper) => paper.subject === subject),
      subject,
    ).toHaveLength(count);
  expect(counted.map(({ subject }) => subject)).toEqual([...subjects].toSorted());
});

test("the dashboard counts the last papers of vehicles, drivers and the company, those in order and those that end soon", async () => {
  const wanted = papers.filter((paper) => isLast(paper) && ["vehicle", "driver", "company"].includes(paper.subject));
  const { papers: part } = (await saved(client.get("/api/fleet/dashboard"))) as unknown as {
    papers: { ending: { count: number; items: { id: string }[] }; inOrder: { of: number; met: number } };
  };
  expect(part.inOrder).toEqual({
    of: wanted.length,
    met: wanted.filter(({ expires }) => String(expires) >= today).length,
  });
  const soon = wanted.filter(({ expires }) => String(expires) <= addDays(today, 30));
  expect(part.ending.count).toBe(soon.length);
  expect(soon).not.toHaveLength(0);
  expect(part.ending.items.map(({ id }) => id)).toEqual(
    soon
      .toSorted(inOrder)
      .slice(0, partLimit)
      .map(({ id }) => id),
  );
});
