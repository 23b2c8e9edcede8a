import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { badRows, checkFile, importFile, uploadFile } from "#main/testing/files/imports.ts";
import { untilDone } from "#main/testing/jobs.ts";
import { fleetDeliveriesPath as path, fleetDeliveryBody } from "#main/testing/records/fleet-deliveries.ts";
import { decide, saved } from "#main/testing/records/orders.ts";
import { clientWith } from "#main/testing/records/people.ts";
import { inHours } from "#main/testing/records/trips.ts";

// Not conformed: it is one file, without records of its own.
let testApp: TestApp;
let dispatcher: Client;
let admin: Client;
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  dispatcher = await testApp.as("DISPATCHER");
  admin = await testApp.as("SUPER_ADMIN");
});
afterAll(() => testApp.close());

const day = inHours(48).slice(0, 10);
const head = "Reference,Consignee,Address,Own location,Not before,Not after,Code,Description,Quantity,Unit";
const file = (...rows: string[]) => [head, ...rows].join("\n");
const of = (reference: string, goods: string, window = `${day} 08:00,${day} 12:00`) =>
  `${reference},Bakery,Market 3,,${window},${goods}`;
const tried = async (client: Client, ...rows: string[]) =>
  checkFile(client, await saved(uploadFile(client, "delivery", file(...rows))));
const called = async (q: string): Promise<Body[]> => (await saved(dispatcher.get(`${path}?q=${q}`))).items as Body[];
const read = (id: string) => saved(dispatcher.get(`${path}/${id}`));

test("deliveries come in with a row for each line, grouped by their reference, at the company's time", async () => {
  const goods = { code: "WHEAT", name: "Wheat", quantityType: "KGM" };
  await saved(admin.post("/api/fleet/asset-commodities", goods));
  const done = await importFile(
    dispatcher,
    "delivery",
    file(
      of("SO-1", ",Flour,12,bag"),
      of("SO-2", "wheat,,1.5,kg"),
      "so-1,,,,,,,Yeast,2.5,KGM", //
    ),
  );
  expect(done).toMatchObject({ state: "done", createdCount: 3, updatedCount: 0, unchangedCount: 0 });
  const [first] = await called("so-1");
  const delivery = await read(first?.id ?? "");
  expect(delivery).toMatchObject({
    deliveryNumber: expect.stringMatching(/^D-\d{5}$/),
    externalNumber: "SO-1",
    status: "unassigned",
    consigneeName: "Bakery",
    lines: [
      { description: "Flour", unit: "XBG", plannedQuantity: "12" },
      { description: "Yeast", unit: "KGM", plannedQuantity: "2.5" },
    ],
  });
  const eight = new Intl.DateTimeFormat("en", { timeZone: "Europe/Amsterdam", hour: "2-digit", hour12: false });
  expect(eight.format(new Date(String(delivery["windowStart"])))).toBe("08");
  const [second] = await called("so-2");
  expect((await read(second?.id ?? ""))["lines"]).toMatchObject([{ code: "WHEAT", description: "Wheat" }]);
  const { text } = await dispatcher.get(`${path}/${delivery.id}/history`);
  expect(text).toContain("file.csv");
  await untilDone(testApp, "forget-consignees-later");
  await untilDone(testApp, "forget-consignee");
  const [later] = await asSuper<{ isWaiting: boolean }>(
    testApp,
    `select exists (select from outbox where task = 'forget-consignee' and payload ->> 'deliveryId' = $1
      and run_at > now() + interval '300 days') as "isWaiting"`,
    [delivery.id],
  );
  expect(later, "its consignee is forgotten a year after").toEqual({ isWaiting: true });
});

test("the same file again changes nothing; what is there already is not changed by a file", async () => {
  const rows = [of("AGAIN-1", ",Flour,12,XBG"), of("AGAIN-1", ",Flour,3,XBG")];
  await importFile(dispatcher, "delivery", file(...rows));
  expect(await importFile(dispatcher, "delivery", file(...rows))).toMatchObject({ createdCount: 0, unchangedCount: 2 });
  expect(await called("again-1")).toHaveLength(1);
  const [delivery] = await called("again-1");
  const number = String(delivery?.["deliveryNumber"]);
  const check = await tried(
    dispatcher,
    `AGAIN-1,Somebody else,Market 3,,${day} 08:00,${day} 12:00,,Flour,12,XBG`,
    `${number},,,,${day} 09:00,,,Sugar,1,XBG`,
  );
  const said = `${number} is there already and says otherwise. Change it there, or leave its rows out.`;
  expect(await badRows(dispatcher, check)).toEqual({
    2: { consigneeName: said },
    3: { windowStart: said, description: said },
  });
});

