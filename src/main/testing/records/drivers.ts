import { randomUUID } from "node:crypto";
import type { Client, TestApp } from "#main/testing/test-app.ts";
import { asSuper } from "#main/testing/test-app.ts";
import { sessionOf } from "./people.ts";
import { saved } from "./orders.ts";

export const driversPath = "/api/fleet/drivers";
export const licencesPath = "/api/fleet/driver-licences";

export const assignmentsPath = "/api/fleet/driver-assignments";
export const absencesPath = "/api/fleet/driver-absences";

/** A day so many days from now, as a business date. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const driverBody = (over: object = {}) => ({
  employeeNo: `D-${randomUUID().slice(0, 8)}`,
  firstName: "Jan",
  lastName: "Smit",
  phone: "+31 6 5550 1234",
  ...over,
});

export const aDriver = (client: Client, over: object = {}) => saved(client.post(driversPath, driverBody(over)));

export const licenceBody = (driverId: string, over: object = {}) => ({
  driverId,
  number: "NL4471990231",
  issuingCountry: "NL",
  issuingAuthority: "RDW",
  expiresOn: dayIn(900),
  classes: [
    { class: "B", expiresOn: dayIn(900) },
    { class: "CE", expiresOn: dayIn(400), restrictions: "01.06" },
  ],
  ...over,
});

/** A licence that the fleet manager entered and the administrator has verified. */
export async function aLicence(testApp: TestApp, driverId: string, over: object = {}) {
  const manager = await testApp.as("FLEET_MANAGER");
  const licence = await saved(manager.post(licencesPath, licenceBody(driverId, over)));
  const chief = await testApp.as("COMPANY_ADMIN");
  return saved(chief.post(`${licencesPath}/${licence.id}/verify`, { version: licence.version }));
}

/** A driver of the first company with an account and the role DRIVER, and their session. */
export async function aDriverAtWork(testApp: TestApp, over: object = {}) {
  const [user] = await asSuper<{ id: string }>(
    testApp,
    `with person as (insert into users (company_id, email, first_name, last_name, status)
        values ($1, $2, 'Driving', 'Person', 'active') returning id, company_id),
      held as (insert into user_roles (user_id, role_id, company_id)
        select p.id, r.id, p.company_id from person p join roles r on r.company_id = p.company_id and r.code = 'DRIVER')
    select id from person`,
    [testApp.companies.a, `${randomUUID()}@driver.example`],
  );
  const userId = user?.id ?? "";
  const driver = await aDriver(await testApp.as("FLEET_MANAGER"), { userId, ...over });
  return { driver, userId, client: await sessionOf(testApp, userId) };
}
