import { asSuper, type Body, type Client, type TestApp } from "#main/testing/test-app.ts";
import { saved } from "./orders.ts";
import { clientWith } from "./people.ts";

export const ratesPath = "/api/settings/exchange-rates";
const both = ["CAN_VIEW", "CAN_VIEW_EXCHANGE_RATES", "CAN_EDIT_EXCHANGE_RATES"];

/** Two people who may enter rates and nothing else. */
export const treasurers = async (testApp: TestApp): Promise<[Client, Client]> => [
  await clientWith(testApp, both),
  await clientWith(testApp, both),
];

/** So many days from today at a place: the database's clock, which judges the rates. */
export async function dayAt(testApp: TestApp, zone: string, days = 0): Promise<string> {
  const [row] = await asSuper<{ day: string }>(
    testApp,
    "select ((now() at time zone $1)::date + $2::int)::text as day",
    [zone, days],
  );
  return row?.day ?? "";
}

/** A rate that counts: entered by the first, confirmed by the second where it has to be. */
export async function countingRate(
  [enters, confirms]: readonly [Client, Client],
  rate: { fromCurrency: string; rate: string; asOf: string },
): Promise<Body> {
  const entered = await saved(enters.post(ratesPath, rate));
  return entered["state"] === "waiting" ? saved(confirms.post(`${ratesPath}/${entered.id}/confirm`)) : entered;
}