describe("what cannot be is said row by row", () => {
  test("of a line: a unit that nobody knows or the company does not use, a code that nothing has, and nothing at all", async () => {
    const check = await tried(
      dispatcher,
      of("BAD-1", ",Flour,1,ZZZ"),
      of("BAD-2", ",Flour,1,crumb of 3"),
      of("BAD-3", "NONE,,1,KGM"),
      of("BAD-4", ",,1,KGM"),
      of("BAD-5", ",Flour,0,KGM"),
    );
    expect(await badRows(dispatcher, check)).toEqual({
      2: { unit: "There is no unit ZZZ. Choose one from the list." },
      3: { unit: "crumb of 3 is no unit that is known here." },
      4: { code: "There is no product or commodity NONE. Import it first, or leave the code out." },
      5: { description: "Say what it is, or give the code of a product or a commodity." },
      6: { quantity: "It has to be more than 0." },
    });
  });

  test("and of what cannot be read whole, which of its names are not there as well", async () => {
    const check = await tried(
      dispatcher,
      of("PART-1", "NONE,,abc,ZZZ"),
      `PART-2,Bakery,,Nowhere,${day} 08:00,${day} 12:00,,Flour,99999999999,KGM`,
    );
    expect(await badRows(dispatcher, check)).toEqual({
      2: {
        code: "There is no product or commodity NONE. Import it first, or leave the code out.",
        quantity: '"abc" is no number.',
        unit: "There is no unit ZZZ. Choose one from the list.",
      },
      3: { location: "There is no location Nowhere. Import it first.", quantity: "It has to be 1000000000 or less." },
    });
  });

  test("of a delivery: said of its first row, and with one of its rows all of them fall", async () => {
    const check = await tried(
      dispatcher,
      "NO-1,,,,,,,Flour,1,KGM",
      of("NO-2", ",Flour,1,KGM", `${day} 12:00,${day} 08:00`),
      of("NO-3", ",Flour,1,KGM", `soon,${day} 08:00`),
      `NO-4,Bakery,,Nowhere,${day} 08:00,${day} 12:00,,Flour,1,KGM`,
      of("NO-5", ",Flour,1,KGM"),
      `NO-5,Other,,,,,,Salt,1,KGM`,
    );
    expect(await badRows(dispatcher, check)).toMatchObject({
      2: {
        consigneeName: "Say who gets it.",
        address: "Give an address, or choose a location.",
        windowStart: "Say from when on it may come.",
        windowEnd: "Say until when it has to be there.",
      },
      3: { windowEnd: "It ends before it begins." },
      4: { windowStart: '"soon" is no date and time. Write it like 2026-01-31 14:30.' },
      5: { location: "There is no location Nowhere. Import it first." },
      6: { reference: "Row 7 belongs to it and has an error." },
      7: { consigneeName: "Row 6 says otherwise." },
    });
  });

  test("whoever enters deliveries and sees none learns of one that is there its reference alone", async () => {
    await importFile(dispatcher, "delivery", file(of("SEEN-1", ",Flour,1,KGM")));
    const writer = await clientWith(testApp, ["CAN_VIEW", "CAN_EDIT_FLEET_DELIVERIES"]);
    for (const name of ["Bakery", "Guess"]) {
      const row = `SEEN-1,${name},Market 3,,${day} 08:00,${day} 12:00,,Flour,1,KGM`;
      expect(await badRows(writer, await tried(writer, row))).toEqual({
        2: { reference: "A delivery has the reference SEEN-1 already." },
      });
    }
    const viewer = await clientWith(testApp, ["CAN_VIEW", "CAN_VIEW_FLEET_DELIVERIES"]);
    expect((await uploadFile(viewer, "delivery", file())).status).toBe(403);
    expect((await writer.get(`${path}/lines/export.csv`)).status).toBe(403);
  });
});

test("a delivery that was cancelled stays so when its file comes again, and the dry run says it", async () => {
  const row = of("OVER-1", ",Flour,1,KGM");
  await importFile(dispatcher, "delivery", file(row));
  const [delivery] = await called("over-1");
  await saved(dispatcher.post(`${path}/${delivery?.id}/cancel`, { reason: "ordered twice" }));
  const check = await tried(dispatcher, row);
  const number = String(delivery?.["deliveryNumber"]);
  expect(check).toMatchObject({
    unchangedCount: 1,
    notes: [`They were cancelled here, and stay so: ${number}. To bring one after all, give it another reference.`],
  });
});

test("with a consignee who is forgotten go the rows of the file that brought them", async () => {
  const done = await importFile(
    dispatcher,
    "delivery",
    file(of("FORGET-1", ",Flour,1,KGM"), of("STAYS-1", ",Flour,1,KGM")),
  );
  const [delivery] = await called("forget-1");
  await saved(dispatcher.post(`${path}/${delivery?.id}/cancel`, { reason: "ordered twice" }));
  await saved(decide(admin, `${path}/${delivery?.id}/forget-consignee`));
  const rows = await asSuper<{ text: string }>(
    testApp,
    "select r::text as text from import_rows r where import_id = $1 order by row_no",
    [done.id],
  );
  expect(rows.map(({ text }) => text.includes("Bakery"))).toEqual([false, true]);
});

test("the lines of deliveries leave as a file: a row for each, with what was planned of it and what became of it", async () => {
  const { deliveryNumber } = await saved(dispatcher.post(path, fleetDeliveryBody(30, { consigneeName: "Exported" })));
  const { text } = await dispatcher.get(`${path}/lines/export.csv`);
  const rows = text.split("\r\n").filter((row) => row.includes(String(deliveryNumber)));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(new RegExp(`^${String(deliveryNumber)},${String(deliveryNumber)},unassigned,1,Exported,`));
  expect(rows[0]).toContain(',"Flour, 25 kg bag",12,XBG,,0,0,0,');
  expect(rows[1]).toContain(",Yeast,2.5,KGM,");
});
