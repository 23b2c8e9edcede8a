import { setTimeout as pause } from "node:timers/promises";
import { asSuper, type Client } from "#main/testing/test-app.ts";

/** What a person types to ask for an account. */
export const aRequest = (email: string) => ({
  firstName: "Mira",
  lastName: "Holt",
  email,
  password: "nine lorries under the rain",
});

/** The details of a company as they are sent in. */
export async function companyDetails(
  root: Client,
  over: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { body } = await root.get("/api/settings/company-types?limit=1");
  return {
    legalName: "Holt Freight",
    companyTypeId: body.items[0]?.id,
    taxId: "NL001",
    phone: "+31 53 000",
    addressLine1: "Kade 4",
    city: "Enschede",
    countryCode: "NL",
    defaultCurrency: "EUR",
    timezone: "Europe/Amsterdam",
    ...over,
  };
}

/** Time passes for the throttle of mailboxes. */
export async function aMinuteLater(testApp: { superUrl: string }): Promise<void> {
  await asSuper(testApp, "update registrations set created_at = created_at - interval '61 seconds'");
}

/** Waits for what a job does. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (await isSo()) return;
    await pause(100);
  }
  throw new Error("it did not come about in 15 s");
}
