import { afterAll, beforeAll, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "#main/testing/records/orders.ts";
import { countingRate, dayAt, ratesPath, treasurers } from "#main/testing/records/rates.ts";

let testApp: TestApp;
let people: [Client, Client];
let days: string[];
beforeAll(async () => {
  testApp = await startTestApp({ jobs: true });
  people = await treasurers(testApp);
  days = await Promise.all([-3, -2, -1, 0].map((ago) => dayAt(testApp, "Europe/Amsterdam", ago)));
});
afterAll(() => testApp.close());

const upload = (by: Client, csv: string) =>
  by.send(
    "POST",
    "/api/imports?entity=exchange-rate",
    `--part\r\ncontent-disposition: form-data; name="file"; filename="rates.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n--part--\r\n`,
    { "content-type": "multipart/form-data; boundary=part" },
  );

/** What became of a file: its counts, or what is wrong with its rows. */
async function imported(csv: string, style: object = {}) {
  const { id, mapping } = (await saved(upload(people[0], csv))) as { id: string; mapping?: unknown };
  const checked = await saved(people[0].post(`/api/imports/${id}/check`, { mapping, ...style }));
  if (Number(checked["badCount"]) > 0) return (await saved(people[0].get(`/api/imports/${id}/rows`))).items;
  await saved(people[0].post(`/api/imports/${id}/apply`, { mode: "all_or_nothing" }));
  await expect.poll(async () => (await people[0].get(`/api/imports/${id}`)).body["state"]).toBe("done");
  const { createdCount, updatedCount } = (await people[0].get(`/api/imports/${id}`)).body;
  return { createdCount, updatedCount };
}

test("many rates come in one file, several currencies and days, each judged by the day before it; a second time nothing changes", async () => {
  await countingRate(people, { fromCurrency: "USD", rate: "0.92", asOf: days[0] ?? "" });
  const file = `Datum;Währung;Kurs\n${days[3]};usd;0,95\n${days[1]};USD;0,93\n${days[2]};USD;0,94\n${days[3]};GBP;1,17\n`;
  expect(await imported(file, { decimalComma: true })).toEqual({ createdCount: 4, updatedCount: 0 });
  const { items } = await saved(people[0].get(`${ratesPath}?sort=asOf&source=import`));
  expect(
    items.map((rate) => [rate["fromCurrency"], rate["rate"], rate["asOf"], rate["state"], rate["comparedWith"]]),
  ).toEqual(
    expect.arrayContaining([
      ["USD", "0.93", days[1], "in_use", "0.92"],
      ["USD", "0.94", days[2], "in_use", "0.93"],
      ["USD", "0.95", days[3], "in_use", "0.94"],
      ["GBP", "1.17", days[3], "waiting", null],
    ]),
  );
  expect(items[0]).toMatchObject({ enteredByName: "One Permission" });
  const gbp = items.find((rate) => rate["fromCurrency"] === "GBP");
  expect(await people[0].post(`${ratesPath}/${gbp?.id}/confirm`)).toMatchObject({ body: { code: "own_rate" } });
  expect(await imported(file, { decimalComma: true })).toEqual({ createdCount: 0, updatedCount: 0 });
  expect((await saved(people[0].get(`${ratesPath}?source=import`))).items).toHaveLength(4);
});

test("a row for one's own currency, an unknown one, a day to come, or twice in the file is told by its number", async () => {
  const rows = (await imported(
    `Currency,Rate,Day\nEUR,1,${days[3]}\nXYZ,1,${days[3]}\nSEK,0.09,2100-01-01\nSEK,0,${days[3]}\nNOK,0.08,${days[3]}\nNOK,0.09,${days[3]}\n`,
  )) as unknown as { rowNo: number; errors: Record<string, string> }[];
  expect(rows.map(({ rowNo, errors }) => [rowNo, ...Object.keys(errors)])).toEqual([
    [2, "fromCurrency"],
    [3, "fromCurrency"],
    [4, "asOf"],
    [5, "rate"],
    [7, "fromCurrency"],
  ]);
});

test("only who may enter rates imports them", async () => {
  expect((await upload(await testApp.as("BUYER"), "Currency,Rate,Day\n")).status).toBe(403);
});

test("only whoever uploaded a file may check and apply it, so that nobody enters a rate in somebody else's name and confirms it", async () => {
  const [bea, mallory] = people;
  const { id, mapping } = await saved(upload(bea, `Currency,Rate,Day\nCHF,1.02,${days[3]}\n`));
  const constants = { fromCurrency: { value: "CHF" }, rate: { value: "9.9" }, asOf: { value: days[3] } };
  const refused = { status: 404, body: { code: "others_import", message: expect.stringContaining("Somebody else") } };
  const check = (by: Client, wanted: unknown) => by.post(`/api/imports/${id}/check`, { mapping: wanted });
  expect(await check(mallory, constants)).toMatchObject(refused);
  await saved(check(bea, mapping));
  expect(await check(mallory, constants)).toMatchObject(refused);
  expect(await mallory.post(`/api/imports/${id}/apply`, { mode: "all_or_nothing" })).toMatchObject(refused);
  await asSuper(
    testApp,
    "update users set status = 'deactivated', archived_at = now() where id = (select started_by from imports where id = $1)",
    [id],
  );
  expect(await mallory.post(`/api/imports/${id}/apply`, { mode: "all_or_nothing" })).toMatchObject(refused);
  expect((await bea.post(`/api/imports/${id}/apply`, { mode: "all_or_nothing" })).status).toBe(401);
  expect((await saved(mallory.get(`${ratesPath}?fromCurrency=CHF`))).items).toEqual([]);
});
