import { randomUUID } from "node:crypto";
import type { Client } from "#main/testing/test-app.ts";
import { aYard, booked, deliveriesPath, from, hourOf } from "../records/docks.ts";
import { tripBody, tripsPath } from "../records/trips.ts";
import { vehiclesPath } from "../records/vehicles.ts";
import { oneOfTheFleet } from "./one-fleet.ts";
import { inDays, orderBody, orderRecords, ordersPath, receive, saved, sentOrder, step } from "../records/orders.ts";

/** Fills a company with one of everything that there is, in its usual states, through the API. `admin` may do everything there. */
export async function oneOfEverything(admin: Client): Promise<void> {
  const tag = randomUUID().slice(0, 8).toUpperCase();
  const records = await orderRecords(admin, { products: 3 });
  const yard = await aYard(admin, { docks: 3 });
  await saved(
    admin.post("/api/settings/storage-locations", { locationId: records.shipToLocationId, code: `A-${tag}` }),
  );
  const { items: types } = await saved(
    admin.post("/api/settings/company-types", { code: `T-${tag}`, name: `Type ${tag}` }),
  ).then(() => saved(admin.get("/api/settings/company-types")));
  await saved(
    admin.post("/api/settings/companies", {
      code: `C-${tag}`,
      legalName: `Company ${tag}`,
      companyTypeId: types[0]?.id,
      defaultCurrency: "EUR",
      timezone: "Europe/Amsterdam",
      email: `office-${tag}@example.com`.toLowerCase(),
    }),
  );

  await saved(admin.post(ordersPath, orderBody(records)));
  const sent = await sentOrder(admin, records);
  await step(admin, sent.id, "hold", { reason: "credit limit" });
  await step(admin, sent.id, "release");
  const confirmed = await sentOrder(admin, records);
  await step(admin, confirmed.id, "confirm", { name: "Ada Vendor" });
  const received = await sentOrder(admin, records);
  await receive(admin, records, received, { 0: { accepted: "9", damaged: "1" } });
  const cancelled = await sentOrder(admin, records);
  await step(admin, cancelled.id, "cancel", { reason: "ordered twice" });

  await booked(admin, yard, from(8, 9));
  const moved = await booked(admin, yard, from(10, 11));
  await saved(admin.post(`${deliveriesPath}/${moved.id}/move`, { ...from(12, 13) }));
  const arrived = await booked(admin, yard, from(14, 15));
  await saved(admin.post(`${deliveriesPath}/${arrived.id}/arrive`, { driverName: "Jo" }));
  for (const hour of [16, 18, 20])
    await booked(admin, yard, {
      ...from(hour, hour + 1),
      dockId: yard.dockIds[2] ?? yard.dockIds[0],
      askParty: "carrier",
      carrierEmail: "desk@carrier.example",
    });
  await saved(
    admin.post("/api/warehouse/dock-downtimes", {
      dockId: yard.dockIds[1] ?? yard.dockIds[0],
      startsAt: hourOf(8),
      endsAt: hourOf(9),
      reason: "sweeping",
    }),
  );
  await saved(
    admin.post("/api/warehouse/issues", {
      kind: "damaged",
      description: "A corner is dented",
      purchaseOrderId: received.id,
      carrierNotifyBy: inDays(3),
    }),
  );

  // Registers of its own: what a company begins with may have been renamed or archived meanwhile.
  const { id: typeId } = await saved(
    admin.post("/api/fleet/vehicle-types", { code: `VT-${tag}`, name: `Van ${tag}`, category: "van" }),
  );
  const { id: fuelTypeId } = await saved(
    admin.post("/api/fleet/fuel-types", { code: `FT-${tag}`, name: `Fuel ${tag}` }),
  );
  const { id: vehicleId } = await saved(
    admin.post(vehiclesPath, {
      unitNumber: `U-${tag}`,
      plateNumber: tag,
      plateCountry: "NL",
      typeId,
      fuelTypeId,
      payloadKg: "1100",
    }),
  );
  await saved(admin.post(`${vehiclesPath}/${vehicleId}/put-in-service`));
  await saved(admin.post("/api/fleet/vehicle-holds", { vehicleId, reason: "Mirror broken" }));
  await saved(
    admin.post("/api/fleet/meter-readings", { vehicleId, enteredValue: "1200", readAt: inDays(-1) + "T08:00:00Z" }),
  );
  const driver = await saved(
    admin.post("/api/fleet/drivers", {
      employeeNo: `D-${tag}`,
      firstName: "Jan",
      lastName: "Smit",
      phone: "+31 6 5550 1234",
    }),
  );
  await saved(
    admin.post("/api/fleet/driver-licences", {
      driverId: driver.id,
      number: `NL-${tag}`,
      issuingCountry: "NL",
      expiresOn: inDays(900),
      classes: [{ class: "CE", expiresOn: inDays(400) }],
    }),
  );
  await saved(
    admin.post("/api/fleet/driver-absences", { driverId: driver.id, firstDay: inDays(60), lastDay: inDays(70) }),
  );
  await saved(admin.post("/api/fleet/driver-assignments", { driverId: driver.id, vehicleId, firstDay: inDays(-30) }));

  const trip = await saved(admin.post(tripsPath, tripBody(24, 4, { vehicleId, driverId: driver.id })));
  await saved(admin.post(`${tripsPath}/${trip.id}/plan`));

  await oneOfTheFleet({ admin, tag, locationId: records.shipToLocationId, vehicleId, driverId: driver.id });

  const { id: documentTypeId } = await saved(
    admin.post("/api/fleet/document-types", { code: `DT-${tag}`, name: `Paper ${tag}`, subject: "driver" }),
  );
  await saved(
    admin.post("/api/fleet/documents", {
      typeId: documentTypeId,
      driverId: driver.id,
      number: `ADR-${tag}`,
      expiresOn: inDays(300),
    }),
  );

  // Not through saved(): whoever prepares again and again has as many as fit some day.
  const view = { list: "/api/warehouse/vendors", name: `View ${tag}`, search: { status: "active" } };
  await admin.post("/api/settings/saved-views", view);

  const file = (name: string, type: string, text: string) =>
    `--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--part--\r\n`;
  const asForm = { "content-type": "multipart/form-data; boundary=part" };
  const upload = await saved(
    admin.send(
      "POST",
      "/api/imports?entity=vendor",
      file("vendors.csv", "text/csv", `Code,Name,Currency\r\nI-${tag},Imported,EUR\r\n`),
      asForm,
    ),
  );
  await saved(admin.post(`/api/imports/${upload.id}/check`, { mapping: upload["mapping"] }));
  await saved(
    admin.send(
      "POST",
      `/api/files?entity=vendor&entityId=${records.vendorId}`,
      file("terms.csv", "text/csv", "a,b\r\n1,2\r\n"),
      asForm,
    ),
  );
}
