import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type TestApp } from "#main/testing/test-app.ts";
import { inTransaction, type Db } from "../db/database.ts";
import { book, bookingsDuring, release, swapBookings, type Wanted } from "./bookings.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.close());

const inCompany = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(testApp.database.work, { role: "waybill_app", companyId: testApp.companies.a }, work);

/** A resource as the table of its kind would register it. */
async function aResource(kind: string): Promise<string> {
  const id = randomUUID();
  await asSuper(testApp, "insert into resources (id, company_id, kind) values ($1, $2, $3)", [
    id,
    testApp.companies.a,
    kind,
  ]);
  return id;
}

const hour = (n: number) => new Date(Date.UTC(2100, 0, 1, n)).toISOString();
type Times = readonly [from: number, until: number];

function take(subjectId: string, resourceId: string, [from, until]: Times, over: Partial<Wanted> = {}) {
  const wanted = { resourceId, lanes: 1, from: hour(from), until: hour(until), reason: "trip", subjectId, ...over };
  return inCompany((db) => book(db, wanted));
}

/** What a subject holds: the names of the resources with their hours. */
async function held(subjectId: string, names: Readonly<Record<string, string>>): Promise<Record<string, Times>> {
  const rows = await inCompany((db) =>
    bookingsDuring(db, { resourceIds: Object.values(names), from: hour(0), until: hour(48) }),
  );
  const nameOf = (id: string) => Object.keys(names).find((name) => names[name] === id) ?? id;
  const hours = (instant: string) => (Date.parse(instant) - Date.parse(hour(0))) / 3_600_000;
  return Object.fromEntries(
    rows
      .filter((one) => one.subjectId === subjectId)
      .map(({ resourceId, from, until }) => [nameOf(resourceId), [hours(from), hours(until)]] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
}

describe("a subject that holds a vehicle, two drivers and a trailer", () => {
  let names: Record<"ann" | "bob" | "cem" | "trailer" | "truck" | "van", string>;
  let trip: string;
  beforeEach(async () => {
    const [ann, bob, cem] = [await aResource("driver"), await aResource("driver"), await aResource("driver")];
    const [truck, van] = [await aResource("vehicle"), await aResource("vehicle")];
    names = { ann, bob, cem, truck, van, trailer: await aResource("asset") };
    trip = randomUUID();
    for (const id of [truck, ann, bob, names.trailer]) expect(await take(trip, id, [8, 12])).toBe(1);
  });
  const all: Readonly<Record<string, Times>> = { ann: [8, 12], bob: [8, 12], trailer: [8, 12], truck: [8, 12] };

  test("holds all of them at once", async () => {
    expect(await held(trip, names)).toEqual(all);
  });

  test("moves one of them to another time, and the others stay", async () => {
    expect(await take(trip, names.trailer, [9, 10])).toBe(1);
    expect(await held(trip, names)).toEqual({ ...all, trailer: [9, 10] });
  });

  test("gives up one driver for another, and the second driver, the vehicle and the trailer stay", async () => {
    expect(await take(trip, names.cem, [8, 12], { insteadOf: { resourceId: names.bob } })).toBe(1);
    expect(await held(trip, names)).toEqual({
      ann: [8, 12],
      cem: [8, 12],
      trailer: [8, 12],
      truck: [8, 12],
    });
    expect(await take(randomUUID(), names.bob, [8, 12]), "who was given up is free").toBe(1);
  });

  test("gives up its vehicle for another without naming it", async () => {
    expect(await take(trip, names.van, [8, 13], { insteadOf: "sameKind" })).toBe(1);
    expect(await held(trip, names)).toEqual({ ann: [8, 12], bob: [8, 12], trailer: [8, 12], van: [8, 13] });
  });

  test("cannot have in place of one what it holds already, nor what another holds; nothing changes then", async () => {
    expect(await take(trip, names.ann, [8, 12], { insteadOf: { resourceId: names.bob } })).toBeNull();
    await take(randomUUID(), names.cem, [11, 14]);
    expect(await take(trip, names.cem, [8, 12], { insteadOf: { resourceId: names.bob } })).toBeNull();
    expect(await take(trip, names.cem, [8, 12])).toBeNull();
    expect(await held(trip, names)).toEqual(all);
  });

  test("gives back one of them, or all", async () => {
    await inCompany((db) => release(db, [trip], { resourceIds: [names.trailer] }));
    expect(await held(trip, names)).toEqual({ ann: [8, 12], bob: [8, 12], truck: [8, 12] });
    await inCompany((db) => release(db, [trip], "everything"));
    expect(await held(trip, names)).toEqual({});
  });

  test("exchanges one of them with another subject, and both keep the rest", async () => {
    const other = randomUUID();
    await take(other, names.van, [10, 14]);
    await take(other, names.cem, [10, 14]);
    await inCompany((db) =>
      swapBookings(db, { subjectId: trip, resourceId: names.bob }, { subjectId: other, resourceId: names.cem }),
    );
    expect(await held(trip, names)).toEqual({ ann: [8, 12], cem: [10, 14], trailer: [8, 12], truck: [8, 12] });
    expect(await held(other, names)).toEqual({ bob: [8, 12], van: [10, 14] });
  });
});

describe("the table itself", () => {
  const insert = "insert into bookings (company_id, resource_id, during, reason, subject_id)";
  const values = `${insert} values ($1, $2, tstzrange($3, $4), $5, gen_random_uuid())`;
  const write = (resourceId: string, [from, until]: Times, reason = "trip") =>
    asSuper(testApp, values, [testApp.companies.a, resourceId, hour(from), hour(until), reason]);

  test("gives a resource of any kind to one at a time, and knows why it is taken", async () => {
    for (const kind of ["dock", "vehicle", "driver", "asset"]) {
      const id = await aResource(kind);
      await write(id, [8, 12]);
      await expect(write(id, [11, 13], "leave"), kind).rejects.toMatchObject({ code: "23P01" });
      await write(id, [12, 13], "maintenance");
      await write(await aResource(kind), [8, 12], "hold");
      await expect(write(id, [14, 15], "whim"), kind).rejects.toMatchObject({ constraint: "bookings_reason_check" });
    }
  });

  test("books nothing that is not registered, nor what another company has", async () => {
    await expect(write(randomUUID(), [8, 12])).rejects.toMatchObject({ constraint: "bookings_resource" });
    const theirs = [testApp.companies.b, await aResource("vehicle"), hour(8), hour(12), "trip"];
    await expect(asSuper(testApp, values, theirs)).rejects.toMatchObject({ constraint: "bookings_resource" });
  });
});

test("what another company has booked is in nobody else's way, asked for by its resource or not, also where it stands there", async () => {
  const theirs = randomUUID();
  const { b } = testApp.companies;
  await asSuper(testApp, "insert into resources (id, company_id, kind) values ($1, $2, 'dock')", [theirs, b]);
  await asSuper(
    testApp,
    `insert into bookings (company_id, resource_id, during, reason, subject_id, standing) values
      ($1, $2, tstzrange($3, $4), 'delivery', uuidv7(), false),
      ($1, $2, tstzrange(now() - interval '2 hours', now() - interval '1 hour'), 'delivery', uuidv7(), true)`,
    [b, theirs, hour(20), hour(21)],
  );
  const seen = async (companyId: string, resources: string, from = hour(20), until = hour(21)) => {
    const { rows } = await inTransaction(testApp.database.work, { role: "waybill_app", companyId }, (db) =>
      sql`select from bookings_in_the_way(${from}, ${until}, ${sql.raw(resources)}) b where b.resource_id = ${theirs}`.execute(
        db,
      ),
    );
    return rows.length;
  };
  const soon = [new Date(Date.now() + 60_000).toISOString(), new Date(Date.now() + 120_000).toISOString()] as const;
  for (const resources of ["null", `array['${theirs}']::uuid[]`]) {
    expect(await seen(b, resources), "its own").toBe(1);
    expect(await seen(b, resources, ...soon), "its own that stands there").toBe(1);
    expect(await seen(testApp.companies.a, resources), "of another").toBe(0);
    expect(await seen(testApp.companies.a, resources, ...soon), "of another that stands there").toBe(0);
  }
});

describe("a dock with years of bookings behind it", () => {
  const years = 4000;
  /** Blocks of the database that a statement of the app reads, planned anew. */
  async function blocksRead(statement: string): Promise<number> {
    const plan = await inCompany(async (db) => {
      const { rows } = await sql<{ "QUERY PLAN": readonly [{ Plan: Record<string, number> }] }>`
        ${sql.raw(`explain (analyze, buffers, format json) ${statement}`)}`.execute(db);
      return rows[0]?.["QUERY PLAN"][0].Plan ?? {};
    });
    return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  }

  test("is asked for a time of its without reading them all", async () => {
    const [dock, other] = [await aResource("dock"), await aResource("dock")];
    for (const id of [dock, other])
      await asSuper(
        testApp,
        `insert into bookings (company_id, resource_id, lane, during, reason, subject_id)
          select $1, $2, 1, tstzrange(at, at + interval '1 hour'), 'delivery', uuidv7()
          from generate_series(now() - interval '${years} hours', now() - interval '1 hour', interval '1 hour') at`,
        [testApp.companies.a, id],
      );
    await asSuper(testApp, "analyze bookings");
    const whole = await blocksRead(`select from bookings where resource_id = '${dock}'`);
    const look = `select from bookings_in_the_way('${hour(1)}', '${hour(2)}', array['${dock}', '${other}']::uuid[])`;
    await blocksRead(look); // what is read once of the catalogue is read now
    expect(whole).toBeGreaterThan(60);
    expect(await blocksRead(look)).toBeLessThan(whole / 2);
    expect(await take(randomUUID(), dock, [1, 2])).toBe(1);
    expect(await take(randomUUID(), dock, [1, 2])).toBeNull();
  });
});
