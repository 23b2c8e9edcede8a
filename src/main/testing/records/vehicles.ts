import { randomUUID } from "node:crypto";
import type { Body, Client } from "#main/testing/test-app.ts";
import { saved } from "./orders.ts";

export const vehiclesPath = "/api/fleet/vehicles";

/** The id of the first record of a fleet register that a search finds: `registered(client, "vehicle-types", "Tractor")`. */
export async function registered(client: Client, list: string, q: string): Promise<string> {
  const { body } = await client.get(`/api/fleet/${list}?q=${encodeURIComponent(q)}`);
  const [first] = body.items;
  if (!first) throw new Error(`no ${list} called ${q}`);
  return first.id;
}

/** The body of a van that lacks nothing. */
export async function vehicleBody(client: Client, over: Record<string, unknown> = {}) {
  const tag = randomUUID().slice(0, 8).toUpperCase();
  return {
    unitNumber: `U-${tag}`,
    plateNumber: `${tag.slice(0, 2)}-${tag.slice(2, 5)}-${tag.slice(5)}`,
    plateCountry: "NL",
    typeId: await registered(client, "vehicle-types", "VAN"),
    fuelTypeId: await registered(client, "fuel-types", "DIESEL"),
    payloadKg: "1100",
    ...over,
  };
}

/** A vehicle in service. */
export async function aVehicle(client: Client, over: Record<string, unknown> = {}): Promise<Body> {
  const { id } = await saved(client.post(vehiclesPath, await vehicleBody(client, over)));
  return saved(client.post(`${vehiclesPath}/${id}/put-in-service`));
}
