import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSuper, startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";
import { conform } from "#main/testing/conform/conform.ts";
import { inDays, saved } from "#main/testing/records/orders.ts";
import { countingRate, dayAt, ratesPath, treasurers } from "#main/testing/records/rates.ts";
import { defaultRoles } from "../roles/default-roles.server.ts";
import { exchangeRates } from "./exchange-rates.contract.ts";

conform(exchangeRates, {
  name: "exchange rates",
  text: "note",
  valid: (n) => ({
    fromCurrency: ["GBP", "SEK", "JPY", "CHF"][n % 4] ?? "GBP",
    rate: `0.${1000 + n}`,
    asOf: inDays(-(n % 300)),
    note: `Bank ${n}`,
  }),
});

describe("rates of a company", () => {
  let testApp: TestApp;
  let people: [Client, Client];
  let today: string;
  const enter = (fromCurrency: string, rate: string, asOf = today, by = people[0]) =>
    by.post(ratesPath, { fromCurrency, rate, asOf });
  const known = (fromCurrency: string, rate: string, asOf = today) =>
    countingRate(people, { fromCurrency, rate, asOf });
  const day = (days: number) => dayAt(testApp, "Europe/Amsterdam", days);

  beforeAll(async () => {
    testApp = await startTestApp();
    people = await treasurers(testApp);
    today = await day(0);
  });
  afterAll(() => testApp.close());

  test("the first rate of a currency counts once a second person has confirmed it, and only one who may", async () => {
    const first = await saved(enter("USD", "0.92"));
    expect(first).toMatchObject({
      state: "waiting",
      needsConfirmation: true,
      comparedWith: null,
      toCurrency: "EUR",
      source: "typed",
      enteredByName: "One Permission",
    });
    const confirm = (by: Client) => by.post(`${ratesPath}/${first.id}/confirm`);
    expect(await confirm(people[0])).toMatchObject({ status: 409, body: { code: "own_rate" } });
    expect((await confirm(await testApp.as("BUYER"))).status).toBe(403);
    expect(await confirm(people[1])).toMatchObject({ status: 200, body: { state: "in_use" } });
    expect(await confirm(people[1])).toMatchObject({ status: 409, body: { code: "rate_counts" } });
    const { items } = await saved(people[0].get(`${ratesPath}/${first.id}/history`));
    expect(items.map(({ step }) => step)).toEqual(["confirmed", "created"]);
  });

  test.each([
    ["1.05", "in_use"],
    ["1.0500000001", "waiting"],
    ["0.95", "in_use"],
    ["0.9499999999", "waiting"],
    ["0.000001", "waiting"],
    ["1000000", "waiting"],
  ])("after a rate of 1, one of %s is %s: five per cent count at once, more does not", async (rate, state) => {
    const currency =
      { "1.05": "AUD", "1.0500000001": "CAD", "0.95": "CHF", "0.9499999999": "CNY", "0.000001": "CZK" }[rate] ?? "DKK";
    await known(currency, "1", await day(-3));
    expect(await saved(enter(currency, rate))).toMatchObject({ state, comparedWith: "1" });
  });

  test("one person's small steps do not add up to a large one", async () => {
    await known("HKD", "1", await day(-5));
    expect(await saved(enter("HKD", "0.96", await day(-4)))).toMatchObject({ state: "in_use" });
    expect(await saved(enter("HKD", "0.93", await day(-3)))).toMatchObject({ state: "waiting" });
    expect(await saved(enter("HKD", "0.93", await day(-3), people[1]))).toMatchObject({ state: "in_use" });
    expect(await saved(enter("HKD", "0.90", await day(-2)))).toMatchObject({ state: "in_use" });
  });

  test("an earlier day opens no way to a rate that differs: it is held against the days before and after it, and against the rate that it replaces", async () => {
    await known("NOK", "0.08", await day(-200));
    await known("NOK", "0.10", await day(-1));
    expect(await saved(enter("NOK", "0.08", await day(-2)))).toMatchObject({ state: "waiting" });
    expect(await saved(enter("NOK", "0.08", await day(-1)))).toMatchObject({ state: "waiting" });
    expect(await saved(enter("NOK", "0.101", await day(-1)))).toMatchObject({ state: "waiting", comparedWith: "0.08" });
  });

  test("a correction for the same day is a later entry that replaces the first, and both stay", async () => {
    const first = await known("SEK", "0.0900");
    const second = await saved(enter("SEK", "0.0910"));
    expect(second).toMatchObject({ state: "in_use", id: expect.not.stringContaining(first.id) });
    const { items } = await saved(people[0].get(`${ratesPath}?fromCurrency=SEK`));
    expect(items.map((rate) => [rate["rate"], rate["state"]]).sort()).toEqual([
      ["0.09", "replaced"],
      ["0.091", "in_use"],
    ]);
    const wrong = await saved(enter("SEK", "0.5"));
    await saved(enter("SEK", "0.0905"));
    expect(await people[1].post(`${ratesPath}/${wrong.id}/confirm`)).toMatchObject({
      status: 409,
      body: { code: "rate_replaced" },
    });
    expect((await saved(people[0].get(`${ratesPath}?fromCurrency=SEK&state=in_use`))).items).toMatchObject([
      { rate: "0.0905" },
    ]);
  });

  test("a rate is for a currency that there is and not one's own, for a day that has come somewhere, and above zero", async () => {
    const refused = async (field: string, over: Record<string, unknown>) =>
      expect(
        await people[0].post(ratesPath, { fromCurrency: "USD", rate: "0.92", asOf: today, ...over }),
        JSON.stringify(over),
      ).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    await refused("fromCurrency", { fromCurrency: "EUR" });
    await refused("fromCurrency", { fromCurrency: "XYZ" });
    await refused("asOf", { asOf: await day(2) });
    await refused("asOf", { asOf: "0001-01-01" });
    await refused("rate", { rate: "0" });
    await refused("rate", { rate: "-1" });
    await refused("rate", { rate: "9999999999" });
    expect((await enter("PLN", "0.23", await day(1))).status).toBe(200);
  });

  test("what was entered is never changed or removed, by nobody", async () => {
    const { id } = await known("ZAR", "0.05");
    for (const change of [
      "update exchange_rates set rate = 1 where id = $1",
      "update exchange_rates set confirmed_at = null, confirmed_by = null where id = $1",
      "update exchange_rates set as_of = as_of - 1 where id = $1",
      "delete from exchange_rates where id = $1",
    ])
      await expect(asSuper(testApp, change, [id]), change).rejects.toThrow(/never changed/);
    for (const method of ["PUT", "DELETE"] as const)
      expect((await people[0].send(method, `${ratesPath}/${id}`)).status).toBe(404);
  });

  test("of two who enter at once, each is judged with the other's rate", async () => {
    await known("MXN", "0.05", await day(-1));
    const rates = ["0.0525", "0.0475"];
    const answers = await Promise.all(rates.map((rate, n) => enter("MXN", rate, today, people[n])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { items } = await saved(people[0].get(`${ratesPath}?fromCurrency=MXN&asOf=${today}..${today}`));
    expect(items.map((rate) => rate["state"]).sort()).toEqual(["in_use", "waiting"]);
  });

  test("of the roles that every company has, only COMPANY_ADMIN holds rates and ordering", () => {
    const ordering = ["CAN_EDIT_PURCHASE_ORDERS", "CAN_SEND_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS"];
    const holds = (permissions: readonly string[], names: string[]) => names.some((name) => permissions.includes(name));
    expect(
      defaultRoles
        .filter(({ permissions }) => holds(permissions, ["CAN_EDIT_EXCHANGE_RATES"]) && holds(permissions, ordering))
        .map(({ code }) => code),
    ).toEqual(["COMPANY_ADMIN"]);
  });
});
